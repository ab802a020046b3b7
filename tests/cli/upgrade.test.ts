import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { latestVersion, migrate, migrations } from '../../server/src/adapters/sql/migrate.ts';
import { lockDataFolder } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { catalogMigrations } from '../../server/src/adapters/sqlite/catalog/migrations.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { exclusivelyOn } from '../../server/src/adapters/sqlite/serve-writes.ts';
import { call, createKey, signIn } from '../abuse/support/call.ts';
import { makeCollection, makeItem, put, square } from '../catalog/contract/fixtures.ts';
import { withoutFreshTables } from '../catalog/sqlite/fresh-limits.ts';
import { startService } from '../support/start-service.ts';
import { freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const data = join(folder, 'data');
const env = { SWATH_DATA: data };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the first release left its databases: accounts, keys and audit; items and their index. */
function makeFirstRelease(): void {
  const app = connect(join(data, 'app.db'));
  const tables = [
    'operating',
    'request_counts',
    'rate_counts',
    'order_turns',
    'saved_search_mails',
    'saved_search_acquisitions',
    'saved_search_batches',
    'saved_search_feeds',
    'saved_searches',
    'ingest_jobs',
    'webhooks',
    'webhook_secrets',
    'order_idempotency',
    'order_documents',
    'order_tile_specs',
    'order_tiles',
    'orders',
    'bucket_owners',
    'bucket_grants',
    'selection_cells',
    'selections',
  ];
  app.exec(`DROP TRIGGER audit_log_no_delete; DROP INDEX accounts_by_organization; DROP INDEX organizations_by_age;
    ${tables.map((table) => `DROP TABLE ${table};`).join('\n')}
    ALTER TABLE organizations DROP COLUMN prices;
    CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    DELETE FROM schema_version WHERE version > 1`);
  app.close();
  const catalogue = connect(join(data, 'catalog.db'));
  catalogue.exec(`${withoutFreshTables}
    UPDATE collections SET document = (SELECT coalesce(own, document) FROM collection_facts f WHERE f.number = collections.number);
    UPDATE collections SET etag = 'of what its owner wrote';
    DROP TABLE collection_facts; DROP INDEX collections_by_revision; DROP INDEX collections_by_id;
    ALTER TABLE collections DROP COLUMN revision;
    DROP TABLE texts; DROP TABLE words; DROP TABLE word_counts; DROP TABLE rollups; DROP TABLE rollup_kinds;
    DELETE FROM property_stats WHERE collection = '';
    ALTER TABLE stream_facts RENAME TO stream_stats;
    DELETE FROM state WHERE name NOT IN ('version', 'index_version');
    DELETE FROM schema_version WHERE version > 1`);
  catalogue.close();
}

/** As the release before left it; what is packed already stays so. */
function makeOlderTimes(): void {
  const catalogue = connect(join(data, 'catalog.db'));
  catalogue.exec(withoutFreshTables);
  catalogue.exec('ALTER TABLE stream_facts RENAME TO stream_stats; DELETE FROM schema_version WHERE version > 6');
  catalogue.close();
}

const paths = [
  '/search?limit=100',
  '/search?q=meadow',
  '/search?bbox=10,10,20,11',
  '/collections',
  '/queryables',
  '/aggregate?aggregations=total_count',
];

/** What a customer sees, once all is brought up to date. */
async function seen(url: string, key: string): Promise<readonly string[]> {
  const answers = await Promise.all(paths.map((path) => call(url, path, { key })));
  return answers.map(
    ({ status, text }) =>
      `${status} ${text.replaceAll(/http:\/\/localhost:\d+/g, '').replaceAll(/"timestamp":"[^"]*"/gi, '')}`,
  );
}

let [before, key]: [readonly string[], string] = [[], ''];
beforeAll(async () => {
  const running = await startService(env, { keepFolder: true });
  const { catalog } = running.service;
  await catalog.putCollection(makeCollection('a'), 'insert', null);
  await put(
    catalog,
    Array.from({ length: 40 }, (_, i) =>
      makeItem(`item-${i}`, { geometry: square(i, 10), properties: { title: i % 2 ? 'a meadow' : 'a lake', gsd: i } }),
    ),
  );
  const { bearer } = await signIn(running.url, running.admin.email, running.admin.password);
  key = (await createKey(running.url, bearer)).api_key;
  before = await seen(running.url, key);
  await running.stop();
});

describe('a data folder of the first release', () => {
  test('starts under this one: accounts, keys and audit are there, searches find the same, and orders can be placed', async () => {
    makeFirstRelease();
    expect(await swathJson(['migrate', '--status'], env)).toMatchObject({
      version: 1,
      latest: latestVersion,
      catalogue: { version: 1, latest: catalogMigrations.length },
    });
    const told = (await swath(['doctor'], env)).stdout;
    expect(told).toMatch(/app\.db: its schema 1 is behind.*\n.*to mend it: 'swath migrate', or start the service\n/);
    expect(told).toMatch(
      /catalog\.db: its schema \d is behind.*\n.*to mend it: 'swath migrate', or start the service\n/,
    );
    const running = await startService(env, { keepFolder: true });
    try {
      const { bearer } = await signIn(running.url, running.admin.email, running.admin.password);
      await expect.poll(() => seen(running.url, key), { timeout: 20_000 }).toEqual(before);
      const audit = (await call(running.url, '/admin/audit', { bearer })).json as { data: { action: string }[] };
      expect(audit.data.map(({ action }) => action)).toContain('api-key.create');
      expect((await call(running.url, '/order', { bearer })).status).toBe(200);
      expect((await call(running.url, '/admin/queue', { bearer })).status).toBe(200);
    } finally {
      await running.stop();
    }
    expect((await swath(['doctor', '--all'], env)).code).toBe(0);
  });
});

describe('a catalogue of before fresh rows lay apart', () => {
  test('is left alone while a service of that release runs, and brought up to date in passing by whoever opens it then', async () => {
    const catalogue = connect(join(data, 'catalog.db'));
    catalogue.exec(`${withoutFreshTables} DELETE FROM schema_version WHERE version > 7`);
    catalogue.close();
    const lock = await lockDataFolder(data);
    const file = join(folder, 'before.ndjson');
    const beside = await swath(['export', file], env);
    await lock.release();
    expect(beside).toMatchObject({ code: 4, stdout: '' });
    const alone = await swath(['export', file], env);
    expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('40 items')]);
    expect(alone.stderr).not.toContain('is written in the form');
    expect((await swath(['doctor', '--all'], env)).code).toBe(0);
  });
});

describe('a catalogue of before times were packed', () => {
  const notice = 'the catalogue is written in the form of this release';

  test('is left alone while a service of that release runs, and brought up to date by whoever opens it then', async () => {
    makeOlderTimes();
    const lock = await lockDataFolder(data);
    const file = join(folder, 'all.ndjson');
    const beside = await swath(['export', file], env);
    await lock.release();
    expect(beside).toMatchObject({ code: 4, stdout: '' });
    expect(beside.stderr).toMatch(
      /a service of an earlier release runs on this catalogue: start the one of this release/,
    );
    expect(await swathJson(['migrate', '--status'], env)).toMatchObject({
      catalogue: {
        version: 6,
        pending: [
          { version: 7, name: 'packed times' },
          { version: 8, name: 'fresh rows' },
        ],
      },
    });
    const alone = await swath(['export', file], env);
    expect(alone.code).toBe(0);
    expect(alone.stderr).toContain(notice);
    expect(alone.stderr).toContain('40 items');
    expect((await swath(['export', file], env)).stderr).not.toContain(notice);
  });

  test('is brought up to date by swath migrate, which says how long that takes', async () => {
    makeOlderTimes();
    const { code, stdout, stderr } = await swath(['migrate'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/catalogue applied +7 packed times/);
    expect(stderr).toContain(`${notice}, which takes about a minute for a million items`);
    expect((await swath(['doctor', '--all'], env)).code).toBe(0);
  });
});

type Step = { readonly name: string; readonly steps: typeof migrations };

/** Tables, indexes and triggers, as the database has them. */
async function schemaAfter(steps: readonly (typeof migrations)[]): Promise<readonly string[]> {
  mkdirSync(join(folder, 'schemas'), { recursive: true });
  const file = join(folder, 'schemas', `${Math.random()}.db`);
  const connection = connect(file);
  for (const each of steps) await migrate('sqlite', exclusivelyOn(connection), each);
  const rows = connection.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name').all() as {
    sql: string;
  }[];
  connection.close();
  return rows.map(({ sql }) => sql);
}

describe.each<Step>([
  { name: 'app.db', steps: migrations },
  { name: 'catalog.db', steps: catalogMigrations },
])('$name', ({ steps }) => {
  test('every older version comes to the schema of a new one', async () => {
    const fresh = await schemaAfter([steps]);
    for (let version = 1; version < steps.length; version++)
      expect(await schemaAfter([steps.slice(0, version), steps])).toEqual(fresh);
  });
});
