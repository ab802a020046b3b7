import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pack } from '../../../server/src/adapters/sqlite/catalog/catalog-verbs.ts';
import { openForWriting } from '../../../server/src/adapters/sqlite/catalog/file/settings.ts';
import { createCatalogWorkshop } from '../../../server/src/adapters/sqlite/catalog/workshop.ts';
import { commitGroup } from '../../../server/src/adapters/sqlite/commit-group.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { SqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { freshLimits } from './fresh-limits.ts';
import { problemsOf } from './recount.ts';
import { loadOffline, open, temporaryFile } from './temporary-catalogue.ts';

const declared = ['n'];
const limits = freshLimits(60, 40, 10);

const itemsFrom = (first: number, count: number, title = 'a meadow') =>
  Array.from({ length: count }, (_, i) =>
    makeItem(`i${first + i}`, { properties: { n: (first + i) % 17, title: `${title} ${first + i}` } }),
  );

const sameFrom = (day: string, first: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    makeItem(`i${first + i}`, { properties: { n: 1, title: 'meadow', datetime: `${day}T00:00:00Z` } }),
  );

function verbOf(items: readonly Item[]) {
  // A name that comes again has what came before it indexed at once.
  const writes = [...items.slice(0, -1), items[0]!, items.at(-1)!].map((item) => ({ item, ifMatch: null }));
  return { verb: 'putItems', input: pack(writes, 'upsert') };
}

let file: string;
let store: SqliteCatalog;
const openAgain = async () => (store = await open(file, declared, { freshLimits: limits }));

beforeEach(async () => {
  file = temporaryFile();
  await openAgain();
  await putCollections(store.catalog, 'a');
});

/** How many rows a table has. */
function rowsIn(table: string): number {
  const connection = connect(file, { readOnly: true });
  const { rows } = connection.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number };
  connection.close();
  return rows;
}

const fresh = () => ({ words: rowsIn('fresh_words'), props: rowsIn('fresh_props') });
const newest = (catalog: Catalog, body: object) => find(catalog, { limit: 1_000, ...body });

describe('rows of values and words', () => {
  test('of bulks lie in small tables, which never hold many more than they may; the others in large ones', async () => {
    for (let bulk = 0; bulk < 12; bulk++) {
      await put(store.catalog, itemsFrom(bulk * 25, 25));
      // What ends at the end of a table goes on at its beginning with the next bulk.
      expect(fresh().words).toBeLessThanOrEqual(60 + 2 * 75);
      expect(fresh().props).toBeLessThanOrEqual(40 + 2 * 25);
      expect(problemsOf(file)).toEqual([]);
    }
    expect(fresh().words).toBeGreaterThan(0);
    expect(rowsIn('word_rows') + fresh().words).toBe(300 * 3);
    expect(rowsIn('prop_rows') + fresh().props).toBe(300);
  });

  test('are found in both, in order and counted', async () => {
    for (let bulk = 0; bulk < 6; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    expect(fresh().words).toBeGreaterThan(0);
    const all = await newest(store.catalog, { q: 'meadow' });
    expect(all.length).toBe(150);
    for (const i of [0, 74, 149]) expect(await newest(store.catalog, { q: `${i}` })).toEqual([`i${i}`]);
    const { matched } = await store.catalog.search({ ...readSearchBody({ q: 'meadow' }), count: 'exact' }, 'all');
    expect(matched).toEqual({ atLeast: 150, isExact: true });
    const sorted = await newest(store.catalog, { sortby: '+n' });
    expect(sorted.map((id) => Number(id.slice(1)) % 17)).toEqual(
      Array.from({ length: 150 }, (_, i) => i % 17).sort((a, b) => a - b),
    );
  });

  test('go with their items, whichever table they are in', async () => {
    for (let bulk = 0; bulk < 6; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    await put(store.catalog, itemsFrom(0, 150, 'a lake'), 'upsert');
    expect(problemsOf(file)).toEqual([]);
    expect(await newest(store.catalog, { q: 'meadow' })).toEqual([]);
    for (let i = 0; i < 150; i += 2) await store.catalog.deleteItem('a', `i${i}`, null);
    expect(problemsOf(file)).toEqual([]);
    await store.catalog.deleteCollection('a', null);
    expect([fresh(), rowsIn('word_rows'), rowsIn('prop_rows')]).toEqual([{ words: 0, props: 0 }, 0, 0]);
  });

  test('of one value move on from where the last ones ended, not from the first of that value', async () => {
    await put(store.catalog, sameFrom('2020-06-15', 0, 70));
    // Later ones stand before those that wait.
    await put(store.catalog, sameFrom('2021-06-15', 70, 20));
    // Of each 7 items, fewer than 10 rows stay for the next move.
    expect(fresh().words).toBeLessThan(60 + 10);
    expect(fresh().props).toBeLessThan(40 + 10);
    const connection = connect(file, { readOnly: true });
    const numbers = (table: string) =>
      (connection.prepare(`SELECT pk FROM ${table}`).all() as { pk: number }[]).map(({ pk }) => pk);
    for (const table of ['prop_rows', 'word_rows']) expect(Math.max(...numbers(table))).toBeLessThanOrEqual(70);
    connection.close();
    expect(problemsOf(file)).toEqual([]);
  });

  test('gather again after they were removed: what went without a move is counted anew', async () => {
    for (let bulk = 0; bulk < 4; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    for (let turn = 0; turn < 12; turn++) await put(store.catalog, itemsFrom(0, 100, `turn ${turn}`), 'upsert');
    for (let bulk = 4; bulk < 10; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    expect(fresh().words).toBeGreaterThan(30);
    expect(fresh().props).toBeGreaterThan(20);
    expect(problemsOf(file)).toEqual([]);
  });

  test('that damage left in the large tables do not stop bulks', async () => {
    await put(store.catalog, itemsFrom(0, 15));
    const other = connect(file, { busyTimeoutMs: 5_000 });
    other.exec('INSERT INTO word_rows SELECT * FROM fresh_words; INSERT INTO prop_rows SELECT * FROM fresh_props');
    other.close();
    for (let bulk = 1; bulk < 8; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    expect(problemsOf(file)).toEqual([]);
  });

  test('stay where they are over a start, and go on from there', async () => {
    await put(store.catalog, itemsFrom(0, 15));
    await store.close();
    expect(fresh()).toEqual({ words: 45, props: 15 });
    await openAgain();
    await put(store.catalog, itemsFrom(15, 25));
    expect(fresh().words).toBe(60);
    expect(problemsOf(file)).toEqual([]);
  });

  test('of a property that is dropped go from both tables, and of one that is declared come', async () => {
    for (let bulk = 0; bulk < 3; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    expect(fresh().props).toBeGreaterThan(0);
    await store.close();
    const other = await open(file, ['title'], { freshLimits: limits });
    await expect.poll(() => problemsOf(file), { timeout: 10_000 }).toEqual([]);
    await put(other.catalog, itemsFrom(75, 25));
    expect(problemsOf(file)).toEqual([]);
  });

  test('of items that an offline load replaces are replaced', async () => {
    await put(store.catalog, itemsFrom(0, 15));
    await store.close();
    await loadOffline(file, itemsFrom(10, 20, 'a lake'), { declared, mode: 'upsert' });
    expect(problemsOf(file)).toEqual([]);
    expect(fresh().words).toBeGreaterThan(0);
    await openAgain();
    expect((await newest(store.catalog, { q: 'lake' })).length).toBe(20);
    expect((await newest(store.catalog, { q: 'meadow' })).length).toBe(10);
  });

  test('of writes that fail beside others are where they were, and are not counted as moved', async () => {
    await store.close();
    const connection = openForWriting(file, {}, 8);
    onTestFinished(() => connection.close());
    const workshop = createCatalogWorkshop(connection, declared, { ...limits, itemsAtOnce: 100 });
    const broken = { ...makeItem('broken'), bytes: Buffer.from('{"type":"Feature"') };
    for (let turn = 0; turn < 40; turn++) {
      const jobs = [verbOf(itemsFrom(turn * 4, 4)), verbOf([...itemsFrom(1_000, 12), broken])];
      const replies = await commitGroup(
        connection,
        workshop,
        jobs.map((job, id) => ({ id, ...job })),
      );
      expect(replies).toMatchObject([{ output: expect.anything() }, { fault: expect.anything() }]);
      expect(fresh().props).toBeLessThanOrEqual(40 + 2 * 10);
    }
    expect(fresh().props).toBeGreaterThan(20);
    expect(problemsOf(file)).toEqual([]);
  });

  test('of a bulk that fails leave nothing in either', async () => {
    for (let bulk = 0; bulk < 3; bulk++) await put(store.catalog, itemsFrom(bulk * 25, 25));
    const before = [fresh(), rowsIn('word_rows'), rowsIn('prop_rows')];
    const other = connect(file, { busyTimeoutMs: 5_000 });
    // Within the move that follows the bulk.
    other.exec(`CREATE TRIGGER broken BEFORE INSERT ON prop_rows BEGIN SELECT RAISE(ABORT, 'broken'); END`);
    await expect(put(store.catalog, itemsFrom(75, 25))).rejects.toThrow('broken');
    expect([fresh(), rowsIn('word_rows'), rowsIn('prop_rows')]).toEqual(before);
    other.exec('DROP TRIGGER broken');
    other.close();
    await put(store.catalog, itemsFrom(75, 25));
    expect(problemsOf(file)).toEqual([]);
  });
});

test.each([
  ['a bulk that is smaller than it may be', { leastItems: 16 }],
  ['a bulk that is larger', { mostItems: 14 }],
  ['a bulk into a small catalogue', { leastNumber: 16 }],
])('rows of %s go straight into the large tables', async (_, other) => {
  await store.close();
  store = await open(file, declared, { freshLimits: { ...limits, ...other } });
  await put(store.catalog, itemsFrom(0, 15));
  expect([fresh(), rowsIn('word_rows'), rowsIn('prop_rows')]).toEqual([{ words: 0, props: 0 }, 45, 15]);
});
