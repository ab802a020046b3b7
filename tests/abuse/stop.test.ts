import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runService } from '../../server/src/run-service.ts';
import { readConfig } from '../../server/src/config.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { call, createKey, signIn } from './support/call.ts';
import { childAdmin, startChild } from './support/child-service.ts';
import { stopUnderLoad } from './support/stop-under-load.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

async function startWithKey() {
  const service = await startChild(temporaryFolder(), { SWATH_LOG_LEVEL: 'info' });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
  return { service, bearer, key: (await createKey(service.url, bearer)).api_key };
}

describe('SIGTERM', () => {
  it('under 50 keep-alive clients: every request that was accepted is answered, exit 0', async () => {
    const { service, key } = await startWithKey();
    expect(await stopUnderLoad(service, key, 50, 500)).toBeGreaterThan(500);
  });

  it('with sign-ins under way: they are finished, and an idle keep-alive client does not delay the end', async () => {
    const { service, key } = await startWithKey();
    const agent = new Agent({ keepAlive: true });
    await call(service.url, '/auth/self', { key, agent });
    const body = { grant_type: 'password', username: childAdmin.email, password: childAdmin.password };
    const under = Array.from({ length: 20 }, () => call(service.url, '/authenticate', { method: 'POST', agent, body }));
    // Whoever was answered was accepted with those beside it; most of them still wait for their hash.
    await Promise.race(under);
    const startMs = Date.now();
    const end = service.end('SIGTERM');
    const settled = await Promise.allSettled(under);
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value.status : each.reason.code))).toEqual(
      under.map(() => 200),
    );
    expect(await end).toBe(0);
    expect(Date.now() - startMs).toBeLessThan(20_000);
    agent.destroy();
  });

  it('idle: ends at once, and says so', async () => {
    const { service } = await startWithKey();
    const startMs = Date.now();
    expect(await service.end('SIGTERM')).toBe(0);
    expect(Date.now() - startMs).toBeLessThan(15_000);
    // Standard error is a pipe here, no terminal: every line is JSON.
    const lines = service
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { message: string });
    expect(lines.map(({ message }) => message).slice(-2)).toEqual(['stopping', 'stopped']);
  });
});

it('SIGHUP ends nothing where there is no certificate to read again', async () => {
  const { service } = await startWithKey();
  service.process.kill('SIGHUP');
  await setTimeout(300);
  expect((await call(service.url, '/livez')).status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('a client that never finishes its body is cut off when the time is up, and nothing of it keeps the service', async () => {
  const config = readConfig({ PORT: '0', SWATH_HOST: '127.0.0.1', SWATH_DATA: temporaryFolder(), SWATH_DEMO: '0' });
  const running = await runService(config, silentLog, { stopWithinMs: 500 });
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.write(
    'POST /authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await setTimeout(200);
  const startMs = Date.now();
  await running.stop();
  await closed;
  expect(Date.now() - startMs).toBeLessThan(15_000);
});

it('a connection on which nothing was ever sent does not hold the stop up', async () => {
  const config = readConfig({ PORT: '0', SWATH_HOST: '127.0.0.1', SWATH_DATA: temporaryFolder(), SWATH_DEMO: '0' });
  const running = await runService(config, silentLog, { stopWithinMs: 20_000 });
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const startMs = Date.now();
  await running.stop();
  await closed;
  expect(Date.now() - startMs).toBeLessThan(15_000);
});
