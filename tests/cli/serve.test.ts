import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freshFolder, swath } from './swath-in-process.ts';
import { adminEnv, signIn, spawnSwath, startServing, stopLeftovers } from './swath-process.ts';

const timeout = 240_000;
const folders: string[] = [];
const newFolder = () => folders[folders.push(freshFolder()) - 1]!;

afterAll(() => {
  stopLeftovers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test(
  'the first start prints lines that work as they are, and no later start prints a password',
  { timeout },
  async () => {
    const folder = newFolder();
    const first = await startServing({ SWATH_DATA: folder, SWATH_ADMIN_EMAIL: `o'hara@example.com` });
    const printed = first.stdout();
    const password = /Password\s+(\S+)/.exec(printed)![1]!;
    const curl = printed.split('\n').find((line) => line.trim().startsWith('curl '))!;
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', expires_in: 43_200 });
    expect((await signIn(first.url, `o'hara@example.com`, password)).status).toBe(200);
    expect(printed).toContain(`${first.url}/welcome#token=`);
    expect(first.stderr()).not.toContain(password);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    expect((await first.stop()).code).toBe(0);

    const second = await startServing({ SWATH_DATA: folder });
    expect(second.stdout()).not.toMatch(/Password|welcome#token/);
    expect((await signIn(second.url, `o'hara@example.com`, password)).status).toBe(200);
    expect((await second.stop()).code).toBe(0);
  },
);

test(
  'a signal that comes twice at once, as npm sends it on from a terminal, is one: it stops cleanly',
  { timeout },
  async () => {
    const serving = await startServing({ SWATH_DATA: newFolder() });
    const exited = once(serving.child, 'exit');
    serving.child.kill('SIGINT');
    await setTimeout(100);
    serving.child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    expect(serving.stderr()).toContain('"message":"stopped"');
  },
);

test('SIGTERM finishes the request that is under way, takes no other, and exits with 0', { timeout }, async () => {
  const serving = await startServing({ SWATH_DATA: newFolder(), ...adminEnv });
  const { port } = serving;
  const body = JSON.stringify({
    grant_type: 'password',
    username: 'admin@example.com',
    password: adminEnv['SWATH_ADMIN_PASSWORD'],
  });
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    // Is answered once the request is under way.
    expect: '100-continue',
  };
  const slow = request({ host: 'localhost', port, method: 'POST', path: '/authenticate', headers });
  const answered = once(slow, 'response');
  const isUnderWay = once(slow, 'continue');
  slow.write(body.slice(0, 20));
  await isUnderWay;
  const stopped = serving.stop();
  // For a moment it still answers connections that were on their way.
  const refusal = () => fetch(`${serving.url}/livez`).then(({ status }) => status, String);
  await expect.poll(refusal).toContain('fetch failed');
  expect(serving.child.exitCode).toBeNull();
  slow.end(body.slice(20));
  const [response] = (await answered) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(await text(response))).toHaveProperty('access_token');
  const { code, tookMs } = await stopped;
  expect(code).toBe(0);
  // After 25 seconds it would stop in any case.
  expect(tookMs).toBeLessThan(24_000);
});

test('a wrong or damaged master key is refused clearly, by serve and by every command', { timeout }, async () => {
  const folder = newFolder();
  const env = { SWATH_DATA: folder };
  expect((await swath(['account', 'add', 'a@example.com'], env)).code).toBe(0);
  const wrong = { ...env, SWATH_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  const refused = await Promise.all([
    spawnSwath(['serve'], { ...wrong, PORT: '0' }),
    swath(['account', 'list'], wrong),
  ]);
  const keyFile = join(folder, 'master.key');
  const good = readFileSync(keyFile);
  writeFileSync(keyFile, 'half a k');
  const damaged = await swath(['account', 'list'], env);
  rmSync(keyFile);
  const missing = await swath(['account', 'list'], env);
  for (const { code, stdout, stderr } of [...refused, damaged, missing]) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/master.key/);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
  writeFileSync(keyFile, good, { mode: 0o600 });
  expect((await swath(['account', 'list'], env)).code).toBe(0);
});
