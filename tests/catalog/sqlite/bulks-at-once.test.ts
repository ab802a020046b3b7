import { expect, test } from 'vitest';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { put } from '../contract/fixtures.ts';
import { bulkOf, indexOf, newItem, storeWith } from './bulk-stores.ts';
import { randomItem } from './random-writes.ts';
import { problemsOf } from './recount.ts';

const seed = testSeed();

/** Large enough to be a bulk; every second one has names that others have too. */
const bulksOf = (random: Random, count: number): readonly (readonly Item[])[] =>
  Array.from({ length: count }, (_, bulk) =>
    bulkOf(random).map(({ document }) => {
      const id = bulk % 2 === 0 ? `${String(document['id'])}-${bulk}` : document['id'];
      return parseItem({ ...document, id, padding: 'x'.repeat(500) });
    }),
  );

/** Every commit has a number. */
const commits = async (catalog: Catalog): Promise<number> => Number.parseInt(await catalog.version(), 10);

test(`bulks that come at once share a commit and leave the rows of bulks one after the other (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const before = Array.from({ length: 40 }, () => randomItem(random));
  const bulks = bulksOf(random, 4);
  const [slow, fast] = [await storeWith(before), await storeWith(before)];
  const oneByOne = [];
  for (const bulk of bulks) oneByOne.push(await put(slow.catalog, bulk, 'upsert'));
  const first = await commits(fast.catalog);
  const atOnce = await Promise.all(bulks.map((bulk) => put(fast.catalog, bulk, 'upsert')));
  expect((await commits(fast.catalog)) - first).toBeLessThan(bulks.length);
  expect(atOnce).toEqual(oneByOne);
  expect(problemsOf(fast.file)).toEqual([]);
  expect(indexOf(fast.file)).toEqual(indexOf(slow.file));
});

test(`a bulk that fails among others is refused alone (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const [first, second, third] = bulksOf(random, 3);
  const broken = { ...newItem(random, 'broken'), bytes: Buffer.from('{"type":"Feature"') };
  const { file, catalog } = await storeWith([]);
  const outcomes = await Promise.allSettled([
    put(catalog, first!, 'upsert'),
    put(catalog, [...second!, broken], 'upsert'),
    put(catalog, third!, 'upsert'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(problemsOf(file)).toEqual([]);
  const other = await storeWith([]);
  for (const bulk of [first!, third!]) await put(other.catalog, bulk, 'upsert');
  expect(indexOf(file)).toEqual(indexOf(other.file));
});
