import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, createKey } from '../support/accounts.ts';
import { root } from '../support/build-server.ts';
import { call } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { type TestService, startService } from '../support/start-service.ts';

const version = /nginx\/([\d.]+)/.exec(String(spawnSync('nginx', ['-v']).stderr))?.[1];
if (version === undefined)
  saySkipped('nginx', 'nginx is not installed: its configuration in examples/deploy is not run');

const place = mkdtempSync(join(tmpdir(), 'swath-nginx-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** As it is shipped, but for where it listens and writes, and with one node by its address, which older ones can read. */
function configure(port: number, node: string): string {
  const shipped = readFileSync(join(root, 'examples/deploy/nginx.conf'), 'utf8');
  const site = shipped
    .replace(/^ *resolver .*\n/m, '')
    .replace('server api:8080 resolve ', `server ${node} `)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/log/nginx/', `${place}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${place}/${of};`);
  writeFileSync(join(place, 'site.conf'), site);
  writeFileSync(
    join(place, 'main.conf'),
    `daemon off;\npid ${place}/nginx.pid;\nevents {}\nhttp { ${temporary.join(' ')} include ${place}/site.conf; }\n`,
  );
  return join(place, 'main.conf');
}

describe.skipIf(version === undefined)('nginx in front of a service', () => {
  let swath: TestService;
  let proxy: ReturnType<typeof spawn>;
  let url: string;

  beforeAll(async () => {
    // Where it is started by root, its workers are somebody else.
    chmodSync(place, 0o755);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    swath = await startService({ SWATH_PUBLIC_URL: url, SWATH_TRUSTED_PROXIES: '127.0.0.1' });
    const options = ['-p', place, '-c', configure(port, new URL(swath.url).host), '-e', join(place, 'start.log')];
    const seen = spawnSync('nginx', ['-t', ...options]);
    if (seen.status !== 0) throw new Error(String(seen.stderr));
    proxy = spawn('nginx', options, { stdio: 'ignore' });
    while (!(await call(url, 'GET', '/readyz').catch(() => null))) await setTimeout(50);
  });
  afterAll(async () => {
    proxy.kill('SIGQUIT');
    await once(proxy, 'exit');
    await swath.stop();
  });

  test('passes on addresses as long as the service takes them, and what callers say of themselves not at all', async () => {
    const token = await adminToken(swath);
    const ids = Array.from({ length: 1_200 }, (_, index) => `id${100_000 + index}`).join(',');
    expect((await call(url, 'GET', `/search?ids=${ids}`, { token })).status).toBe(200);
    const spoofed = await call(url, 'POST', '/projects', {
      token,
      json: { name: 'a' },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const { data } = (await call(url, 'GET', '/admin/audit', { token })).json<{ data: Record<string, unknown>[] }>();
    const entry = data.find((each) => each['request_id'] === spoofed.headers.get('x-vendor-requestid'));
    expect(entry?.['address']).toBe('127.0.0.1');
  });

  test('writes no API key into a log', async () => {
    const { api_key: key } = await createKey(url, await adminToken(swath));
    expect((await call(url, 'GET', `/search?vendor_api_key=${key}`)).status).toBe(200);
    const access = () => readFileSync(join(place, 'access.log'), 'utf8');
    await expect.poll(access).toContain('"GET /search" 200');
    expect(access() + readFileSync(join(place, 'error.log'), 'utf8')).not.toContain(key);
  });
});
