import { beforeAll, describe, expect, test } from 'vitest';
import { readCollectionSearch } from '../../../server/src/catalog/languages/collection-parameters.ts';
import type { Catalog, Found, StoredCollection } from '../../../server/src/catalog/ports.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { onEveryCatalog } from './catalogs.ts';
import { makeCollection, makeItem, put, square } from './fixtures.ts';

const extent = (bbox: readonly (readonly number[])[], ...interval: readonly (readonly (string | null)[])[]) => ({
  extent: { spatial: { bbox }, temporal: { interval } },
});
const years = (from: number, to: number | null) => [`${from}-01-01T00:00:00Z`, to && `${to}-01-01T00:00:00Z`] as const;

const collections = [
  makeCollection('alps', {
    ...extent([[5, 44, 16, 48]], years(2015, 2018) as never),
    title: 'Zermatt',
    keywords: ['Snow', 'rock'],
  }),
  makeCollection('fiji', {
    ...extent([[177, -20, -178, -12]], years(2020, null) as never),
    title: 'Atolls',
    license: 'CC0-1.0',
  }),
  makeCollection('parts', {
    ...extent(
      [
        [0, 0, 1, 1],
        [100, 0, 101, 1],
      ],
      years(2000, 2001) as never,
      years(2010, 2011) as never,
    ),
    description: 'Two places without snow cover',
  }),
  makeCollection('turned', extent([[170, 0, 190, 5]], [null, '1999-01-01T00:00:00Z'])),
  makeCollection('ünïcode 𝒜', { ...extent([[-10, -90, 10, -80]], [null, null]), title: 'atolls of ice', n: 3 }),
];

const limits = { usual: 100, most: 1_000 };
const search = (catalog: Catalog, query: Readonly<Record<string, string>>, visibility: Visibility = 'all') =>
  catalog.searchCollections(readCollectionSearch(query, limits), visibility);
const idsOf = ({ found }: Found<StoredCollection>) => found.map(({ id }) => id);

onEveryCatalog((fresh) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await fresh();
    for (const collection of collections) await catalog.putCollection(collection, 'insert', null);
  });

  test.each<Readonly<Record<string, string>>>([{}, { sortby: '-title' }, { datetime: '2016-01-01T00:00:00Z/..' }])(
    'a page by its number is the page that links lead to: %j',
    async (query) => {
      const first = await search(catalog, { ...query, limit: '1' });
      const second = await search(catalog, { ...query, limit: '1', token: first.next! });
      expect(await search(catalog, { ...query, limit: '1', page: '2' })).toEqual(second);
      expect(idsOf(await search(catalog, { ...query, limit: '1', token: second.prev! }))).toEqual(idsOf(first));
    },
  );

  describe('finds', () => {
    test.each([
      [{ bbox: '10,45,11,46' }, ['alps']],
      [{ bbox: '179,-15,180,-14' }, ['fiji']],
      [{ bbox: '-180,-15,-179,-14' }, ['fiji']],
      [{ bbox: '178,-13,-179,3' }, ['fiji', 'turned']],
      [{ bbox: '100.5,0.5,100.6,0.6' }, ['parts']],
      [{ bbox: '50,0.5,60,0.6' }, []],
      [{ bbox: '-175,1,-172,2' }, ['turned']],
      [{ bbox: '1,1,2,2' }, ['parts']],
      [{ bbox: '0,-90,0,-90' }, ['ünïcode 𝒜']],
      [{ datetime: '2016-01-01T00:00:00Z' }, ['alps', 'ünïcode 𝒜']],
      [{ datetime: '2018-01-01T00:00:00Z/2019-01-01T00:00:00Z' }, ['alps', 'ünïcode 𝒜']],
      [{ datetime: '2030-01-01T00:00:00Z/..' }, ['fiji', 'ünïcode 𝒜']],
      [{ datetime: '../1990-01-01T00:00:00Z' }, ['turned', 'ünïcode 𝒜']],
      [{ datetime: '2010-06-01T00:00:00Z' }, ['parts', 'ünïcode 𝒜']],
      [{ datetime: '2005-06-01T00:00:00Z' }, ['ünïcode 𝒜']],
      [{ q: 'snow' }, ['alps', 'parts']],
      [{ q: 'atolls' }, ['fiji', 'ünïcode 𝒜']],
      [{ q: 'rock,ice' }, ['alps', 'ünïcode 𝒜']],
      [{ filter: "license = 'CC0-1.0'" }, ['fiji']],
      [{ filter: 'S_INTERSECTS(geometry, POINT(10 45))' }, ['alps']],
      [{ filter: 'NOT S_INTERSECTS(geometry, POINT(10 45))' }, ['fiji', 'parts', 'turned', 'ünïcode 𝒜']],
      [{ query: '{"n":{"gte":3}}' }, ['ünïcode 𝒜']],
      [{ q: 'snow', bbox: '0,0,1,1', filter: "id = 'parts'", datetime: '2000-06-01T00:00:00Z' }, ['parts']],
      [{ sortby: 'title' }, ['fiji', 'alps', 'ünïcode 𝒜', 'parts', 'turned']],
      [{ sortby: '-id' }, ['ünïcode 𝒜', 'turned', 'parts', 'fiji', 'alps']],
      [{ sortby: 'datetime' }, ['parts', 'alps', 'fiji', 'turned', 'ünïcode 𝒜']],
    ])('%j', async (query, expected) => {
      const page = await search(catalog, query);
      expect([idsOf(page), page.matched]).toEqual([expected, { atLeast: expected.length, isExact: true }]);
    });
  });

  test('only what is granted, and counts no more', async () => {
    const page = await search(catalog, { q: 'snow' }, new Set(['parts', 'nobody']));
    expect([idsOf(page), page.matched?.atLeast]).toEqual([['parts'], 1]);
    expect(idsOf(await search(catalog, { q: 'snow' }, new Set()))).toEqual([]);
  });

  test('page after page, and back', async () => {
    const query = { sortby: 'title', limit: '2' };
    const pages = [await search(catalog, query)];
    while (pages.at(-1)!.next !== null) pages.push(await search(catalog, { ...query, token: pages.at(-1)!.next! }));
    expect(pages.map(idsOf)).toEqual([['fiji', 'alps'], ['ünïcode 𝒜', 'parts'], ['turned']]);
    const back = await search(catalog, { ...query, token: pages[2]!.prev! });
    expect(idsOf(back)).toEqual(['ünïcode 𝒜', 'parts']);
    expect((await search(catalog, { ...query, token: back.prev! })).prev).toBe(null);
  });

  test('page after page in the order of long texts, by tokens that an address has room for', async () => {
    const long = ['b', 'a', 'c'].map((first, i) =>
      makeCollection(`long ${i}`, { notes: `${first}${'é'.repeat(20_000)}${i}` }),
    );
    const alike = ['2', '1'].map((end) => makeCollection(`like ${end}`, { notes: `d${'x'.repeat(20_000)}${end}` }));
    for (const each of [...long, ...alike]) await catalog.putCollection(each, 'insert', null);
    const query = { sortby: 'notes', limit: '1', filter: 'notes IS NOT NULL' };
    const pages = [await search(catalog, query)];
    while (pages.at(-1)!.next !== null) pages.push(await search(catalog, { ...query, token: pages.at(-1)!.next! }));
    expect(pages.flatMap(idsOf)).toEqual(['long 1', 'long 0', 'long 2', 'like 1', 'like 2']);
    expect(Math.max(...pages.map(({ next, prev }) => (next ?? prev)!.length))).toBeLessThan(1_000);
    for (const { id } of [...long, ...alike]) await catalog.deleteCollection(id, null);
  });

  test('what came, changed and went since the last search', async () => {
    await catalog.putCollection(makeCollection('new', { title: 'Snow again' }), 'insert', null);
    expect(idsOf(await search(catalog, { q: 'snow' }))).toEqual(['alps', 'new', 'parts']);
    await catalog.putCollection(makeCollection('new', { title: 'None' }), 'replace', null);
    expect(idsOf(await search(catalog, { q: 'snow' }))).toEqual(['alps', 'parts']);
    expect(idsOf(await search(catalog, { q: 'none' }))).toEqual(['new']);
    await catalog.deleteCollection('new', null);
    expect(idsOf(await search(catalog, { q: 'none' }))).toEqual([]);
    expect((await search(catalog, { sortby: 'title' })).matched?.atLeast).toBe(5);
  });

  test('by any number of members, one after the other and at once', async () => {
    for (let i = 0; i < 60; i++)
      expect(idsOf(await search(catalog, { filter: `"member${i}" IS NULL AND title = 'Zermatt'` }))).toEqual(['alps']);
    const many = Array.from({ length: 60 }, (_, i) => `"other${i}" IS NULL`).join(' AND ');
    expect(idsOf(await search(catalog, { filter: `${many} AND title = 'Zermatt'` }))).toEqual(['alps']);
    expect(idsOf(await search(catalog, { sortby: '-n' }))).toHaveLength(5);
  });

  test.each(['geometry', 'geom'])('by a filter on %s', async (name) => {
    expect(idsOf(await search(catalog, { filter: `S_INTERSECTS(${name}, POINT(10 46))` }))).toEqual(['alps']);
  });

  test('by the extent of items that lie outside of what the owner wrote', async () => {
    await put(catalog, [makeItem('far', { collection: 'alps', geometry: square(60, 60) })]);
    expect(idsOf(await search(catalog, { bbox: '60,60,61,61' }))).toEqual(['alps']);
  });
});
