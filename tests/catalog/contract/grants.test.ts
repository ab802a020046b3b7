import { expect, test } from 'vitest';
import { mergeStatistics } from '../../../server/src/catalog/property-statistics.ts';
import { onEveryCatalog } from './catalogs.ts';
import { fill, find, makeItem, pageThrough, search } from './fixtures.ts';

const items = ['a', 'b', 'c'].flatMap((collection, c) =>
  [1, 2, 3].map((n) =>
    makeItem(`item-${n}`, {
      collection,
      properties: { n: n + c, [`only-${collection}`]: `secret ${collection}`, ok: n > 1 },
    }),
  ),
);

onEveryCatalog((fresh) => {
  const filled = async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    return catalog;
  };

  test('items, counts and pages hold what was granted and nothing else', async () => {
    const catalog = await filled();
    const granted = new Set(['b', 'unknown']);
    expect((await search(catalog, { limit: 0 }, granted)).matched).toEqual({ atLeast: 3, isExact: true });
    const pages = await pageThrough(catalog, { limit: 2, sortby: 'n' }, granted);
    expect(pages.map(({ found }) => found.length)).toEqual([2, 1]);
    expect(pages.flatMap(({ found }) => found).every(({ collection }) => collection === 'b')).toBe(true);
    expect(await find(catalog, { collections: ['a'] }, granted)).toEqual([]);
    expect(await find(catalog, { ids: ['item-1'] }, granted)).toEqual(['item-1']);
    expect(await find(catalog, { filter: '"only-a" = \'secret a\'' }, granted)).toEqual([]);
    expect(await catalog.getItem('a', 'item-1', granted)).toBeNull();
    expect(await catalog.getItem('b', 'item-1', granted)).not.toBeNull();
  });

  test('no grant shows nothing', async () => {
    const catalog = await filled();
    const page = await search(catalog, {}, new Set());
    expect(page).toEqual({ found: [], next: null, prev: null, matched: { atLeast: 0, isExact: true } });
    expect((await catalog.listCollections({ limit: 10, token: null }, new Set())).found).toEqual([]);
    expect(await catalog.statistics(null, new Set())).toEqual([]);
  });

  test('collections and their number', async () => {
    const catalog = await filled();
    const { found, matched } = await catalog.listCollections({ limit: 10, token: null }, new Set(['c', 'a']));
    expect(found.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(matched).toEqual({ atLeast: 2, isExact: true });
    expect(await catalog.getCollection('b', new Set(['c', 'a']))).toBeNull();
    expect(await catalog.getCollection('c', new Set(['c', 'a']))).not.toBeNull();
  });

  test('statistics: names, types, values and bounds of the granted collections alone', async () => {
    const catalog = await filled();
    const parts = await catalog.statistics(null, new Set(['a', 'b']));
    expect(new Map(parts.map(({ collection, items }) => [collection, items]))).toEqual(
      new Map([
        ['a', 3],
        ['b', 3],
      ]),
    );
    const merged = mergeStatistics(parts.map(({ properties }) => properties));
    expect([...merged.keys()]).toEqual(['datetime', 'n', 'ok', 'only-a', 'only-b']);
    expect(merged.get('n')).toEqual({ count: 6, types: ['integer'], values: [1, 2, 3, 4], least: 1, greatest: 4 });
    expect(merged.get('ok')).toMatchObject({ types: ['boolean'], values: [false, true] });
    expect(merged.get('datetime')).toMatchObject({ types: ['timestamp'], least: '2020-06-15T12:00:00' });
    expect((await catalog.statistics(['c', 'a'], new Set(['a', 'b']))).map(({ collection }) => collection)).toEqual([
      'a',
    ]);
  });
});
