import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { freshFolder, swath, swathJson } from './swath-in-process.ts';

const timeout = 90_000;
const folders: string[] = [];
const newFolder = () => folders[folders.push(freshFolder()) - 1]!;

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.concurrent('migrate', { timeout }, () => {
  test('looks without touching, applies once, then is current', async ({ expect }) => {
    const env = { SWATH_DATA: join(newFolder(), 'not-yet') };
    const before = await swathJson<{ version: number; latest: number; pending: object[] }>(
      ['migrate', '--status'],
      env,
    );
    expect(before.version).toBe(0);
    expect(before.pending).toHaveLength(before.latest);
    expect(existsSync(env.SWATH_DATA)).toBe(false);
    const applied = await swathJson<{ applied: object[] }>(['migrate'], env);
    expect(applied.applied).toEqual(before.pending);
    const again = await swath(['migrate'], env);
    expect(again).toMatchObject({ code: 0, stderr: 'the database is current\n' });
    expect(await swathJson(['migrate', '--status'], env)).toMatchObject({ version: before.latest, pending: [] });
    expect(existsSync(join(env.SWATH_DATA, 'master.key'))).toBe(false);
  });

  test('refuses a newer schema with exit code 1 and changes nothing', async ({ expect }) => {
    const env = { SWATH_DATA: newFolder() };
    await swathJson(['migrate'], env);
    const file = join(env.SWATH_DATA, 'app.db');
    const connection = connect(file);
    connection.exec(`INSERT INTO schema_version VALUES (999, 'from-the-future', 0)`);
    connection.close();
    const runs = [['migrate'], ['migrate', '--status'], ['account', 'add', 'a@example.com']];
    for (const { code, stdout, stderr } of await Promise.all(runs.map((args) => swath(args, env)))) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('schema version 999');
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  test('says what is wrong with a file that is no database', async ({ expect }) => {
    const env = { SWATH_DATA: newFolder() };
    writeFileSync(join(env.SWATH_DATA, 'app.db'), 'this is not a database, it is a text file. '.repeat(200));
    const { code, stdout, stderr } = await swath(['migrate'], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('not a database');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('rekey puts the data under a new key, which then alone opens it, and is safe to repeat', { timeout }, async () => {
  const folder = newFolder();
  const env = { SWATH_DATA: folder };
  const account = ['--account', 'a@example.com'];
  await swathJson(['account', 'add', 'a@example.com'], env);
  const key = await swathJson<{ api_key: string }>(['key', 'create', ...account], env);
  const newKey = join(folder, `new 'key'`);

  const wrongKey = { ...env, SWATH_MASTER_KEY: Buffer.alloc(32, 7).toString('hex') };
  const refused = await swath(['rekey', '--new-key-file', newKey], wrongKey);
  expect(refused.code).toBe(1);
  expect(existsSync(newKey)).toBe(false);

  const done = await swath(['rekey', '--new-key-file', newKey, '--json'], env);
  expect(JSON.parse(done.stdout)).toEqual({ new_key_file: newKey, generated: true, already_done: false });
  expect(done.stderr).toContain(`mv '${folder}/new '\\''key'\\''' '${folder}/master.key'`);
  expect(statSync(newKey).mode & 0o777).toBe(0o600);
  expect(done.stdout + done.stderr).not.toContain(readFileSync(newKey, 'utf8').trim());

  const [withOld, again, byFile] = await Promise.all([
    swath(['account', 'list'], env),
    swathJson(['rekey', '--new-key-file', newKey], env),
    swathJson<object[]>(['key', 'list', ...account, '--show-values'], { ...env, SWATH_MASTER_KEY_FILE: newKey }),
  ]);
  expect(withOld.code).toBe(1);
  expect(again).toMatchObject({ already_done: true });
  expect(byFile).toMatchObject([{ api_key: key.api_key }]);

  renameSync(newKey, join(folder, 'master.key'));
  expect(await swathJson(['key', 'list', ...account, '--show-values'], env)).toEqual(byFile);
});

test.each(['hex', 'base64', 'base64url'] as const)(
  'a new key written as %s works when it is moved into place, as rekey says',
  { timeout },
  async (form) => {
    const folder = newFolder();
    const env = { SWATH_DATA: folder };
    await swathJson(['account', 'add', 'a@example.com'], env);
    const newKey = join(folder, 'new-key');
    const bytes = Buffer.alloc(32, 0xfb);
    writeFileSync(newKey, `${bytes.toString(form)}\n`, { mode: 0o600 });
    expect((await swath(['rekey', '--new-key-file', newKey], env)).code).toBe(0);
    renameSync(newKey, join(folder, 'master.key'));
    expect(await swathJson(['account', 'list'], env)).toHaveLength(1);
    const bySetting = { ...env, SWATH_MASTER_KEY: bytes.toString(form) };
    expect(await swathJson(['account', 'list'], bySetting)).toHaveLength(1);
  },
);

test('rekey refuses a damaged key file and the present key, and leaves the old key good', { timeout }, async () => {
  const folder = newFolder();
  const env = { SWATH_DATA: folder };
  await swathJson(['account', 'add', 'a@example.com'], env);
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, 'c2hvcnQ=');
  const copy = join(folder, 'copy');
  writeFileSync(copy, readFileSync(join(folder, 'master.key')));
  chmodSync(copy, 0o600);
  const files = [damaged, copy, join(folder, 'master.key')];
  const runs = await Promise.all(files.map((file) => swath(['rekey', '--new-key-file', file], env)));
  expect(runs.map(({ code }) => code)).toEqual([1, 2, 2]);
  expect((await swath(['account', 'list'], env)).code).toBe(0);
});
