import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { call } from '../abuse/support/call.ts';
import { startChild } from '../abuse/support/child-service.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

async function start() {
  const service = await startChild(temporaryFolder(), { SWATH_LOG_LEVEL: 'warn' });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  return service;
}

/** Sends the bytes, then one more each second, and says after how long it was cut off. */
function secondsUntilCut(url: string, bytes: string, drip: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const startMs = Date.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const timer = setInterval(() => drip !== '' && socket.write(drip), 1_000);
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => {
      clearInterval(timer);
      resolve((Date.now() - startMs) / 1_000);
    });
    if (bytes !== '') socket.write(bytes);
  });
}

const head =
  'POST /authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';

it('a client that drips its headers or its body, or says nothing at all, is cut off', async () => {
  const service = await start();
  const [silent, headers, body] = await Promise.all([
    secondsUntilCut(service.url, '', ''),
    secondsUntilCut(service.url, 'GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ', 'a'),
    secondsUntilCut(service.url, head, ' '),
  ]);
  console.log({ silent, headers, body });
  expect(silent).toBeLessThan(100);
  expect(headers).toBeLessThan(100);
  expect(body).toBeLessThan(160);
  expect((await call(service.url, '/livez')).status).toBe(200);
});

it('R7: SIGTERM with a client that never finishes its body: exit 0 within 30 s', async () => {
  const service = await start();
  const cut = secondsUntilCut(service.url, head, ' ');
  await setTimeout(500);
  const startMs = Date.now();
  expect(await service.end('SIGTERM')).toBe(0);
  expect(Date.now() - startMs).toBeLessThan(30_000);
  await cut;
});
