import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, createKey, listKeys } from '../../support/accounts.ts';
import { type TestService, startService } from '../../support/start-service.ts';
import { type FakeService, startFakeService } from '../../client/fake-service.ts';
import { freshFolder, swath, swathJson } from '../swath-in-process.ts';

let service: TestService;
let other: FakeService;
let key: string;
const home = freshFolder();
const env = { XDG_CONFIG_HOME: home };
const file = join(home, 'swath', 'servers.json');
const kept = () => readFileSync(file, 'utf8');

beforeAll(async () => {
  service = await startService();
  other = await startFakeService(() => ({ status: 401, body: { message: 'Unauthorized' } }));
  ({ api_key: key } = await createKey(service.url, await adminToken(service)));
});
afterAll(async () => {
  await service.stop();
  await other.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('swath login', () => {
  test('before it, every command ends with 5 and says how to sign in', async () => {
    const refused = await swath(['search'], env);
    expect(refused).toMatchObject({ code: 5, stdout: '' });
    expect(refused.stderr).toContain(`'swath login URL' signs in`);
  });

  test('by key: the key is kept for its user alone, and commands go by it', async () => {
    const { code, stdout, stderr } = await swath(['login', service.url, '--name', 'work'], env, key);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(key);
    expect(stdout).toContain('user         admin@example.com');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(kept()).toContain(key);
    expect(await swath(['search'], env)).toMatchObject({ code: 0, stdout: '' });
  });

  test('by password: a key of this machine is made, the password is not kept, the key before it goes', async () => {
    const { email, password } = service.admin;
    const sign = ['login', service.url, '--user', email, '--name', 'mine'];
    const first = await swathJson(sign, env, password);
    expect(first).toMatchObject({ name: 'mine', user: email, current: true });
    const before = JSON.parse(kept()) as { servers: Record<string, { apiKey: string }> };
    await swathJson(sign, env, password);
    expect(kept()).not.toContain(password);
    expect(kept()).not.toContain(before.servers['mine']!.apiKey);
    const old = { ...env, SWATH_API_KEY: before.servers['mine']!.apiKey };
    expect((await swath(['search'], old)).code).toBe(5);
    expect((await swath(['search'], env)).code).toBe(0);
  });

  test('by password where nothing can be kept: the key that is kept goes on working, and no other is left', async () => {
    const { email, password } = service.admin;
    const sign = ['login', service.url, '--user', email, '--name', 'mine'];
    const token = await adminToken(service);
    const keys = async () => (await listKeys(service.url, token)).map(({ id }) => id);
    const before = await keys();
    // In the way of the file that would get its name.
    mkdirSync(`${file}.${process.pid}.unfinished`);
    expect((await swath(sign, env, password)).code).toBe(1);
    rmSync(`${file}.${process.pid}.unfinished`, { recursive: true });
    expect([await keys(), (await swath(['search'], env)).code]).toEqual([before, 0]);
  });

  test('a wrong password or key ends with 5 and nothing is kept', async () => {
    const text = kept();
    const wrong = await swath(['login', service.url, '--user', 'admin@example.com'], env, 'not-the-password');
    expect(wrong).toMatchObject({ code: 5, stdout: '' });
    expect(wrong.stderr).not.toContain('not-the-password');
    expect(wrong.stderr).toMatch(/combination not recognized.*\/reset-password$/m);
    const wrongKey = await swath(['login', service.url], env, 'swath_wrong');
    expect(wrongKey).toMatchObject({ code: 5, stderr: `swath login: ${service.url} does not take this key\n` });
    expect((await swath(['login', 'ftp://example.com'], env, 'x')).code).toBe(2);
    expect(kept()).toBe(text);
  });

  test('several servers: listed without keys, gone back to by name, forgotten', async () => {
    const listed = await swathJson<{ name: string; current: boolean }[]>(['login', '--list'], env);
    expect(listed.map(({ name, current }) => [name, current])).toEqual([
      ['work', false],
      ['mine', true],
    ]);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect((await swath(['login', 'work', '--use'], env)).code).toBe(0);
    expect((JSON.parse(kept()) as { current: string }).current).toBe('work');
    expect((await swath(['search', '--server', 'mine'], env)).code).toBe(0);
    expect((await swath(['search', '--server', 'nowhere'], env)).code).toBe(3);
    expect((await swath(['search'], { ...env, SWATH_SERVER: 'nowhere' })).code).toBe(3);
    expect((await swath(['logout', 'mine'], env)).code).toBe(0);
    expect(kept()).not.toContain('mine');
  });

  test('a key goes to the address that it was given for, and to no other', async () => {
    for (const args of [['search'], ['search', '--server', other.url]])
      expect((await swath(args, { ...env, SWATH_URL: other.url })).code).toBe(5);
    expect(other.seen.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of other.seen) expect(JSON.stringify(headers)).not.toContain(key);
    await swath(['search'], { ...env, SWATH_URL: other.url, SWATH_API_KEY: 'key-of-the-other' });
    expect(other.seen.at(-1)!.headers['vendor-api-key']).toBe('key-of-the-other');
    expect((await swath(['search'], { ...env, SWATH_URL: service.url })).code).toBe(0);
  });

  test('a file that is open to others is closed when it is read', async () => {
    chmodSync(file, 0o644);
    await swath(['login', '--list'], env);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test('a key or password as a flag is refused without being repeated', async () => {
    for (const flag of ['--password', '--key', '--api-key', '--token']) {
      const refused = await swath(['login', service.url, flag, 'hunter2-canary'], env);
      expect(refused.code).toBe(2);
      expect(refused.stderr).not.toContain('hunter2-canary');
    }
  });
});

test('the settings of a service are not disturbed by those of its customers', async () => {
  const settings = {
    SWATH_DATA: '/nonexistent/swath',
    SWATH_URL: service.url,
    SWATH_API_KEY: key,
    SWATH_SERVER: 'work',
  };
  const { stderr } = await swath(['account', 'list'], settings);
  expect(stderr).toContain('there is no installation');
});
