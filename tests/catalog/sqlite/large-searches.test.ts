import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import type { Tuning } from '../../../server/src/adapters/sqlite/catalog/tuning.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { fill } from '../contract/fixtures.ts';
import { compareSearch, truthOf } from './compare-pages.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import { declaredNames, manyItems } from './many-items.ts';
import { randomBody, randomGrant } from './many-searches.ts';

const seed = testSeed();

/** Each makes searches over few items go ways that they else go over millions. */
const tunings: Readonly<Record<string, Partial<Tuning>>> = {
  'as it is': {},
  'by small batches and slabs': {
    ...{ fewRows: 0, firstProbe: 4, firstBudget: 100, fewestInBatch: 2, mostInBatch: 7 },
    ...{ fewestInSlab: 2, mostInSlab: 16 },
  },
  'by the index of properties': { fewRows: 0, firstProbe: 0, lookUpCost: 1e-6, fewestInSlab: 8, mostInSlab: 64 },
  'by sorting streams': { fewRows: 0, firstProbe: 0, firstBudget: 1e9, lookUpCost: 1e9, fewestInBatch: 8, mostInBatch: 8 },
  'by the index, then by sorting streams': {
    ...{ fewRows: 0, firstProbe: 0, firstBudget: 1e9, entryCost: 1, lookUpCost: 2 },
    ...{ fewestInBatch: 4, mostInBatch: 64, fewestInSlab: 8, mostInSlab: 64 },
  },
  'by racing': { fewRows: 0, firstProbe: 1, firstBudget: 1, fewestInBatch: 4, fewestInSlab: 16 },
};

/** Statements by which the ways are told; each must have been asked often. */
const ways: Readonly<Record<string, RegExp>> = {
  'one slab of time': /^SELECT r\.pk, .* FROM entries r WHERE .* ORDER BY r\.dt/,
  'a slab of time by classes of duration': / UNION ALL .* ORDER BY dt/,
  'a slab of time within one collection': /^SELECT r\.pk, (?!.*r\.collection IN).* FROM entries r WHERE .* ORDER BY r\.dt/,
  'a batch after the place of the last': /FROM entries r WHERE .*r\.dt < \? OR \(r\.dt = \?/,
  'backwards or oldest first': /FROM entries r WHERE .* ORDER BY (?:r\.)?dt(?:,| LIMIT)/,
  'items without a value': /FROM entries r WHERE .*r\.v\d+ IS NULL OR r\.v\d+ = \?\)/,
  'the value ahead': /^SELECT p\.value FROM props p .* OFFSET/,
  'a slab of values': /FROM props p CROSS JOIN items r .*ORDER BY p\.value/,
  'the place ahead within one value': /^SELECT p\.dt, .* FROM props p WHERE .*p\.value = \?.* OFFSET/,
  'a piece of one value': /FROM props p CROSS JOIN items r .*p\.value = \?.*ORDER BY p\.dt/,
  'streams sorted by a value': /AS missing/,
  'streams sorted by a value, from a place on': /AS missing[^]*WHERE missing/,
  'the id ahead': /^SELECT r\.id FROM items r .* OFFSET/,
  'a slab of ids': /FROM items r WHERE .*ORDER BY r\.id/,
  'a probe of the index': /^SELECT count\(\*\) FROM \(SELECT 1 FROM props p/,
  'gathered by the index': /FROM props p CROSS JOIN items r .* LIMIT/,
  'gathered from streams': /^SELECT r\.pk, .* FROM entries r WHERE (?!.*ORDER BY).* LIMIT/,
  'gathered by ids': /^SELECT r\.pk, .* FROM items r WHERE \(r\.id IN/,
  'counted in streams': /^SELECT count\(\*\) FROM entries/,
  'counted in cells': /^SELECT count\(DISTINCT r\.pk\) FROM entries/,
  'a footprint': /^SELECT footprint/,
  'a document': /^SELECT document/,
};

let items: readonly Item[];
let store: LoadedStore;
beforeAll(async () => {
  items = manyItems(seed, 1_600, 1_900);
  store = await loadStore(items, { declared: declaredNames, readers: 2 });
});
afterAll(() => store.close());

describe('searches over thousands of items equal the answer by brute force', () => {
  const taken = new Map<string, number>();
  const saw = (sql: string) => {
    for (const [way, pattern] of Object.entries(ways))
      if (pattern.test(sql)) taken.set(way, (taken.get(way) ?? 0) + 1);
  };

  test.each(Object.keys(tunings))('%s', (name) => {
    const here = searchHere(store.file, tunings[name], saw);
    const random = createRandom(seed + name.length);
    const collections = [...new Set(items.map(({ collection }) => collection))];
    let nonEmpty = 0;
    for (let i = 0; i < 60; i++) {
      const [body, grant] = [randomBody(random, collections), randomGrant(random, collections)];
      const truth = truthOf(items, body, grant);
      const problem = compareSearch({ search: here.search, body, grant, truth }, random, 4);
      expect({ seed, i, body, grant, problem }).toEqual({ seed, i, body, grant, problem: null });
      if (truth.rows.length > 0) nonEmpty++;
    }
    here.close();
    expect(nonEmpty).toBeGreaterThan(20);
  });

  test('every way was taken', () => {
    const often = Object.keys(ways).filter((way) => (taken.get(way) ?? 0) >= 10);
    expect(often).toEqual(Object.keys(ways));
  });
});
