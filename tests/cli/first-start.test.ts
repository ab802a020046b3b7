import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { readConfig } from '../../server/src/config.ts';
import { runService } from '../../server/src/run-service.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { freshFolder, swath } from './swath-in-process.ts';
import { adminEnv, signIn, spawnSwath, startServing, stopLeftovers } from './swath-process.ts';

const timeout = 120_000;
const folders: string[] = [];
const newFolder = () => folders[folders.push(freshFolder()) - 1]!;
const passwordIn = (printed: string) => /Password\s+(\S+)/.exec(printed)?.[1] ?? 'none was printed';

afterAll(() => {
  stopLeftovers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a first start that fails at a busy port takes no password with it', { timeout }, async () => {
  const env = { SWATH_DATA: newFolder(), SWATH_HOST: '127.0.0.1', SWATH_DEMO: '0' };
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const PORT = String((holder.address() as AddressInfo).port);
  const failed = await spawnSwath(['serve'], { ...env, PORT });
  holder.close();
  expect({ code: failed.code, stdout: failed.stdout }).toEqual({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('EADDRINUSE');

  const serving = await startServing({ ...env, SWATH_HOST: 'localhost' });
  expect((await signIn(serving.url, 'admin@localhost', passwordIn(serving.stdout()))).status).toBe(200);
  expect((await serving.stop()).code).toBe(0);
});

test('the service listens before it is ready, and whoever sees it ready can sign in', { timeout }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { SWATH_DATA: newFolder(), SWATH_HOST: '127.0.0.1', SWATH_DEMO: '0', PORT: String(port), ...adminEnv };
  const starting = runService(readConfig(env), silentLog);
  const seen = new Set<number>();
  while (!seen.has(200)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer !== null) seen.add(answer.status);
    else await setTimeout(1);
  }
  const { SWATH_ADMIN_EMAIL: email, SWATH_ADMIN_PASSWORD: password } = adminEnv;
  expect((await signIn(url, email!, password!)).status).toBe(200);
  expect([...seen]).toEqual([503, 200]);
  await (await starting).stop();
});

test('a generated password that was never shown is made anew until it was, then never again', { timeout }, async () => {
  const env = { SWATH_DATA: newFolder(), SWATH_DEMO: '0' };
  // What `serve` does up to the moment before it prints.
  const start = () => runService(readConfig({ ...env, PORT: '0' }), silentLog);
  const unseen: string[] = [];
  for (let round = 0; round < 2; round++) {
    const running = await start();
    unseen.push(running.administrator!.generatedPassword!);
    await running.stop();
  }
  const serving = await startServing(env);
  const shown = passwordIn(serving.stdout());
  expect(new Set([...unseen, shown]).size).toBe(3);
  const tries = await Promise.all([...unseen, shown].map((each) => signIn(serving.url, 'admin@localhost', each)));
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 200]);
  expect(serving.stdout()).toContain('/welcome#token=');
  await serving.stop();

  const again = await start();
  expect(again.administrator).toBeNull();
  await again.stop();
});

test('a password that somebody else set meanwhile is left alone', { timeout }, async () => {
  const env = { SWATH_DATA: newFolder(), SWATH_DEMO: '0' };
  const config = readConfig({ ...env, PORT: '0' });
  await (await runService(config, silentLog)).stop();
  const reset = ['account', 'reset-password', 'admin@localhost', '--password-stdin'];
  expect((await swath(reset, env, 'meadow-lantern-tide-41')).code).toBe(0);
  const running = await runService(config, silentLog);
  expect(running.administrator).toBeNull();
  expect((await signIn(running.url, 'admin@localhost', 'meadow-lantern-tide-41')).status).toBe(200);
  await running.stop();
});

test('a service that nobody can administer says so and how to mend it', { timeout }, async () => {
  const env = { SWATH_DATA: newFolder(), SWATH_DEMO: '0' };
  expect((await swath(['account', 'add', 'admin@localhost'], env)).code).toBe(0);
  const first = await startServing(env);
  expect(first.stderr()).toContain('there is no active administrator');
  expect(first.stderr()).toContain('swath account add YOUR_EMAIL --role admin');
  expect(first.stdout()).not.toContain('Password');
  await first.stop();
  expect((await swath(['account', 'add', 'ann@example.com', '--role', 'admin'], env)).code).toBe(0);
  const second = await startServing(env);
  expect(second.stderr()).not.toContain('no active administrator');
  await second.stop();
});

test('a database that lost its master key is refused, and no new key is written', { timeout }, async () => {
  const folder = newFolder();
  const env = { SWATH_DATA: folder, SWATH_DEMO: '0', PORT: '0', ...adminEnv };
  expect((await swath(['account', 'add', 'a@example.com'], env)).code).toBe(0);
  const keyFile = join(folder, 'master.key');
  const key = readFileSync(keyFile);
  rmSync(keyFile);
  const runs = await Promise.all([
    spawnSwath(['serve'], env),
    swath(['account', 'add', 'b@example.com'], env),
    swath(['rekey', '--new-key-file', join(folder, 'new')], env),
  ]);
  for (const { code, stdout, stderr } of runs) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/no master\.key in .*bring/);
  }
  expect(readdirSync(folder).filter((name) => /key|new/.test(name))).toEqual([]);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const { code, stdout } = await swath(['account', 'list'], env);
  expect(code).toBe(0);
  expect(stdout).toContain('a@example.com');
  expect(stdout).not.toContain('b@example.com');
});

test('the database is its owner’s alone, also in a folder that is open to all', { timeout }, async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const modes = () =>
    Object.fromEntries(
      ['app.db', 'app.db-wal', 'app.db-shm', 'master.key', 'serve.pid', 'serve.lock']
        .filter((name) => existsSync(join(folder, name)))
        .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    );
  const allClosed = {
    'app.db': '600',
    'app.db-wal': '600',
    'app.db-shm': '600',
    'master.key': '600',
    'serve.pid': '600',
    'serve.lock': '600',
  };
  const first = await startServing({ SWATH_DATA: folder, ...adminEnv });
  expect(modes()).toEqual(allClosed);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  for (const name of ['app.db', 'app.db-wal', 'app.db-shm', 'master.key']) chmodSync(join(folder, name), 0o644);
  const second = await startServing({ SWATH_DATA: folder, ...adminEnv });
  expect(modes()).toEqual(allClosed);
  await second.stop();
});
