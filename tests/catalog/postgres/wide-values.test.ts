import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { slotColumns } from '../../../server/src/adapters/postgres/catalog/database/schema.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { find, makeItem, put, putCollections, search } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { ownSchema, whyNone, whySkipped } from './server.ts';

const texts = [
  'short',
  'x'.repeat(98),
  'x'.repeat(99),
  'x'.repeat(100),
  'y'.repeat(400),
  'z'.repeat(9_000),
  null,
  ['a'],
];
const longName = 'n'.repeat(1_010);
const items = [
  ...texts.map((title, n) => makeItem(`i${n}`, { properties: { title, n, 'eo:cloud_cover': n * 10 } })),
  makeItem(longName, { properties: { title: 'short', n: 99, 'eo:cloud_cover': 5 } }),
];
const declared = ['title', 'n', 'eo:cloud_cover'];

const bodies = [
  { filter: "title = 'short'" },
  { filter: `title = '${'x'.repeat(99)}' OR title = '${'z'.repeat(9_000)}'` },
  { filter: `title > '${'x'.repeat(99)}'` },
  { filter: "title LIKE 'x%' AND n < 90" },
  { filter: 'title IS NULL' },
  { filter: 'n >= 5', bbox: [-180, -90, 180, 90] },
  { sortby: 'title' },
  { sortby: '-n' },
  { filter: '"eo:cloud_cover" < 30', sortby: '-title' },
];

const answersOf = (catalog: Catalog) => Promise.all(bodies.map((body) => find(catalog, body)));

describe.skipIf(whyNone !== null)(`values that an index has no room for${whySkipped}`, () => {
  const own = ownSchema();
  afterAll(() => own.drop());

  test('are found, sorted by and grouped as the oracle does, and so after an upgrade of an older schema', async () => {
    const oracle = createMemoryCatalog();
    const first = await own.open({ declared });
    for (const catalog of [oracle, first.catalog]) {
      await putCollections(catalog, 'a');
      await put(catalog, items);
    }
    const expected = await answersOf(oracle);
    expect(await answersOf(first.catalog)).toEqual(expected);
    const wide = await own.rows('SELECT name, in_items_only FROM catalog_declared ORDER BY slot');
    expect(wide.map((row) => row['in_items_only'])).toEqual([true, true, true]);
    expect(await problemsOf(own)).toEqual([]);
    await first.close();
    await downgrade();
    const { catalog } = await own.open({ declared });
    expect(await answersOf(catalog)).toEqual(expected);
    expect((await search(catalog, { filter: "title = 'short'", limit: 0 })).matched?.atLeast).toBe(2);
    expect(await problemsOf(own)).toEqual([]);
  });

  /** What the release before had. */
  async function downgrade(): Promise<void> {
    await own.rows('DROP INDEX catalog_entries_in_order');
    const values = slotColumns.map((column) => `${column} = i.${column}`).join(', ');
    await own.rows(`UPDATE catalog_entries r SET ${values} FROM catalog_items i WHERE i.pk = r.pk`);
    await own.rows(`CREATE UNIQUE INDEX catalog_entries_in_order ON catalog_entries (stream, dt DESC, id, collection)
      INCLUDE (pk, timed, start, finish, w, s, e, n)`);
    await own.rows('ALTER TABLE catalog_declared DROP COLUMN in_items_only');
    await own.rows('ALTER TABLE catalog_items DROP COLUMN shape CASCADE');
    await own.rows('DROP TABLE catalog_entries_by_time, catalog_partitions');
    await own.rows('ALTER TABLE catalog_state DROP COLUMN entries, DROP COLUMN parting, DROP COLUMN parted_at');
    await own.rows('DELETE FROM catalog_schema_version WHERE version >= 3');
  }
});
