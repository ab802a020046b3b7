import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../server/src/catalog/item.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { compareSearch, truthOf } from './compare-pages.ts';
import { comparePlaces } from './compare-places.ts';
import { freshLimits } from './fresh-limits.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import { declaredNames, manyItems } from './many-items.ts';
import { randomBody, randomGrant } from './many-searches.ts';
import { createWayCounter, tunings } from './search-ways.ts';

const seed = testSeed();
let items: readonly Item[];
let store: LoadedStore;
beforeAll(async () => {
  items = manyItems(seed, 1_200, 1_400);
  // Part of the rows in either table of values.
  store = await loadStore(items, { declared: declaredNames, readers: 1, freshLimits: freshLimits(1_000, 2_000, 100) });
});
afterAll(() => store.close());

describe('random searches over thousands of items, paged both ways, equal the answer by brute force', () => {
  const ways = createWayCounter();

  test.each(Object.keys(tunings))('%s', (name) => {
    const here = searchHere(store.file, tunings[name], ways.saw);
    const random = createRandom(seed + name.length);
    const collections = [...new Set(items.map(({ collection }) => collection))];
    let nonEmpty = 0;
    for (let i = 0; i < 35; i++) {
      const [body, grant] = [randomBody(random, collections), randomGrant(random, collections)];
      const truth = truthOf(items, body, grant);
      const problem = compareSearch({ search: here.search, body, grant, truth }, random, 3);
      expect({ seed, i, body, grant, problem }).toEqual({ seed, i, body, grant, problem: null });
      if (truth.rows.length > 0) nonEmpty++;
    }
    here.close();
    expect(nonEmpty).toBeGreaterThan(15);
  });

  test.each([100_000, 40])('places, each asked for three times, by %d remembered rows of cells', (cellRows) => {
    for (const place of comparePlaces({ file: store.file, items, seed, cellRows, count: 100 }, ways.saw))
      expect(place).toEqual({ ...place, problems: [null, null, null] });
  });

  test('every way was taken often', () => expect(ways.takenLessThan(10)).toEqual([]));
});
