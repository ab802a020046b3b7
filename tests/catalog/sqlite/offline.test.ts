import { expect, test } from 'vitest';
import { indexWordsLater } from '../../../server/src/adapters/sqlite/catalog/tend/index-words-later.ts';
import { openOfflineCatalog } from '../../../server/src/adapters/sqlite/catalog/load/open-offline.ts';
import { itemsAtOnce, rankItems } from '../../../server/src/adapters/sqlite/catalog/tend/rank-items.ts';
import { createStatements } from '../../../server/src/adapters/sqlite/catalog/file/statements.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { collections, declared, randomItem } from './random-writes.ts';
import { problemsOf } from './recount.ts';
import { loadOffline, open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();

async function storeWith(file: string, ...ids: readonly string[]): Promise<void> {
  const { catalog, close } = await open(file, declared);
  await putCollections(catalog, ...collections);
  await put(
    catalog,
    ids.map((id) => makeItem(id)),
  );
  await close();
}

test(`a load without the service leaves what the same items written one by one leave (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const items = Array.from({ length: 400 }, () => randomItem(random));
  const [slow, fast] = [temporaryFile(), temporaryFile()];
  for (const file of [slow, fast]) await storeWith(file, 'item-1', 'stays');
  const online = await open(slow, declared);
  for (const item of items) await put(online.catalog, [item], 'upsert');
  const outcomes = await loadOffline(fast, items, { declared, mode: 'upsert' });
  expect(outcomes).toHaveLength(400);
  expect(outcomes.filter((outcome) => outcome === 'replaced').length).toBeGreaterThan(100);
  expect(problemsOf(fast)).toEqual([]);
  const offline = await open(fast, declared);
  for (const body of [{}, { bbox: [0, -80, 120, 80] }, { filter: 'cloud >= 5', sortby: '-cloud' }])
    expect(await find(offline.catalog, body)).toEqual(await find(online.catalog, body));
});

test('items that come after it settled are indexed too', async () => {
  const file = temporaryFile();
  await storeWith(file, 'before');
  const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
  const store = (...ids: readonly string[]) =>
    offline.catalog.putItems(
      ids.map((id) => ({ item: makeItem(id), ifMatch: null })),
      'insert',
    );
  await store('first', 'second');
  await offline.settle();
  await store('third');
  await offline.close();
  expect(problemsOf(file)).toEqual([]);
  const { catalog } = await open(file, declared);
  expect([...(await find(catalog))].sort()).toEqual(['before', 'first', 'second', 'third']);
});

test(`words that are too many to be sorted at once are indexed in several turns (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const file = temporaryFile();
  await storeWith(file);
  const items = Array.from({ length: 120 }, () => randomItem(random));
  await loadOffline(file, items, { declared, mode: 'upsert' });
  const connection = connect(file);
  const prepare = createStatements(connection);
  connection.exec('DELETE FROM word_rows');
  expect(problemsOf(file).length).toBeGreaterThan(100);
  indexWordsLater(prepare, rankItems(prepare, 1, 1 + itemsAtOnce), 50);
  connection.close();
  expect(problemsOf(file)).toEqual([]);
});

test('one that ended before its end is indexed by the next start, as far as it came', async () => {
  const file = temporaryFile();
  await storeWith(file, 'before');
  const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
  const writes = Array.from({ length: 600 }, (_, i) => ({
    item: makeItem(`item-${i}`, { properties: { cloud: i } }),
    ifMatch: null,
  }));
  await offline.catalog.putItems(writes.slice(0, 500), 'insert');
  await offline.commit();
  const broken = [...writes.slice(500), { item: null, ifMatch: null }] as never;
  await expect(offline.catalog.putItems(broken, 'insert')).rejects.toThrow('null');
  await offline.close();
  const connection = connect(file, { readOnly: true });
  expect(connection.prepare('SELECT count(DISTINCT pk) AS n FROM entries').get()).toEqual({ n: 1 });
  connection.close();
  const { catalog } = await open(file, declared);
  expect(await find(catalog, { bbox: [10, 10, 11, 11] })).toHaveLength(501);
  expect(problemsOf(file)).toEqual([]);
});
