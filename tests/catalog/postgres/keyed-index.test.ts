import { afterAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../server/src/adapters/postgres/catalog/database/connections.ts';
import { momentsOn } from '../../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { slotColumns } from '../../../server/src/adapters/postgres/catalog/database/schema.ts';
import { searchPage } from '../../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { createSnapshots } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { type OwnSchema, ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

const declared = ['platform', 'eo:cloud_cover'];
/** More than are gathered by the index of a property, so that they are walked. */
const many = 900;
const items = Array.from({ length: many }, (_, n) =>
  makeItem(`i${String(n).padStart(4, '0')}`, {
    properties: {
      datetime: new Date(Date.UTC(2018, 0, 1 + n)).toISOString(),
      platform: `p${n % 3}`,
      'eo:cloud_cover': n % 100,
    },
  }),
);

/** Entries that the index hands on to be tested, by the database's own counts. */
async function handedOn({ schema }: OwnSchema, body: object): Promise<number> {
  const pool = createPool(serverUrl, { schema, connections: 1, log: silentLog });
  const read = `SELECT sum(idx_tup_read)::int FROM pg_stat_user_indexes
    WHERE schemaname = '${schema}' AND relname LIKE 'catalog\\_entries%'`;
  const counted = async () => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    return (await pool.query<{ sum: number }>(read)).rows[0]!.sum;
  };
  try {
    const before = await counted();
    await momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false })(undefined, (query) =>
      searchPage(query, createSnapshots(), readSearchBody(body), 'all'),
    );
    return (await counted()) - before;
  } finally {
    await pool.end();
  }
}

/** Slots were no keys; where entries have lain in partitions for long, the one table is gone. */
async function downgrade({ rows }: OwnSchema, isParted: boolean): Promise<void> {
  for (const table of ['catalog_entries', 'catalog_entries_by_time']) {
    await rows(`DROP INDEX ${table}_in_order`);
    await rows(`CREATE UNIQUE INDEX ${table}_in_order ON ${table} (stream, dt DESC, id, collection)
      INCLUDE (pk, timed, start, finish, w, s, e, n, ${slotColumns.join(', ')})`);
  }
  if (isParted) await rows('DROP TABLE catalog_entries');
  await rows('DELETE FROM catalog_schema_version WHERE version >= 6');
}

describe.skipIf(whyNone !== null)(`declared properties as keys of the index${whySkipped}`, () => {
  const schemas: OwnSchema[] = [];
  const filled = async (isParted: boolean) => {
    const own = ownSchema();
    schemas.push(own);
    const node = await own.open({ declared });
    if (isParted) await own.part();
    await putCollections(node.catalog, 'a');
    await put(node.catalog, items);
    return { own, node };
  };
  afterAll(async () => {
    for (const own of schemas) await own.drop();
  });

  test.each([false, true])('what fails a filter is passed over within the index (parted: %s)', async (isParted) => {
    const { own } = await filled(isParted);
    const filter = 'platform = \'p1\' AND "eo:cloud_cover" <= 50';
    const read = await handedOn(own, { filter, limit: 300 });
    expect(read).toBeGreaterThanOrEqual(150);
    expect(read).toBeLessThanOrEqual(200);
    // So it is where all are counted, or sorted by something else than time.
    expect(await handedOn(own, { filter, limit: 0 })).toBeLessThanOrEqual(200);
    expect(await handedOn(own, { filter, limit: 300, sortby: 'title' })).toBeLessThanOrEqual(200);
    // In the cells of the area, but not at its latitudes.
    expect(await handedOn(own, { bbox: [-20, 15, 20, 22] })).toBe(0);
    // Each entry once, whatever the length of a list.
    expect(await handedOn(own, { filter: "platform IN ('p0', 'p1', 'p2', 'p3')", limit: 0 })).toBeLessThanOrEqual(many);
  });

  test('a database of the release before is brought over with the same answers, parted or not', async () => {
    for (const isParted of [false, true]) {
      const { own, node } = await filled(isParted);
      const body = { filter: 'platform = \'p1\' AND "eo:cloud_cover" <= 50', limit: 300 };
      const expected = await find(node.catalog, body);
      expect(expected).toHaveLength(153);
      await node.close();
      await downgrade(own, isParted);
      const { catalog } = await own.open({ declared });
      expect(await find(catalog, body)).toEqual(expected);
      expect(await handedOn(own, body)).toBeLessThanOrEqual(200);
      const [left] = await own.rows(
        `SELECT count(*)::int AS n FROM pg_indexes WHERE schemaname = '${own.schema}' AND indexname LIKE '%keyed'
           AND tablename IN ('catalog_entries', 'catalog_entries_by_time')`,
      );
      expect(left).toEqual({ n: 0 });
      await put(catalog, [makeItem('later', { properties: { datetime: '2031-01-01T00:00:00Z', platform: 'p1' } })]);
      expect(await find(catalog, { filter: "platform = 'p1'", limit: 1 })).toEqual(['later']);
      expect(await problemsOf(own)).toEqual([]);
    }
  });
});
