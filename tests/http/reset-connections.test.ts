import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { adminToken, createKey } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { capturedLog } from '../support/captured-log.ts';
import { startService } from '../support/start-service.ts';

/** Sends and resets before anybody has read it, as health checks of proxies and browsers that change their mind do. */
async function sendAndReset(url: string, path: string, key = ''): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${key === '' ? '' : `vendor-api-key: ${key}\r\n`}\r\n`);
  socket.resetAndDestroy();
}

test('callers who reset the connection are no errors of the service, and lose the last use of no key', async () => {
  const log = capturedLog();
  const swath = await startService({}, { log });
  const token = await adminToken(swath);
  const [one, other] = [await createKey(swath.url, token), await createKey(swath.url, token)];
  expect((await call(swath.url, 'GET', '/search', { key: other.api_key })).status).toBe(200);
  for (let time = 0; time < 20; time++) {
    await sendAndReset(swath.url, '/conformance');
    await sendAndReset(swath.url, '/auth/self', one.api_key);
  }
  const seen = (path: string) =>
    log.lines.filter(({ facts }) => facts['route'] === path && facts['address'] === 'unknown');
  while (seen('/conformance').length === 0 || seen('/auth/self').length === 0) await setTimeout(10);
  await swath.stop();
  expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});
