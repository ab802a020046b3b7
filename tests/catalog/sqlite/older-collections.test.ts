import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { catalogMigrations } from '../../../server/src/adapters/sqlite/catalog/migrations.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { SqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import { documentOf, makeCollection, makeItem, put, square } from '../contract/fixtures.ts';
import { withoutFreshTables } from './fresh-limits.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const narrow = { extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [[null, null]] } } };

async function eventually(check: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + 20_000;
  while (!(await check())) {
    if (performance.now() > untilMs) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const shown = async ({ catalog }: SqliteCatalog, id: string) => documentOf((await catalog.getCollection(id, 'all'))!);

/** As a release left it that knew no more of collections than their documents. */
function takeAway(file: string): void {
  const connection = connect(file, {});
  const later = catalogMigrations.filter(({ version }) => version >= 4).map(({ version }) => version);
  connection.exec(`${withoutFreshTables}
    UPDATE collections SET document = (SELECT coalesce(own, document) FROM collection_facts f WHERE f.number = collections.number);
    DROP TABLE collection_facts; DROP INDEX collections_by_revision; DROP INDEX collections_by_id;
    ALTER TABLE collections DROP COLUMN revision; ALTER TABLE stream_facts RENAME TO stream_stats;
    DELETE FROM property_stats WHERE collection = '';
    DELETE FROM state WHERE name IN ('revision', 'gone', 'roster', 'survey', 'summarised', 'showing', 'pooled');
    DELETE FROM schema_version WHERE version IN (${later.join()})`);
  connection.close();
}

test('collections of an older store come to show what their items tell', async () => {
  const file = temporaryFile();
  const first = await open(file, ['platform']);
  for (const id of ['a', 'b']) await first.catalog.putCollection(makeCollection(id, narrow), 'insert', null);
  const items = Array.from({ length: 2_500 }, (_, i) =>
    makeItem(`i${i}`, {
      collection: i % 2 ? 'a' : 'b',
      geometry: square(i / 100, 0),
      properties: { platform: `p${i % 3}` },
    }),
  );
  await put(first.catalog, items);
  const before = [await shown(first, 'a'), await shown(first, 'b'), await first.catalog.overview('all')];
  await first.close();
  takeAway(file);
  const second = await open(file, ['platform']);
  await put(second.catalog, [makeItem('meanwhile', { geometry: square(0, 0), properties: { platform: 'p1' } })]);
  const now = async () => [await shown(second, 'a'), await shown(second, 'b'), await second.catalog.overview('all')];
  await eventually(async () => isDeepStrictEqual(await now(), before));
  expect(problemsOf(file)).toEqual([]);
});

test('another choice of properties to summarise reaches every collection', async () => {
  const file = temporaryFile();
  const first = await open(file, ['platform']);
  await first.catalog.putCollection(makeCollection('a'), 'insert', null);
  await put(first.catalog, [makeItem('one', { properties: { platform: 'p', gsd: 0.5 } })]);
  expect((await shown(first, 'a'))['summaries']).toEqual({ platform: ['p'] });
  await first.close();
  const second = await open(file, ['gsd']);
  await eventually(async () => JSON.stringify((await shown(second, 'a'))['summaries']) === '{"gsd":[0.5]}');
});

test('what another process writes is shown by both', async () => {
  const file = temporaryFile();
  const [one, two] = [await open(file), await open(file)];
  await one.catalog.putCollection(makeCollection('a', narrow), 'insert', null);
  await put(one.catalog, [makeItem('one', { geometry: square(5, 5) })]);
  await put(two.catalog, [makeItem('two', { geometry: square(-5, -5) })]);
  await put(one.catalog, [makeItem('three', { geometry: square(9, 9) })]);
  for (const each of [one, two])
    expect(await shown(each, 'a')).toMatchObject({ extent: { spatial: { bbox: [[-5, -5, 10, 10]] } } });
  expect(problemsOf(file)).toEqual([]);
});
