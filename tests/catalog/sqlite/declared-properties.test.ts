import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const count = 700;

async function fillWith(catalog: Catalog, items: number): Promise<void> {
  await putCollections(catalog, 'a');
  const all = Array.from({ length: items }, (_, i) =>
    makeItem(`item-${String(i).padStart(5, '0')}`, {
      properties: { n: i, even: i % 2 === 0, kind: `kind ${i % 3}`, at: `2020-01-01T00:00:${10 + (i % 40)}+01:00` },
    }),
  );
  await put(catalog, all);
}

function query(file: string, sql: string): Record<string, unknown>[] {
  const connection = connect(file, { readOnly: true });
  try {
    return connection.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    connection.close();
  }
}

const documentsIn = (file: string) => query(file, 'SELECT pk, document FROM documents ORDER BY pk');
const declaredIn = (file: string) => query(file, 'SELECT slot, name, is_ready FROM declared ORDER BY slot');
const areAllReady = (file: string) => declaredIn(file).every((row) => row['is_ready'] === 1);
const readiness = (file: string) =>
  vi.waitFor(
    () => {
      expect(query(file, `SELECT name FROM state WHERE name IN ('reindex', 'clearing')`)).toEqual([]);
      expect(areAllReady(file)).toBe(true);
    },
    { timeout: 15_000 },
  );

const twelve = (first: string) => Array.from({ length: 12 }, (_, i) => `${first}${i}`);

describe('declared properties', () => {
  test('of an empty store are ready at once', async () => {
    const file = temporaryFile();
    await open(file, ['n', 'kind']);
    expect(declaredIn(file)).toEqual([
      { slot: 0, name: 'n', is_ready: 1 },
      { slot: 1, name: 'kind', is_ready: 1 },
    ]);
  });

  test('that come later are filled for the items that are there, while others write', async () => {
    const file = temporaryFile();
    const before = await open(file, ['n']);
    await fillWith(before.catalog, count);
    await before.close();
    const { catalog } = await open(file, ['n', 'even', 'at']);
    expect(areAllReady(file)).toBe(false);
    await put(catalog, [makeItem('new', { properties: { even: 'neither', n: -1 } })]);
    await put(catalog, [makeItem('item-00001', { properties: { even: null, n: 1 } })], 'upsert');
    await catalog.deleteItem('a', 'item-00650', null);
    const documents = documentsIn(file);
    await readiness(file);
    expect(documentsIn(file)).toEqual(documents);
    expect(problemsOf(file)).toEqual([]);
    expect(await find(catalog, { filter: "even = 'neither'" })).toEqual(['new']);
  });

  test('are filled to the end after an interruption', async () => {
    const file = temporaryFile();
    const before = await open(file, []);
    await fillWith(before.catalog, count);
    await before.close();
    const stopped = await open(file, ['kind']);
    await stopped.close();
    const [{ value: reached }] = query(file, `SELECT value FROM state WHERE name = 'reindex'`) as [{ value: string }];
    expect(Number(reached)).toBeLessThan(count);
    expect(declaredIn(file)).toEqual([{ slot: 0, name: 'kind', is_ready: 0 }]);
    await open(file, ['kind']);
    await readiness(file);
    expect(problemsOf(file)).toEqual([]);
  });

  test('that are dropped lose their values; the same name, or another one, can come back into the slot', async () => {
    const file = temporaryFile();
    const before = await open(file, ['n', 'kind']);
    await fillWith(before.catalog, 300);
    await before.close();
    const without = await open(file, ['kind']);
    await readiness(file);
    expect(query(file, 'SELECT DISTINCT slot FROM props')).toEqual([{ slot: 1 }]);
    expect(problemsOf(file)).toEqual([]);
    await without.close();
    // The values in the items' rows are the very ones that the slot had before.
    const again = await open(file, ['kind', 'n']);
    await readiness(file);
    expect(declaredIn(file).map(({ name }) => name)).toEqual(['n', 'kind']);
    expect(problemsOf(file)).toEqual([]);
    await again.close();
    await open(file, ['even']);
    await readiness(file);
    expect(declaredIn(file).map(({ name }) => name)).toEqual(['even']);
    expect(problemsOf(file)).toEqual([]);
  });

  test('get their slots later where all twelve are still being cleared', async () => {
    const file = temporaryFile();
    const before = await open(file, [...twelve('old').slice(1), 'n']);
    await fillWith(before.catalog, 50);
    await before.close();
    const after = await open(file, [...twelve('new').slice(1), 'kind']);
    await readiness(file);
    expect(declaredIn(file).map(({ name }) => name)).toEqual(expect.arrayContaining(['kind', 'new11']));
    expect(declaredIn(file)).toHaveLength(12);
    expect(problemsOf(file)).toEqual([]);
    await after.close();
  });

  test('beyond twelve are refused at the start', async () => {
    const names = Array.from({ length: 13 }, (_, i) => `name-${i}`);
    await expect(open(temporaryFile(), names)).rejects.toThrow('at most 12 properties can be declared, 13 are: name-0');
  });
});

test('a store that was indexed by other rules is indexed anew', async () => {
  const file = temporaryFile();
  const before = await open(file, ['n']);
  await fillWith(before.catalog, 450);
  await before.close();
  const connection = connect(file);
  // What a release with other cells would have left: other streams, and entries for them.
  connection.exec(`UPDATE items SET index_version = 0, streams = '[1]'; DELETE FROM entries; DELETE FROM stream_facts;
    INSERT INTO stream_facts SELECT 1, count(*), min(dt), max(dt) FROM items;
    UPDATE state SET value = '0' WHERE name = 'index_version'`);
  connection.close();
  const { catalog } = await open(file, ['n']);
  await readiness(file);
  expect(problemsOf(file)).toEqual([]);
  expect(query(file, 'SELECT DISTINCT index_version AS v FROM items')).toEqual([{ v: 1 }]);
  expect(await find(catalog, { bbox: [10, 10, 11, 11] })).toHaveLength(450);
});
