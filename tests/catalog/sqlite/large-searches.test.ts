import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../server/src/catalog/item.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { compareSearch, truthOf } from './compare-pages.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import { declaredNames, manyItems } from './many-items.ts';
import { randomBody, randomGrant, randomPlace } from './many-searches.ts';
import { createWayCounter, tunings } from './search-ways.ts';

const seed = testSeed();
let items: readonly Item[];
let store: LoadedStore;
beforeAll(async () => {
  items = manyItems(seed, 1_200, 1_400);
  store = await loadStore(items, { declared: declaredNames, readers: 1 });
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
    const here = searchHere(store.file, { cellRows }, ways.saw);
    const random = createRandom(seed + cellRows);
    const collections = [...new Set(items.map(({ collection }) => collection))];
    for (let i = 0; i < 100; i++) {
      const [body, grant] = [randomPlace(random), randomGrant(random, collections)];
      const truth = truthOf(items, body, grant);
      const asked = { search: here.search, body, grant, truth };
      const problems = [1, 2, 3].map(() => compareSearch(asked, random, 1));
      expect({ seed, i, body, grant, problems }).toEqual({ seed, i, body, grant, problems: [null, null, null] });
    }
    here.close();
  });

  test('every way was taken often', () => expect(ways.takenLessThan(10)).toEqual([]));
});
