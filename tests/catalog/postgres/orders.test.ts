import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../server/src/adapters/postgres/catalog/database/connections.ts';
import { momentsOn } from '../../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { searchPage } from '../../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { createSnapshots } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { usualTuning } from '../../../server/src/adapters/postgres/catalog/search/tuning.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { makeItem, put, putCollections } from '../contract/fixtures.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

/** More collections than are read at first, one of them empty; every tenth item has no time. */
const collections = ['a', 'B', 'b', 'ä', 'z', '日', 'c', 'd', 'e'];
const items = Array.from({ length: 600 }, (_, n) =>
  makeItem(`i${String(n).padStart(3, '0')}`, {
    collection: collections[n % 8]!,
    properties: {
      datetime: n % 10 === 7 ? null : new Date(Date.UTC(2018, 0, 1 + n)).toISOString(),
      platform: ['x', 'y'][n % 2],
      n,
    },
  }),
);

describe.skipIf(whyNone !== null)(`orders of few collections or values on PostgreSQL${whySkipped}`, () => {
  const own = ownSchema();
  beforeAll(async () => {
    const { catalog } = await own.open({ declared: ['platform'] });
    await putCollections(catalog, ...collections);
    await put(catalog, items);
    // As the database does by itself for what has grown.
    await own.rows('ANALYZE catalog_items, catalog_entries');
  });
  afterAll(() => own.drop());

  /** A page, and the rows of items and entries that were read for it, by the database's own counts. */
  async function ask(body: object, tuning = usualTuning) {
    const pool = createPool(serverUrl, { schema: own.schema, connections: 1, log: silentLog });
    const read = `SELECT sum(idx_tup_read)::int FROM pg_stat_user_indexes
      WHERE schemaname = '${own.schema}' AND relname IN ('catalog_items', 'catalog_entries')`;
    const counted = async () => {
      await pool.query('SELECT pg_stat_force_next_flush()');
      return (await pool.query<{ sum: number }>(read)).rows[0]!.sum;
    };
    try {
      const before = await counted();
      const { found, next } = await momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false })(undefined, (query) =>
        searchPage(query, createSnapshots(), readSearchBody(body), 'all', tuning),
      );
      return { ids: found.map(({ id }) => id), next, rows: (await counted()) - before };
    } finally {
      await pool.end();
    }
  }

  test.each(['+collection', '-collection', '+collection,+datetime', '-collection,-datetime', '+platform', '-platform'])(
    'sorted by %s a page reads what it shows, not every item',
    async (sortby) => {
      expect((await ask({ sortby, limit: 10 })).rows).toBeLessThan(200);
      const { next } = await ask({ sortby, limit: 200 });
      expect((await ask({ sortby, limit: 10, token: next })).rows).toBeLessThan(400);
    },
  );

  test.each([
    ['+collection', {}],
    ['-collection,+datetime', {}],
    ['-collection', { collections: ['日', 'B', 'e', 'a', 'none'] }],
    ['+collection', { filter: 'n > 250' }],
    ['+collection,-id', {}],
    ['+platform', {}],
    ['-platform', {}],
    ['-platform', { filter: 'n > 250' }],
  ])('sorted by %s the pages are what sorting all would give (%o)', async (sortby, conditions) => {
    const sorted = { ...usualTuning, entryCost: 0, lookUpCost: 1 };
    const all = (await ask({ ...conditions, sortby, limit: 1_000 }, sorted)).ids;
    const walked: string[] = [];
    for (let token: string | null = null; ;) {
      const page = await ask({ ...conditions, sortby, limit: 130, ...(token === null ? {} : { token }) });
      walked.push(...page.ids);
      token = page.next;
      if (token === null) break;
    }
    expect(walked).toEqual(all);
    expect(walked.length).toBeGreaterThan(200);
  });
});
