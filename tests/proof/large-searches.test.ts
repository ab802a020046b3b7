import { expect, it } from 'vitest';
import { compareSearch, truthOf } from '../catalog/sqlite/compare-pages.ts';
import { comparePlaces } from '../catalog/sqlite/compare-places.ts';
import { loadStore, searchHere } from '../catalog/sqlite/loaded-store.ts';
import { declaredNames, manyItems } from '../catalog/sqlite/many-items.ts';
import { randomBody, randomGrant } from '../catalog/sqlite/many-searches.ts';
import { createWayCounter, tunings } from '../catalog/sqlite/search-ways.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const rounds = 4;
const searches = 150;

it.each(Array.from({ length: rounds }, (_, round) => testSeed() + 1_000 * (round + 1)))(
  `seed %i: ${searches} random searches of each way over 12,000 items equal the answer by brute force`,
  async (seed) => {
    const items = manyItems(seed, 6_000, 6_000);
    const store = await loadStore(items, { declared: declaredNames, readers: 1 });
    const collections = [...new Set(items.map(({ collection }) => collection))];
    const ways = createWayCounter();
    for (const [name, tuning] of Object.entries(tunings)) {
      const here = searchHere(store.file, tuning, ways.saw);
      const random = createRandom(seed + name.length);
      for (let i = 0; i < searches; i++) {
        const [body, grant] = [randomBody(random, collections), randomGrant(random, collections)];
        const truth = truthOf(items, body, grant);
        const problem = compareSearch({ search: here.search, body, grant, truth }, random, 5);
        expect({ seed, name, i, body, grant, problem }).toEqual({ seed, name, i, body, grant, problem: null });
      }
      here.close();
    }
    for (const place of comparePlaces({ file: store.file, items, seed, cellRows: 100_000, count: searches }, ways.saw))
      expect(place).toEqual({ ...place, problems: [null, null, null] });
    await store.close();
    expect(ways.takenLessThan(50)).toEqual([]);
  },
);
