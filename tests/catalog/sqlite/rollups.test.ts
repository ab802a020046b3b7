import { expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { createLoadDesk } from '../../../server/src/adapters/sqlite/catalog/load/load-desk.ts';
import { putItems } from '../../../server/src/adapters/sqlite/catalog/write/put-items.ts';
import { openForWriting } from '../../../server/src/adapters/sqlite/catalog/file/settings.ts';
import type { Measure } from '../../../server/src/catalog/aggregate/measure.ts';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { everything } from '../../../server/src/catalog/search-request.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { makeItem, putCollections } from '../contract/fixtures.ts';
import { collections, randomItem } from '../contract/random-archive.ts';
import { rollupProblems } from './recount-rollups.ts';
import { loadOffline, open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();
const declared = ['eo:cloud_cover', 'platform', 'n', 'v'];

const measures: readonly Measure[] = [
  { kind: 'count' },
  { kind: 'earliest' },
  { kind: 'latest' },
  { kind: 'times', step: 'week' },
  { kind: 'times', step: 'hour' },
  { kind: 'geohash', precision: 3 },
  { kind: 'geohash', precision: 5 },
  { kind: 'tiles', zoom: 6 },
  { kind: 'terms', property: 'platform' },
  { kind: 'terms', property: 'v' },
  { kind: 'numbers', property: 'eo:cloud_cover', step: 5 },
  { kind: 'numbers', property: 'n', step: 1_000 },
];

const answersOf = (catalog: Catalog) => catalog.aggregate({ search: everything, measures }, 'all');

function kindsOf(file: string): readonly (readonly [kind: number, filled: number | null])[] {
  const connection = connect(file, { readOnly: true });
  try {
    const rows = connection.prepare('SELECT kind, filled FROM rollup_kinds ORDER BY kind').all();
    return (rows as { kind: number; filled: number | null }[]).map(({ kind, filled }) => [kind, filled]);
  } finally {
    connection.close();
  }
}

function problemsIn(file: string): readonly string[] {
  const connection = connect(file, { readOnly: true });
  try {
    return rollupProblems(connection);
  } finally {
    connection.close();
  }
}

async function untilFilled(file: string): Promise<void> {
  await expect.poll(() => kindsOf(file).every(([, filled]) => filled === null), { timeout: 20_000 }).toBe(true);
}

const someItems = (count: number, from = 0) => {
  const random = createRandom(seed + from);
  return Array.from({ length: count }, (_, i) => randomItem(random, `i${from + i}`));
};

async function bothWith(file: string, names: readonly string[], count: number) {
  const store = await open(file, names);
  const oracle = createMemoryCatalog();
  const writes = someItems(count).map((item) => ({ item, ifMatch: null }));
  for (const each of [store.catalog, oracle]) {
    await putCollections(each, ...collections);
    await each.putItems(writes, 'upsert');
  }
  return { store, oracle };
}

test('an older catalogue answers right while its rollups are filled, and then from them', async () => {
  const file = temporaryFile();
  const { store, oracle } = await bothWith(file, declared, 4_500);
  await store.close();
  const connection = connect(file);
  connection.exec('DELETE FROM rollups; DELETE FROM rollup_kinds');
  connection.close();
  const again = await open(file, declared);
  const expected = await answersOf(oracle);
  do {
    // Written to meanwhile: what is counted is counted once.
    const [item] = someItems(1, 10_000);
    for (const each of [again.catalog, oracle]) {
      await each.putItems([{ item: item!, ifMatch: null }], 'upsert');
      await each.deleteItem(item!.collection, item!.id, null);
    }
    expect(await answersOf(again.catalog)).toEqual(expected);
  } while (kindsOf(file).some(([, filled]) => filled !== null));
  expect(problemsIn(file)).toEqual([]);
  expect(await answersOf(again.catalog)).toEqual(expected);
});

test('a property that is declared later is rolled up, one that is no more loses its rows', async () => {
  const file = temporaryFile();
  const { store, oracle } = await bothWith(file, ['eo:cloud_cover', 'platform'], 500);
  await store.close();
  const again = await open(file, ['platform', 'n', 'v']);
  const expected = await answersOf(oracle);
  expect(await answersOf(again.catalog)).toEqual(expected);
  await expect.poll(() => kindsOf(file).length, { timeout: 20_000 }).toBe(5);
  await untilFilled(file);
  expect(problemsIn(file)).toEqual([]);
  expect(await answersOf(again.catalog)).toEqual(expected);
});

test('a load without a service leaves rollups of everything, of what it replaced too', async () => {
  const file = temporaryFile();
  const { store, oracle } = await bothWith(file, declared, 300);
  await store.close();
  const more = [...someItems(400, 200), ...someItems(50, 200)];
  await loadOffline(file, more, { declared, mode: 'upsert', itemsAtOnce: 70 });
  expect(kindsOf(file).every(([, filled]) => filled === null)).toBe(true);
  expect(problemsIn(file)).toEqual([]);
  await oracle.putItems(
    more.map((item) => ({ item, ifMatch: null })),
    'upsert',
  );
  expect(await answersOf((await open(file, declared)).catalog)).toEqual(await answersOf(oracle));
});

test('a load that was cut short is counted by the next start', async () => {
  const file = temporaryFile();
  const { store, oracle } = await bothWith(file, declared, 100);
  await store.close();
  const writes = someItems(200, 500).map((item) => ({ item, ifMatch: null }));
  const connection = openForWriting(file, {}, 16);
  const desk = createLoadDesk(connection);
  await desk.perform((at) => putItems(at, writes, 'upsert'));
  desk.commit();
  connection.close();
  expect(kindsOf(file).every(([, filled]) => filled !== null)).toBe(true);
  await oracle.putItems(writes, 'upsert');
  const again = await open(file, declared);
  expect(await answersOf(again.catalog)).toEqual(await answersOf(oracle));
  await untilFilled(file);
  expect(problemsIn(file)).toEqual([]);
  expect(await answersOf(again.catalog)).toEqual(await answersOf(oracle));
});

test.each(['online', 'offline'])(
  'a property with a value for every item is given up, %s, and still answered',
  async (way) => {
    const file = temporaryFile();
    const { catalog, close } = await open(file, ['platform', 'n']);
    await putCollections(catalog, 'a');
    const items = Array.from({ length: 6_500 }, (_, i) =>
      makeItem(`i${i}`, { geometry: null, properties: { platform: `p${i}`, n: i % 7 } }),
    );
    if (way === 'online')
      for (let i = 0; i < items.length; i += 500)
        await catalog.putItems(
          items.slice(i, i + 500).map((item) => ({ item, ifMatch: null })),
          'insert',
        );
    await close();
    if (way === 'offline') await loadOffline(file, items, { declared: ['platform', 'n'], mode: 'insert' });
    const kinds = kindsOf(file);
    expect(kinds.filter(([, filled]) => filled === -1)).toEqual([[16, -1]]);
    expect(kinds.filter(([, filled]) => filled === null)).toHaveLength(3);
    const connection = connect(file, { readOnly: true });
    expect(connection.prepare('SELECT count(*) AS n FROM rollups WHERE kind = 16').get()).toEqual({ n: 0 });
    expect(rollupProblems(connection)).toEqual([]);
    connection.close();
    const again = await open(file, ['platform', 'n']);
    await again.catalog.deleteItem('a', 'i0', null);
    const [terms] = await again.catalog.aggregate(
      { search: everything, measures: [{ kind: 'terms', property: 'platform' }] },
      'all',
    );
    expect(terms).toMatchObject({ overflow: 0 });
    expect(terms && 'buckets' in terms && terms.buckets.length).toBe(6_499);
  },
);
