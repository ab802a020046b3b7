import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../server/src/adapters/postgres/catalog/database/connections.ts';
import type { Query } from '../../../server/src/adapters/postgres/catalog/database/query.ts';
import { momentsOn } from '../../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { searchPage } from '../../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { createSnapshots } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { makeItem, put, putCollections } from '../contract/fixtures.ts';
import { type OwnSchema, ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

const many = 800;
const items = Array.from({ length: many }, (_, n) =>
  makeItem(`i${String(n).padStart(4, '0')}`, {
    properties: { datetime: new Date(Date.UTC(2018, 0, 1 + (n % 350))).toISOString(), platform: `p${n % 3}`, n },
  }),
);

/** How many statements a search takes, and what it finds. */
async function statementsOf({ schema }: OwnSchema, body: object): Promise<readonly [number, number]> {
  const pool = createPool(serverUrl, { schema, connections: 1, log: silentLog });
  let statements = 0;
  try {
    const { found } = await momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false })(undefined, (query) => {
      const counted = ((...given: Parameters<Query>) => (statements++, query(...given))) as Query;
      return searchPage(counted, createSnapshots(), readSearchBody(body), 'all');
    });
    return [statements, found.length];
  } finally {
    await pool.end();
  }
}

describe.skipIf(whyNone !== null)(`walks past many items that fail a test${whySkipped}`, () => {
  const own = ownSchema();
  beforeAll(async () => {
    const { catalog } = await own.open({ declared: ['platform'] });
    await putCollections(catalog, 'a');
    await put(catalog, items);
  });
  afterAll(() => own.drop());

  // Statements that each bring as few rows as the first would be a hundred and more, each with its place to find.
  test.each(['-datetime', '+datetime', '+id', '-collection', '-platform'])(
    'sorted by %s a small page is found with few statements',
    async (sortby) => {
      const [none, nothing] = await statementsOf(own, { filter: 'n < 0', sortby, limit: 7 });
      expect(nothing).toBe(0);
      expect(none).toBeLessThan(50);
      const [some, one] = await statementsOf(own, { filter: 'n = 600', sortby, limit: 7 });
      expect(one).toBe(1);
      expect(some).toBeLessThan(50);
    },
  );
});
