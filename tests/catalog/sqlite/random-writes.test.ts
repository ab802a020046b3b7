import { expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { freshLimits } from './fresh-limits.ts';
import { collections, declared, ids, randomWrite } from './random-writes.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';
import { sized } from '../../support/sized.ts';

const seed = testSeed();

async function contentOf(catalog: Catalog) {
  const items = await Promise.all(
    collections.flatMap((collection) => ids.map((id) => catalog.getItem(collection, id, 'all'))),
  );
  const statistics = await catalog.statistics(null, 'all');
  const stored = await Promise.all(collections.map((id) => catalog.getCollection(id, 'all')));
  return {
    items: items.map((item) => item && { ...item, bytes: Buffer.from(item.bytes).toString() }),
    collections: stored.map((one) => one && { ...one, bytes: Buffer.from(one.bytes).toString() }),
    counts: statistics
      .map(({ collection, items, properties }) => ({
        collection,
        items,
        counts: [...properties].map(([name, { count }]) => `${name} ${count}`),
      }))
      .sort((a, b) => (a.collection < b.collection ? -1 : 1)),
  };
}

const rounds = sized(10, 100);

/** Rows of values and words in the large tables alone, and on their way there. */
const ways = { 'in large tables': undefined, 'by way of small tables': freshLimits(40, 25, 3) };

test.each(Object.entries(ways))(
  `%s: ${rounds * 20} random writes leave what the oracle has, and every row that is derived from it (seed ${seed})`,
  async (_, freshLimits) => {
    const random = createRandom(seed);
    const oracle = createMemoryCatalog();
    const file = temporaryFile();
    // What a value said stays in a summary when its item goes, which the oracle does not do.
    const options = { summarised: [], ...(freshLimits && { freshLimits }) };
    let store = await open(file, declared, options);
    for (let round = 0; round < rounds; round++) {
      // Together, so that they share commits; the writer keeps their order.
      const writes = Array.from({ length: 20 }, () => randomWrite(random));
      const [found, expected] = await Promise.all(
        [store.catalog, oracle].map((catalog) => Promise.all(writes.map((write) => write(catalog)))),
      );
      expect({ round, found }).toEqual({ round, found: expected });
      expect(await contentOf(store.catalog)).toEqual(await contentOf(oracle));
      if (round % 5 !== 4) continue;
      expect({ round, problems: problemsOf(file) }).toEqual({ round, problems: [] });
      await store.close();
      store = await open(file, declared, options);
    }
  },
);
