import { expect, test } from 'vitest';
import type { Item } from '../../../server/src/catalog/item.ts';
import { onEveryCatalog } from './catalogs.ts';
import { fill, find, makeItem, pageThrough, put, search } from './fixtures.ts';

const at = (day: number): string => `2020-01-${String(day).padStart(2, '0')}T00:00:00Z`;
const item = (id: string, day: number, texts: object, collection = 'a'): Item =>
  makeItem(id, { collection, properties: { datetime: at(day), ...texts } });

const items = [
  item('paris', 9, { title: 'Paris in winter', keywords: ['optical', 'Land cover'] }),
  item('zurich', 8, { title: 'Zürich-West', description: 'Sentinel-2A over the old town' }),
  item('tokyo', 7, { title: '東京タワー', keywords: ['optical'] }),
  item('cover', 6, { title: 'Cover of land', description: 'winter' }, 'b'),
  item('split', 5, { title: 'Earth', description: 'Observation' }, 'b'),
  item('earth', 4, { description: 'Earth   observation' }, 'b'),
  item('none', 3, {}),
  item('odd', 2, { title: 7, description: null, keywords: [['paris'], { a: 'paris' }] }),
  item('single', 1, { title: '', keywords: 'paris' }),
];

onEveryCatalog((fresh) => {
  test.each<[unknown, readonly string[]]>([
    ['paris', ['paris']],
    ['PARIS,tokyo,zurich', ['paris', 'zurich']],
    [
      ['paris', 'West'],
      ['paris', 'zurich'],
    ],
    ['land cover', ['paris']],
    ['"cover land"', []],
    ['earth observation', ['earth']],
    ['Earth AND observation', ['split', 'earth']],
    ['Sentinel-2A', ['zurich']],
    ['sentinel', ['zurich']],
    ['senti', []],
    ['東京', ['tokyo']],
    ['京東', []],
    ['winter AND (paris OR cover)', ['paris', 'cover']],
    ['winter -paris', ['cover']],
    ['optical +winter', ['paris', 'cover']],
    ['winter AND NOT "cover of land"', ['paris']],
    ['-winter -optical -earth -zurich', ['none', 'odd', 'single']],
    ['absent', []],
    ['absent AND paris', []],
    ['absent OR paris', ['paris']],
    ["100%,'; DROP TABLE words; --,paris*", ['paris']],
  ])('%j finds %j', async (q, expected) => {
    const catalog = await fresh();
    await fill(catalog, items);
    expect(await find(catalog, { q })).toEqual(expected);
    const { matched } = await search(catalog, { q, limit: 0 });
    expect(matched).toEqual({ atLeast: expected.length, isExact: true });
  });

  test('words go with their item, and come with what replaces it', async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    await put(catalog, [item('paris', 1, { title: 'London in winter' })], 'upsert');
    expect(await find(catalog, { q: 'paris' })).toEqual([]);
    expect(await find(catalog, { q: 'winter' })).toEqual(['cover', 'paris']);
    await catalog.deleteItem('b', 'cover', null);
    expect(await find(catalog, { q: 'winter' })).toEqual(['paris']);
    await put(catalog, [item('paris', 1, {})], 'upsert');
    expect(await find(catalog, { q: 'winter,london' })).toEqual([]);
    await put(catalog, [item('none', 3, { keywords: ['winter'] })], 'upsert');
    expect(await find(catalog, { q: 'winter,london' })).toEqual(['none']);
    await catalog.deleteCollection('a', null);
    expect(await find(catalog, { q: 'winter,optical,earth' })).toEqual(['split', 'earth']);
  });

  test('grants, areas, times, filters, orders and counts hold with it', async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    const q = 'winter,earth';
    expect(await find(catalog, { q }, new Set(['a']))).toEqual(['paris']);
    const { matched } = await search(catalog, { q, limit: 0 }, new Set(['a']));
    expect(matched).toEqual({ atLeast: 1, isExact: true });
    expect(await find(catalog, { q, collections: ['b'] })).toEqual(['cover', 'split', 'earth']);
    expect(await find(catalog, { q, datetime: `${at(5)}/${at(6)}` })).toEqual(['cover', 'split']);
    expect(await find(catalog, { q, bbox: [50, 50, 51, 51] })).toEqual([]);
    expect(await find(catalog, { q, bbox: [9, 9, 12, 12], filter: "id <> 'split'" })).toEqual([
      'paris',
      'cover',
      'earth',
    ]);
    expect(await find(catalog, { q, ids: ['earth', 'none'] })).toEqual(['earth']);
    expect(await find(catalog, { q, sortby: '+title' })).toEqual(['cover', 'split', 'paris', 'earth']);
    expect(await find(catalog, { q, sortby: '+datetime' })).toEqual(['earth', 'split', 'cover', 'paris']);
    const pages = await pageThrough(catalog, { q, limit: 1 });
    expect(pages.flatMap(({ found }) => found.map(({ id }) => id))).toEqual(['paris', 'cover', 'split', 'earth']);
  });
});
