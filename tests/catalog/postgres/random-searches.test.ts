import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../server/src/adapters/postgres/catalog/database/connections.ts';
import { momentsOn } from '../../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { searchPage } from '../../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { createSnapshots } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { type Tuning, usualTuning } from '../../../server/src/adapters/postgres/catalog/search/tuning.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { sized } from '../../support/sized.ts';
import { put, putCollections } from '../contract/fixtures.ts';
import { truthOf } from '../sqlite/compare-pages.ts';
import { declaredNames, manyItems } from '../sqlite/many-items.ts';
import { randomBody, randomGrant } from '../sqlite/many-searches.ts';
import { randomQuery, randomTexts } from '../sqlite/random-texts.ts';
import { compareSearch } from './compare-pages.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

const seed = testSeed();

/** Each makes searches over few items go ways that they else go over millions. */
const tunings: Readonly<Record<string, Partial<Tuning>>> = {
  'as it is': {},
  'by small batches and slabs': { fewRows: 0, firstProbe: 4, wordProbe: 1, fewestInBatch: 2, mostInBatch: 7 },
  'by the index of properties': { fewRows: 0, firstProbe: 1, wordProbe: 1e5, entryCost: 1e9 },
  'by sorting streams': { fewRows: 0, manyRows: 0, firstProbe: 1, lookUpCost: 1e9, fewestInBatch: 8, mostInBatch: 8 },
};

const places: Readonly<Record<string, readonly string[]>> = {
  'in one table': Object.keys(tunings),
  'in partitions': ['as it is', 'by small batches and slabs'],
};

describe.skipIf(whyNone !== null).each(Object.keys(places))(
  `random searches on PostgreSQL %s equal the answer by brute force${whySkipped}`,
  (place) => {
    const own = ownSchema();
    let items: readonly Item[];
    let pool: Pool;
    beforeAll(async () => {
      const random = createRandom(seed);
      items = manyItems(seed, sized(500, 1_200), sized(600, 1_400)).map(({ document }) =>
        parseItem({ ...document, properties: { ...(document['properties'] as object), ...randomTexts(random) } }),
      );
      const { catalog } = await own.open({ declared: declaredNames });
      if (place === 'in partitions') await own.part();
      await putCollections(catalog, ...new Set(items.map(({ collection }) => collection)));
      await put(catalog, items);
      pool = createPool(serverUrl, { schema: own.schema, connections: 2, log: silentLog });
    });
    afterAll(async () => {
      await pool?.end();
      await own.drop();
    });

    test.each(places[place]!)('%s', async (name) => {
      const tuning = { ...usualTuning, ...tunings[name] };
      const [moment, snapshots] = [momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false }), createSnapshots()];
      const random = createRandom(seed + name.length);
      const collections = [...new Set(items.map(({ collection }) => collection))];
      let nonEmpty = 0;
      for (let i = 0; i < searchesEach; i++) {
        const q = random.chance(0.3) ? { q: randomQuery(random) } : {};
        const [body, grant] = [{ ...randomBody(random, collections), ...q }, randomGrant(random, collections)];
        const truth = truthOf(items, body, grant);
        const problem = await compareSearch(
          (request) => moment(undefined, (query) => searchPage(query, snapshots, request, grant, tuning)),
          body,
          truth,
          random,
        );
        expect({ seed, i, body, grant, problem }).toEqual({ seed, i, body, grant, problem: null });
        if (truth.rows.length > 0) nonEmpty++;
      }
      expect(nonEmpty).toBeGreaterThan(searchesEach / 3);
    });
  },
);

const searchesEach = sized(10, 100);
