import { setTimeout } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '../../../server/src/adapters/postgres/catalog/database/connections.ts';
import type { PostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import { momentsOn } from '../../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { searchPage } from '../../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { createSnapshots } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import {
  beginParting,
  dropTable,
  tablesToDrop,
} from '../../../server/src/adapters/postgres/catalog/partitions/tend-partitions.ts';
import { partNext } from '../../../server/src/adapters/postgres/catalog/partitions/part-entries.ts';
import { type Write, writesOn } from '../../../server/src/adapters/postgres/catalog/write/write.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { find, idsOf, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { type OwnSchema, ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

const years = ['1066', '2018', '2019', '2020', '2021', '2060'];
const timeOf = (n: number): string | null => {
  const year = [...years, null][n % 7];
  return year === null ? null : `${year}-03-0${1 + (n % 9)}T00:00:00Z`;
};
const item = (n: number, datetime = timeOf(n)) =>
  makeItem(`i${String(n).padStart(4, '0')}`, { properties: { datetime } });
const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));

describe.skipIf(whyNone !== null)(`the upkeep of partitions on PostgreSQL${whySkipped}`, () => {
  let own: OwnSchema;
  let node: PostgresCatalog;
  let pool: Pool;
  let write: Write;
  const schemas: OwnSchema[] = [];
  beforeEach(async () => {
    own = ownSchema();
    schemas.push(own);
    node = await own.open();
    await putCollections(node.catalog, 'a');
    pool = createPool(serverUrl, { schema: own.schema, connections: 4, log: silentLog });
    write = writesOn(pool, 'test');
  });
  afterEach(() => pool.end());
  afterAll(async () => {
    for (const each of schemas) await each.drop();
  });

  const momentOf = () => momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false });
  const stateOf = async () => (await own.rows('SELECT entries, parting::int FROM catalog_state'))[0]!;
  const namesIn = async () =>
    (await own.rows('SELECT name FROM catalog_partitions ORDER BY name')).map(({ name }) => String(name).slice(16));
  const isWholeThere = async () =>
    (await own.rows(`SELECT to_regclass('${own.schema}.catalog_entries') IS NOT NULL AS there`))[0]!['there'];

  /** Runs SQL in a transaction that stays open for as long as the work. */
  async function holding(text: string, work: () => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: serverUrl, options: `-c search_path=${own.schema},public` });
    await client.connect();
    await client.query(`BEGIN; ${text}`);
    try {
      await work();
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
  }

  test('a store that has grown is parted by one of two nodes, which drops the one table after a while', async () => {
    await put(node.catalog, items(30));
    const before = await find(node.catalog);
    const rules = { items: 29, restMs: 0, everyMs: 20 };
    const [service] = [await own.open({ partitions: rules }), await own.open({ partitions: rules })];
    while (await isWholeThere()) await setTimeout(20);
    expect(await stateOf()).toEqual({ entries: 'catalog_entries_by_time', parting: null });
    expect(await namesIn()).toEqual(['2018', '2019', '2020', '2021', 'early', 'late', 'untimed']);
    for (const { catalog } of [service, node, await own.open()]) expect(await find(catalog)).toEqual(before);
    await put(node.catalog, [item(30)]);
    expect(await find(service.catalog)).toHaveLength(31);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('no more items than the size, the size 0 and the first hour after an upgrade leave the one table', async () => {
    await put(node.catalog, items(30));
    for (const rules of [
      { items: 30, restMs: 0 },
      { items: 0, restMs: 0 },
      { items: 29, restMs: 3_600_000 },
    ]) {
      const service = await own.open({ partitions: { ...rules, everyMs: 10 } });
      while (service.isTended()) await setTimeout(10);
      await setTimeout(30);
      expect({ rules, ...(await stateOf()) }).toEqual({ rules, entries: 'catalog_entries', parting: null });
      await service.close();
    }
  });

  test('searches and writes go on while it is parted, and a search keeps to its moment when it is done', async () => {
    await put(node.catalog, items(1_500));
    await write(beginParting);
    expect(await write(partNext)).toBe(true);
    expect(await stateOf()).toEqual({ entries: 'catalog_entries', parting: 1_000 });
    // Of both sides of where it stands: moved, taken away and added.
    await put(node.catalog, [item(3, '2025-01-01T00:00:00Z'), item(1_400, '2025-01-01T00:00:00Z')], 'upsert');
    await node.catalog.deleteItems([item(10), item(1_410)]);
    await put(node.catalog, [item(1_500), item(1_501)]);
    expect(await problemsOf(own)).toEqual([]);
    const before = await find(node.catalog);
    expect(before).toHaveLength(1_500);
    const [moment, snapshots] = [momentOf(), createSnapshots()];
    const everything = readSearchBody({ limit: 10_000 });
    const kept = moment(undefined, async (query) => {
      await query('SELECT version FROM catalog_state');
      while (await write(partNext));
      expect((await stateOf())['entries']).toBe('catalog_entries_by_time');
      await node.catalog.deleteItems([item(20)]);
      return searchPage(query, snapshots, everything, 'all');
    });
    expect(idsOf(await kept)).toEqual(before);
    expect(await find(node.catalog)).toEqual(before.filter((id) => id !== 'i0020'));
    expect(await problemsOf(own)).toEqual([]);
  });

  test('a connection that is cut while it is parted leaves the one table as it was, and another goes on from there', async () => {
    await put(node.catalog, items(1_500));
    const before = await find(node.catalog);
    await write(beginParting);
    await write(partNext);
    await holding('LOCK TABLE catalog_entries_2020 IN SHARE MODE', async () => {
      const cut = write(partNext).then(
        () => 'done',
        (error: { kind?: string }) => error.kind,
      );
      const waiting = `FROM pg_locks WHERE NOT granted AND relation = '${own.schema}.catalog_entries_2020'::regclass`;
      while ((await own.rows(`SELECT pg_terminate_backend(pid) ${waiting}`)).length === 0) await setTimeout(10);
      expect(await cut).toBe('unavailable');
    });
    expect(await stateOf()).toEqual({ entries: 'catalog_entries', parting: 1_000 });
    expect(await find(node.catalog)).toEqual(before);
    const other = await own.open({ partitions: { items: 1e9, restMs: 60_000 } });
    while (other.isTended()) await setTimeout(10);
    expect((await stateOf())['entries']).toBe('catalog_entries_by_time');
    expect(await find(node.catalog)).toEqual(before);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('a partition that was emptied is dropped after a while, and not while a search reads', async () => {
    await own.part();
    await put(node.catalog, [item(1), item(2), item(9)]);
    await node.catalog.deleteItems([item(1)]);
    const [soon, late] = [
      { items: 1, restMs: 0 },
      { items: 1, restMs: 60_000 },
    ];
    const over = (rules = soon) => write((desk) => tablesToDrop(desk, rules));
    const drop = (name: string) => write((desk) => dropTable(desk, name, soon));
    expect(await over(late)).toEqual([]);
    expect(await over()).toEqual(['catalog_entries_2018']);
    const moment = momentOf();
    const found = moment(undefined, async (query) => {
      const page = () => searchPage(query, createSnapshots(), readSearchBody({ sortby: 'datetime' }), 'all');
      await page();
      await expect(drop('catalog_entries_2018')).rejects.toMatchObject({ kind: 'unavailable' });
      return page();
    });
    expect(idsOf(await found)).toEqual(['i0009', 'i0002']);
    // Written to since it was seen empty, it is not.
    await put(node.catalog, [item(1)]);
    await drop('catalog_entries_2018');
    expect(await namesIn()).toEqual(['2018', '2019']);
    await node.catalog.deleteItems([item(1)]);
    const reading = Promise.all(Array.from({ length: 30 }, () => find(node.catalog)));
    for (const name of await over()) await drop(name);
    for (const ids of await reading) expect(ids).toEqual(['i0002', 'i0009']);
    expect(await namesIn()).toEqual(['2019']);
    await put(node.catalog, [item(1)]);
    expect(await namesIn()).toEqual(['2018', '2019']);
    expect(await find(node.catalog)).toEqual(['i0002', 'i0009', 'i0001']);
    expect(await problemsOf(own)).toEqual([]);
  });

  /** The partitions whose index a search looks into. */
  function looked(body: object): Promise<readonly string[]> {
    const looks = `SELECT relname, idx_scan::int FROM pg_stat_xact_user_tables
      WHERE schemaname = '${own.schema}' AND relname LIKE 'catalog\\_entries\\_%' ORDER BY relname`;
    return momentOf()(undefined, async (query) => {
      const before = new Map(await query<[string, number]>(looks));
      await searchPage(query, createSnapshots(), readSearchBody(body), 'all');
      const after = await query<[string, number]>(looks);
      return after.filter(([name, count]) => count !== before.get(name)).map(([name]) => name.slice(16));
    });
  }

  test('a search of some time looks into the partitions of that time alone', async () => {
    await own.part();
    await put(node.catalog, items(70));
    const in2019 = '2019-02-01T00:00:00Z/2019-11-01T00:00:00Z';
    expect(await looked({ datetime: in2019 })).toEqual(['2019']);
    expect(await looked({ datetime: in2019, bbox: [0, 0, 20, 20] })).toEqual(['2019']);
    expect(await looked({ datetime: in2019, limit: 0 })).toEqual(['2019']);
    expect(await looked({ filter: "datetime < TIMESTAMP('1100-01-01T00:00:00Z')" })).toEqual(['early']);
    expect(await looked({ datetime: '2020-01-01T00:00:00Z/..', limit: 50 })).toEqual(['2020', '2021', 'late']);
    // The newest first, and no further than the page needs.
    expect(await looked({ limit: 5 })).toEqual(['2021', 'late']);
    expect(await looked({ limit: 5, sortby: 'datetime' })).toEqual(['2018', 'early']);
  });
});
