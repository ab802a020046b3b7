import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemColumns } from '../../../server/src/adapters/postgres/catalog/database/item-row.ts';
import { searchableColumns } from '../../../server/src/adapters/postgres/catalog/database/schema.ts';
import { openThreadCatalog } from '../../../server/src/adapters/thread-catalog/open-thread-catalog.ts';
import type { ThreadCatalog } from '../../../server/src/adapters/thread-catalog/thread-catalog.ts';
import { readPageToken } from '../../../server/src/catalog/page-token.ts';
import { idAlone, idsOn } from '../../../server/src/catalog/shown/ids-alone.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { fill, makeItem } from '../contract/fixtures.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

/** More than a search of a few may read. */
const copies = 50_100;

const columnOfCopy = (column: string): string =>
  column === 'pk' ? 'i.pk + 1000 + g' : column === 'id' ? 'i.id || g' : `i.${column}`;

/** The first item again and again, in a moment instead of a minute. */
const copyFirst = [
  `INSERT INTO catalog_items (${itemColumns.join()})
   SELECT ${itemColumns.map(columnOfCopy).join()} FROM catalog_items i, generate_series(1, ${copies}) g WHERE i.id = 'one'`,
  `INSERT INTO catalog_entries (stream, ${searchableColumns.join()})
   SELECT unnest(streams), ${searchableColumns.join()} FROM catalog_items WHERE pk > 1000`,
  `UPDATE catalog_streams SET items = items + ${copies}
    WHERE stream IN (SELECT unnest(streams) FROM catalog_items WHERE id = 'one')`,
  `UPDATE catalog_collections SET items = items + ${copies}`,
  'UPDATE catalog_state SET version = version + 1, next_pk = 1000000',
];

const itemOf = (id: string, collection: string, value: unknown) =>
  makeItem(id, { collection, properties: { value, [`of ${collection}`]: true } });

describe.skipIf(whyNone !== null)(`threads that read the catalogue on PostgreSQL${whySkipped}`, () => {
  const own = ownSchema();
  let catalog: Catalog;
  let threads: ThreadCatalog;
  beforeAll(async () => {
    ({ catalog } = await own.open());
    await fill(catalog, [makeItem('one'), makeItem('two', { properties: { rare: true } })]);
    for (const text of copyFirst) await own.rows(text);
    const url = new URL(serverUrl);
    url.searchParams.set('options', `-c search_path=${own.schema},public`);
    threads = await openThreadCatalog({ store: 'postgres', url: url.href, readUrl: null, searchTimeoutMs: 60_000 });
  }, 180_000);
  afterAll(async () => {
    await threads.close();
    await own.drop();
  });

  async function known(collections: readonly string[] | null, visibility: Visibility): Promise<readonly string[]> {
    const found = await threads.knownProperties(collections, visibility);
    return found.map(({ name, types, count }) => `${name}: ${[...types].toSorted().join()} ${count}`).toSorted();
  }

  test('find what a page would be refused for, as those of the embedded catalogue do', async () => {
    const request = readSearchBody({ filter: 'rare = true' }, { isUnbounded: true });
    await expect(catalog.search(request, 'all')).rejects.toThrow('stopped after 50000 items: declare them');
    const stop = { signal: new AbortController().signal, isStopped: () => false };
    const found = await threads.chunks(request, 'all', stop).next();
    expect(found.map(({ id }) => id)).toEqual(['two']);
  });

  test('know the ids that several collections have', async () => {
    expect(await threads.sharedIds([{ id: 'one' }])).toEqual(new Set());
    await fill(catalog, [
      itemOf('both', 'b', 1),
      itemOf('both', 'c', 1),
      itemOf('both', 'd', 1),
      itemOf('alone', 'b', 1),
    ]);
    const ids = ['one', 'both', 'alone', 'none', 'both'].map((id) => ({ id }));
    expect(await threads.sharedIds(ids)).toEqual(new Set(['both']));
    await catalog.deleteItems([...'bcd'].map((collection) => ({ collection, id: 'both' })));
    await catalog.deleteItem('b', 'alone', null);
  });

  test('read no document where ids alone are asked for, in any order and from any place', async () => {
    const named = ['one', 'two', 'three', 'four'];
    await fill(
      catalog,
      named.map((id, value) => itemOf(id, 'e', value)),
    );
    await own.rows("UPDATE catalog_items SET document = 'none' WHERE collection = 'e'");
    for (const sortby of ['+id', '-datetime', '+collection', '-collection,+id']) {
      const request = { ...readSearchBody({ collections: ['e'], sortby, limit: 3 }), fields: idAlone };
      const first = await catalog.showItems(request, 'all', '');
      const second = await catalog.showItems(
        { ...request, position: readPageToken(first.next!, request.sort) },
        'all',
        '',
      );
      expect([sortby, [...idsOn(first), ...idsOn(second)].toSorted()]).toEqual([sortby, named.toSorted()]);
    }
    await catalog.deleteCollection('e', null);
  });

  test('give items that an earlier release took and this one would refuse', async () => {
    await fill(catalog, [itemOf('old', 'e', 1), itemOf('young', 'e', 2)]);
    await own.rows(`UPDATE catalog_items SET document = replace(document, '"type":"Feature"',
      '"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:3857"}}') WHERE id = 'old'`);
    const request = readSearchBody({ collections: ['e'], sortby: '-value' }, { isUnbounded: true });
    const stop = { signal: new AbortController().signal, isStopped: () => false };
    const found = await threads.chunks(request, 'all', stop).next();
    expect(found.map(({ id }) => id)).toEqual(['young', 'old']);
    await catalog.deleteCollection('e', null);
  });

  test('know the properties of the collections that are visible and asked for, whatever their values', async () => {
    const odd = 'no text of PostgreSQL: \u0000, \ud800';
    await fill(catalog, [itemOf('1', 'b', 5), itemOf('2', 'b', 0.5), itemOf('3', 'c', odd), itemOf('4', 'd', [])]);
    const both = ['datetime: timestamp 3', 'of b: boolean 2', 'of c: boolean 1', 'value: integer,number,string 3'];
    expect(await known(null, new Set(['b', 'c', 'none']))).toEqual(both);
    expect(await known(['b', 'c'], 'all')).toEqual(both);
    expect(await known(['b', 'd'], new Set(['d']))).toEqual([
      'datetime: timestamp 1',
      'of d: boolean 1',
      'value: array 1',
    ]);
    expect(await known(null, 'all')).toContain('value: array,integer,number,string 4');
    expect(await known(null, new Set())).toEqual([]);
  });
});
