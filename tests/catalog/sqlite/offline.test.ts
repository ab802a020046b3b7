import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { indexWordsLater } from '../../../server/src/adapters/sqlite/catalog/tend/index-words-later.ts';
import { loadOffline } from '../../../server/src/adapters/sqlite/catalog/load/load-offline.ts';
import { itemsAtOnce, rankItems } from '../../../server/src/adapters/sqlite/catalog/tend/rank-items.ts';
import { createStatements } from '../../../server/src/adapters/sqlite/catalog/file/statements.ts';
import { DataFolderBusy, lockDataFolder } from '../../../server/src/adapters/sqlite/data-folder-lock.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { collections, declared, randomItem } from './random-writes.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();
const textOf = (item: { readonly bytes: Uint8Array }) => Buffer.from(item.bytes).toString();

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
  const report = await loadOffline(fast, items.map(textOf), { declared, mode: 'upsert', collection: null });
  expect(Object.values(report).reduce((sum, count) => sum + count)).toBe(400);
  expect(report.replaced).toBeGreaterThan(100);
  expect(problemsOf(fast)).toEqual([]);
  const offline = await open(fast, declared);
  for (const body of [{}, { bbox: [0, -80, 120, 80] }, { filter: 'cloud >= 5', sortby: '-cloud' }])
    expect(await find(offline.catalog, body)).toEqual(await find(online.catalog, body));
});

test(`words that are too many to be sorted at once are indexed in several turns (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const file = temporaryFile();
  await storeWith(file);
  const lines = Array.from({ length: 120 }, () => textOf(randomItem(random)));
  await loadOffline(file, lines, { declared, mode: 'upsert', collection: null });
  const connection = connect(file);
  const prepare = createStatements(connection);
  connection.exec('DELETE FROM words');
  expect(problemsOf(file).length).toBeGreaterThan(100);
  indexWordsLater(prepare, rankItems(prepare, 1, 1 + itemsAtOnce), 50);
  connection.close();
  expect(problemsOf(file)).toEqual([]);
});

test('bad lines are told of by their number and keep no other out', async () => {
  const file = temporaryFile();
  await storeWith(file);
  const heard: string[] = [];
  const lines = [textOf(makeItem('one')), '', '{"type":', textOf(makeItem('two')), '{"type":"Feature"}'];
  const refused = (line: number, reason: string) => void heard.push(`${line} ${reason}`);
  expect(await loadOffline(file, lines, { declared, mode: 'insert', collection: 'a', refused })).toEqual({
    created: 2,
    invalid: 2,
  });
  expect(heard).toEqual([expect.stringMatching(/^3 is not JSON/), "5 'id' is a required property"]);
  expect(problemsOf(file)).toEqual([]);
});

test('it is refused while a service has the folder', async () => {
  const file = temporaryFile();
  const lock = await lockDataFolder(dirname(file));
  await expect(loadOffline(file, [], { declared, mode: 'insert', collection: null })).rejects.toThrow(DataFolderBusy);
  await lock.release();
});

async function* linesOfBrokenDisk() {
  for (let i = 0; i < 600; i++) yield textOf(makeItem(`item-${i}`, { properties: { cloud: i } }));
  throw new Error('the disk was unplugged');
}

test('one that ended before its end is indexed by the next start, as far as it came', async () => {
  const file = temporaryFile();
  await storeWith(file, 'before');
  const options = { declared, mode: 'insert', collection: null, itemsAtOnce: 500 } as const;
  await expect(loadOffline(file, linesOfBrokenDisk(), options)).rejects.toThrow('unplugged');
  const connection = connect(file, { readOnly: true });
  expect(connection.prepare('SELECT count(DISTINCT pk) AS n FROM entries').get()).toEqual({ n: 1 });
  connection.close();
  const { catalog } = await open(file, declared);
  expect(await find(catalog, { bbox: [10, 10, 11, 11] })).toHaveLength(501);
  expect(problemsOf(file)).toEqual([]);
});
