import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOnPostgres } from '../../server/src/adapters/backup/postgres-programs.ts';
import { freshDatabaseOf, postgresForTests } from '../abuse/support/postgres-database.ts';
import { fill, find, makeItem } from '../catalog/contract/fixtures.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';

const postgres = postgresForTests();
const url = 'url' in postgres ? postgres.url : null;
const why = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';

const ofYear = (year: number) => ({ datetime: `${year}-05-01T00:00:00Z` });

async function queryOf(database: string, text: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function rowsOf(database: string): Promise<Readonly<Record<string, unknown[]>>> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const names = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys' ORDER BY 1`,
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of names.rows)
    rows[name] = (await client.query(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)).rows;
  await client.end();
  return rows;
}

describe.skipIf(url === null)(`swath backup and restore on PostgreSQL${why}`, () => {
  const folder = freshFolder();
  const at = (...names: string[]) => join(folder, ...names);
  let running: TestService;
  let env: Env;
  const databases: Awaited<ReturnType<typeof freshDatabaseOf>>[] = [];
  const fresh = async () => {
    const made = await freshDatabaseOf(url!);
    databases.push(made);
    return made.url;
  };

  beforeAll(async () => {
    env = { SWATH_DATA: at('data'), SWATH_DATABASE_URL: await fresh() };
    running = await startService(env, { keepFolder: true });
    await queryOf(env['SWATH_DATABASE_URL']!, "UPDATE catalog_state SET entries = 'catalog_entries_by_time'");
    await fill(
      running.service.catalog,
      Array.from({ length: 30 }, (_, i) => makeItem(`item-${i}`, { properties: ofYear(1990 + i) })),
    );
    mkdirSync(at('data', 'managed', 'order-1'), { recursive: true });
    writeFileSync(at('data', 'managed', 'order-1', 'tile.tif'), 'pixels');
    await swathJson(['backup', at('backup')], env);
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    for (const { drop } of databases) await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('beside a running service, restored into an empty database: every row of every partition and every file, and it serves', async () => {
    const target = {
      SWATH_DATA: at('elsewhere'),
      SWATH_DATABASE_URL: await fresh(),
      SWATH_MASTER_KEY_FILE: at('data', 'master.key'),
    };
    expect(await swathJson(['restore', at('backup'), '--check'], target)).toMatchObject({ master_key: 'fits' });
    expect(await swathJson(['restore', at('backup')], target)).toMatchObject({ master_key: 'fits' });
    const restored = await rowsOf(target.SWATH_DATABASE_URL);
    expect(restored).toEqual(await rowsOf(env['SWATH_DATABASE_URL']!));
    expect(restored['catalog_entries_2003']).not.toEqual([]);
    expect(readFileSync(at('elsewhere', 'managed', 'order-1', 'tile.tif'), 'utf8')).toBe('pixels');
    expect(existsSync(at('elsewhere', 'database.dump'))).toBe(false);
    const second = await startService(target, { keepFolder: true });
    const item = await second.service.catalog.getItem('a', 'item-7', 'all');
    expect(item?.etag).toBe((await running.service.catalog.getItem('a', 'item-7', 'all'))?.etag);
    expect(await find(second.service.catalog, { datetime: '2003-01-01T00:00:00Z/2004-12-31T00:00:00Z' })).toEqual([
      'item-14',
      'item-13',
    ]);
    await second.stop();
  }, 120_000);

  test('whatever the server allows sessions at rest, and into a database that has schemas of extensions already', async () => {
    const source = env['SWATH_DATABASE_URL']!;
    const named = new URL(source).pathname.slice(1);
    await queryOf(source, 'CREATE SCHEMA tiger_data; CREATE SCHEMA "two words"');
    await queryOf(source, `ALTER DATABASE ${named} SET idle_in_transaction_session_timeout = '50ms'`);
    expect(await swath(['backup', at('rested')], env)).toMatchObject({ code: 0 });
    await queryOf(source, `ALTER DATABASE ${named} RESET idle_in_transaction_session_timeout`);
    const target = { SWATH_DATA: at('of-image'), SWATH_DATABASE_URL: await fresh() };
    await queryOf(target.SWATH_DATABASE_URL, 'CREATE EXTENSION postgis; CREATE SCHEMA tiger_data');
    expect(await swath(['restore', at('rested')], target)).toMatchObject({ code: 0 });
    expect(await rowsOf(target.SWATH_DATABASE_URL)).toEqual(await rowsOf(source));
  }, 120_000);

  test('a backup is checked also where there is no database', async () => {
    const elsewhere = { SWATH_DATA: at('no-database') };
    expect(await swath(['restore', at('backup'), '--check'], elsewhere)).toMatchObject({ code: 0 });
    const restored = await swath(['restore', at('backup')], elsewhere);
    expect([restored.code, restored.stderr]).toEqual([4, expect.stringContaining('set SWATH_DATABASE_URL')]);
  });

  test('rows are counted and added as numbers; counts that an earlier release wrote as texts are restored too', async () => {
    const manifest = at('backup', 'backup.json');
    type Counted = { databases: { 'database.dump': { tables: Record<string, number | string> } } };
    const written = JSON.parse(readFileSync(manifest, 'utf8')) as Counted;
    const { tables } = written.databases['database.dump'];
    expect(tables).toMatchObject({ 'public.catalog_items': 30, 'public.accounts': 1 });
    const rows = Object.values(tables).reduce<number>((sum, count) => sum + Number(count), 0);
    expect((await swath(['restore', at('backup'), '--check'], env)).stdout).toContain(` ${rows} rows,`);
    await swathJson(['backup', at('texts')], env);
    const older = JSON.parse(readFileSync(at('texts', 'backup.json'), 'utf8')) as Counted;
    const ofTexts = older.databases['database.dump'].tables;
    for (const name of Object.keys(ofTexts)) ofTexts[name] = String(ofTexts[name]);
    writeFileSync(at('texts', 'backup.json'), JSON.stringify(older));
    const target = { SWATH_DATA: at('of-texts'), SWATH_DATABASE_URL: await fresh() };
    expect(await swath(['restore', at('texts')], target)).toMatchObject({ code: 0 });
  }, 120_000);

  test('refused: a database that holds something, another key, a dump that was changed; nothing is left behind', async () => {
    const used = await swath(['restore', at('backup')], { ...env, SWATH_DATA: at('used') });
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('is not empty (it has public.')]);
    const target = { SWATH_DATA: at('other'), SWATH_DATABASE_URL: await fresh() };
    const otherKey = await swath(['restore', at('backup')], { ...target, SWATH_MASTER_KEY: '7'.repeat(64) });
    expect([otherKey.code, otherKey.stderr]).toEqual([4, expect.stringContaining('does not open this backup')]);
    await swathJson(['backup', at('changed')], env);
    appendFileSync(at('changed', 'database.dump'), '!');
    const changed = await swath(['restore', at('changed')], target);
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('its checksum is another one')]);
    expect(await rowsOf(target.SWATH_DATABASE_URL)).toEqual({});
    for (const name of ['used', 'other'])
      expect(existsSync(at(name)) ? readdirSync(at(name)).filter((each) => !each.startsWith('serve.')) : []).toEqual(
        [],
      );
  }, 120_000);

  test('--without database: the files alone, and said; a password is not told where it cannot be dumped', async () => {
    const { code, stderr } = await swath(['backup', at('files'), '--without', 'database'], env);
    expect([code, stderr]).toEqual([0, expect.stringContaining('run pg_dump now')]);
    expect(readdirSync(at('files'))).not.toContain('database.dump');
    const away = { ...env, SWATH_DATABASE_URL: 'postgres://swath:canary-secret@127.0.0.1:1/none' };
    const failed = await swath(['backup', at('away')], away);
    expect([failed.code, failed.stderr]).toEqual([1, expect.not.stringContaining('canary-secret')]);
    expect(existsSync(at('away'))).toBe(false);
    const onFiles = await swath(['backup', at('no'), '--without', 'database'], { SWATH_DATA: at('data') });
    expect(onFiles.code).toBe(2);
  });
});

test('where the programs of PostgreSQL are not installed, what to do is said', async () => {
  const dumped = runOnPostgres('pg_dump', 'postgres://localhost/x', [], { folders: [freshFolder()] });
  await expect(dumped).rejects.toThrow(/pg_dump is not installed here: install .* '--without database'/);
});

test('words of addresses that only our driver knows are said as these programs know them', async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "$@" >&2; exit 1\n', { mode: 0o700 });
  const asked = (url: string) => runOnPostgres('pg_dump', url, [], { folders: [folder] });
  const plain = 'postgres://u@h/d';
  await expect(asked(plain)).rejects.toThrow(`--dbname=${plain}`);
  for (const words of ['sslmode=no-verify', 'ssl=true'])
    await expect(asked(`${plain}?${words}`)).rejects.toThrow(/--dbname=postgres:\/\/u@h\/d\?sslmode=require$/);
  await expect(asked(`${plain}?sslmode=verify-full`)).rejects.toThrow(/sslmode=verify-full$/);
  rmSync(folder, { recursive: true, force: true });
});

test('a dump that is stopped ends its program', async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o700 });
  const leave = new AbortController();
  setTimeout(() => leave.abort(new Error('stopped')), 300);
  const dumped = runOnPostgres('pg_dump', 'postgres://h/d', [], { folders: [folder], signal: leave.signal });
  await expect(dumped).rejects.toThrow(/^stopped$/);
  rmSync(folder, { recursive: true, force: true });
});
