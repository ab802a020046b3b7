import { expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { put, putCollections } from '../contract/fixtures.ts';
import { collections, declared, randomItem } from './random-writes.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();

/** Without time, without geometry, across the antimeridian, without words, with values of every type. */
const newItem = (random: Random, id: string): Item => parseItem({ ...randomItem(random).document, id });

/** New ones, and among them some that were there before or come twice. */
const bulkOf = (random: Random): readonly Item[] =>
  Array.from({ length: 600 }, (_, i) => (i % 8 === 7 ? randomItem(random) : newItem(random, `new-${i % 500}`)));

async function storeWith(items: readonly Item[]) {
  const file = temporaryFile();
  const { catalog } = await open(file, declared);
  await putCollections(catalog, ...collections);
  await put(catalog, items, 'upsert');
  return { file, catalog };
}

const tables = {
  entries: '*',
  props: '*, typeof(value)',
  texts: '*',
  words: '*',
  stream_stats: 'stream, items',
  word_counts: '*',
  rollups: '*',
  collections: 'id, items',
};

/** Every row that the index has. */
function indexOf(file: string): Readonly<Record<string, readonly unknown[]>> {
  const connection = connect(file, { readOnly: true });
  const rows = Object.entries(tables).map(([table, columns]) => {
    const order = columns.split(', ').map((_, i) => i + 1);
    return [table, connection.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${order.join()}`).all()];
  });
  connection.close();
  return Object.fromEntries(rows) as Record<string, readonly unknown[]>;
}

test(`a large bulk leaves the rows that the same items written one by one leave (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const before = Array.from({ length: 40 }, () => randomItem(random));
  const bulk = bulkOf(random);
  const [slow, fast] = [await storeWith(before), await storeWith(before)];
  for (const item of bulk) await put(slow.catalog, [item], 'upsert');
  const outcomes = (await put(fast.catalog, bulk, 'upsert')).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'created').length).toBeGreaterThan(400);
  expect(outcomes.filter((outcome) => outcome === 'replaced').length).toBeGreaterThan(50);
  expect(problemsOf(fast.file)).toEqual([]);
  expect(indexOf(fast.file)).toEqual(indexOf(slow.file));
});

test(`a large bulk that fails at its end leaves nothing, and the next one is stored (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const before = Array.from({ length: 40 }, () => randomItem(random));
  const bulk = bulkOf(random);
  const { file, catalog } = await storeWith(before);
  const index = indexOf(file);
  const broken = { ...newItem(random, 'broken'), bytes: Buffer.from('{"type":"Feature"') };
  await expect(put(catalog, [...bulk, broken], 'upsert')).rejects.toThrow('JSON');
  expect(indexOf(file)).toEqual(index);
  const other = connect(file, { busyTimeoutMs: 5_000 });
  // The last table that is written to.
  other.exec(`CREATE TRIGGER broken BEFORE INSERT ON props BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  await expect(put(catalog, bulk, 'upsert')).rejects.toThrow('broken');
  other.exec('DROP TRIGGER broken');
  other.close();
  expect(indexOf(file)).toEqual(index);
  await put(catalog, bulk, 'upsert');
  expect(problemsOf(file)).toEqual([]);
  expect(indexOf(file)['props']!.length).toBeGreaterThan(index['props']!.length + 400);
});
