import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresCatalog } from '../../server/src/adapters/postgres/catalog/open.ts';
import { makeCollection, makeItem, put } from '../catalog/contract/fixtures.ts';
import { postgresForTests } from '../abuse/support/postgres-database.ts';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';
import { adminEnv, selfStatus, signIn, startServing, stopLeftovers } from './swath-process.ts';

const postgres = postgresForTests();
const url = 'url' in postgres ? postgres.url : null;
const why = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';

describe.skipIf(url === null)(`the command line on PostgreSQL${why}`, () => {
  const timeout = 90_000;
  const name = `cli_${randomUUID().replaceAll('-', '')}`;
  const folder = freshFolder();
  const databaseUrl = url === null ? '' : Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const env = { SWATH_DATA: folder, SWATH_DATABASE_URL: databaseUrl };

  async function query(text: string): Promise<void> {
    const client = new Client({ connectionString: url! });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  beforeAll(() => query(`CREATE DATABASE ${name}`));
  afterAll(async () => {
    stopLeftovers();
    await query(`DROP DATABASE ${name} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  });

  test('migrates, manages accounts and keys, and a running service honours it at once', { timeout }, async () => {
    expect(await swathJson(['migrate', '--status'], env)).toMatchObject({ version: 0 });
    expect(await swathJson(['migrate'], env)).toMatchObject({ from: 0, catalogue: { from: 0 } });
    expect(await swathJson(['migrate', '--status'], env)).toMatchObject({ pending: [], catalogue: { pending: [] } });
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`INSERT INTO catalog_schema_version (version, name, applied_at_ms) VALUES (999, 'future', 0)`);
    const later = await swath(['migrate', '--status'], env);
    expect([later.code, later.stderr]).toEqual([1, expect.stringContaining('the catalogue has schema version 999')]);
    const seen = await swath(['doctor'], env);
    expect([seen.code, seen.stdout]).toEqual([1, expect.stringContaining('its schema 999 is of a later release')]);
    await client.query('DELETE FROM catalog_schema_version WHERE version = 999');
    await client.end();
    const serving = await startServing({ ...env, ...adminEnv });
    const made = await swathJson<{ id: string; one_time_password: string }>(['account', 'add', 'ann@example.com'], env);
    const { token } = await signIn(serving.url, 'ann@example.com', made.one_time_password);
    const key = await swathJson<{ api_key: string }>(['key', 'create', '--account', made.id], env);
    const credentials: Env[] = [{ authorization: `Bearer ${token}` }, { 'vendor-api-key': key.api_key }];
    const statuses = () => Promise.all(credentials.map((headers) => selfStatus(serving.url, headers)));
    expect(await statuses()).toEqual([200, 200]);
    expect(await swathJson(['account', 'deactivate', made.id], env)).toMatchObject({ ended: { keys: 1, sessions: 1 } });
    expect(await statuses()).toEqual([401, 401]);
    expect((await serving.stop()).code).toBe(0);
    expect(readdirSync(folder)).not.toContain('app.db');
  });

  test(
    'doctor finds nothing wrong where nothing is, and tells since when the queue is paused',
    { timeout },
    async () => {
      const more = { ...env, SWATH_DISK_LOW_MB: '0' };
      const ill = async () => {
        const { stdout } = await swath(['doctor', '--json'], more);
        const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
        return findings.filter(({ level }) => level !== 'ok').map(({ check, text }) => `${check}: ${text}`);
      };
      expect(await ill()).toEqual([]);
      await swathJson(['queue', 'pause'], more);
      expect(await ill()).toEqual([expect.stringMatching(/^orders: the queue is paused since 20\d\d-/)]);
      await swathJson(['queue', 'resume'], more);
    },
  );

  test('doctor looks at the replica that searches read too', { timeout }, async () => {
    await swathJson(['migrate'], env);
    const replicaOf = async (replica: string) => {
      const { stdout } = await swath(['doctor', '--json'], { ...env, SWATH_SEARCH_DATABASE_URL: replica });
      const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
      return findings.filter(({ check }) => check === 'replica').map(({ level, text }) => [level, text]);
    };
    expect(await replicaOf(databaseUrl)).toEqual([['ok', expect.stringContaining('it answers')]]);
    expect(await replicaOf(url!)).toEqual([['error', expect.stringContaining('its catalogue has schema 0')]]);
    expect(await replicaOf('postgres://u:secret@127.0.0.1:1/x')).toEqual([
      ['error', expect.not.stringContaining('secret')],
    ]);
  });

  test('doctor finds the files of items and collections that are not where they say', { timeout }, async () => {
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    for (const file of ['one.tif', 'cover.tif']) writeFileSync(join(archive, file), 'pixels');
    const { catalog, close } = await openPostgresCatalog(databaseUrl, { declared: [] });
    const asset = (file: string) => ({ assets: { visual: { href: pathToFileURL(join(archive, file)).href } } });
    await catalog.putCollection(makeCollection('a', asset('cover.tif')), 'insert', null);
    await put(catalog, [makeItem('one', asset('one.tif')), makeItem('two', asset('gone.tif')), makeItem('none')]);
    await close();
    const more = { ...env, SWATH_ARCHIVE_ROOTS: archive, SWATH_DISK_LOW_MB: '0' };
    const sources = async (...args: string[]) => {
      const { stdout } = await swath(['doctor', ...args, '--json'], more);
      const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
      return findings.filter(({ check }) => check === 'sources').map(({ level, text }) => `${level} ${text}`);
    };
    expect(await sources('--all')).toEqual([
      expect.stringMatching(/^error 1 files .* not in .*archive any more \(of 3\)/),
    ]);
    writeFileSync(join(archive, 'gone.tif'), 'pixels');
    expect(await sources('--all')).toEqual([expect.stringMatching(/^ok .*: 3$/)]);
    expect(await sources()).toEqual([expect.stringMatching(/^ok .*: a sample of [1-3] /)]);
  });

  test('says that the database is out of reach with exit code 1, without its address', { timeout }, async () => {
    const away = { ...env, SWATH_DATABASE_URL: 'postgres://swath:canary-secret@127.0.0.1:1/none' };
    const runs = await Promise.all([swath(['migrate', '--status'], away), swath(['account', 'list'], away)]);
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/out of reach/);
      expect(stderr).not.toContain('canary-secret');
    }
  });
});
