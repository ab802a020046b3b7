import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { sized } from '../../support/sized.ts';
import { onEveryCatalog } from './catalogs.ts';
import { fill, find, idsOf, makeItem, pageThrough, put, search } from './fixtures.ts';

/** Few values and many items: most keys are equal, some are null, types are mixed. */
const clouds = [0, 10, 10, null, '10', undefined, true, 2.5, [1], 'É', 'é', '2020-01-01T01:00:00+01:00'];
const items = Array.from({ length: 60 }, (_, i) =>
  makeItem(`item-${String((i * 37) % 60).padStart(2, '0')}`, {
    collection: i % 3 === 0 ? 'b' : 'a',
    properties: {
      datetime: i % 7 === 0 ? null : `2020-06-${10 + (i % 5)}T00:00:00${i % 2 ? 'Z' : '.000000001Z'}`,
      cloud: clouds[i % clouds.length],
      platform: i % 4 === 3 ? null : `platform-${i % 4}`,
    },
  }),
);

const sorts = [
  '-datetime',
  '+datetime',
  '+cloud',
  '-cloud',
  '+platform,-cloud',
  '-platform,+cloud,-id',
  '-id',
  '+collection,-datetime',
  '-collection,+platform,+datetime',
  '+absent',
];

/** Pages of one item are many searches: of every third order here, of all in the proof. */
const pageSizes = (sortby: string) => (sorts.indexOf(sortby) % sized(3, 1) === 0 ? [1, 7, 20, 60] : [7, 20, 60]);

const keyOf = ({ collection, id }: { readonly collection: string; readonly id: string }) => `${collection}/${id}`;

const unpaged = async (catalog: Catalog, body: object) =>
  (await search(catalog, { ...body, limit: 10_000 })).found.map(keyOf);

onEveryCatalog((fresh) => {
  const filled = async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    return catalog;
  };

  describe.each(sorts)('sorted by %s', (sortby) => {
    let catalog: Catalog;
    beforeAll(async () => {
      catalog = await filled();
    });

    test.each(pageSizes(sortby))('pages of %i forward and back give every item once, in one order', async (limit) => {
      const all = await unpaged(catalog, { sortby });
      expect(new Set(all).size).toBe(60);
      const pages = await pageThrough(catalog, { sortby, limit });
      expect(pages.flatMap(({ found }) => found.map(keyOf))).toEqual(all);
      expect(pages.length).toBe(Math.ceil(60 / limit));
      expect(pages[0]!.prev).toBeNull();
      let page = pages.at(-1)!;
      for (const expected of pages.slice(0, -1).toReversed()) {
        page = await search(catalog, { sortby, limit, token: page.prev });
        expect(page.found.map(keyOf)).toEqual(expected.found.map(keyOf));
        expect(page.next).not.toBeNull();
      }
      expect(page.prev).toBeNull();
    });
  });

  test('nulls, and what has no order, come last in both directions; numbers come before texts', async () => {
    const catalog = await fresh();
    const values = { null: null, text: 'x', number: 5, less: -1, true: true, object: {}, upper: 'X' };
    await fill(
      catalog,
      Object.entries(values).map(([id, v]) => makeItem(id, { properties: { v } })),
    );
    expect(await find(catalog, { sortby: '+v' })).toEqual([
      'less',
      'true',
      'number',
      'upper',
      'text',
      'null',
      'object',
    ]);
    expect(await find(catalog, { sortby: '-v' })).toEqual([
      'text',
      'upper',
      'number',
      'true',
      'less',
      'null',
      'object',
    ]);
  });

  test('values that rows hold as others have the place of these, declared or not', async () => {
    const catalog = await fresh();
    const values = [1e-17, 0, 'a\uFFFD', 'a\0', '\uFFFD', '\uD800', 'b'];
    await fill(
      catalog,
      values.map((n, i) => makeItem(`${i}`, { properties: { n, cloud: n } })),
    );
    for (const field of ['n', 'cloud']) {
      expect(await find(catalog, { sortby: `+${field}` })).toEqual(['0', '1', '2', '3', '6', '4', '5']);
      expect(await find(catalog, { sortby: `-${field}` })).toEqual(['4', '5', '6', '2', '3', '0', '1']);
    }
  });

  test('equal keys: newest first, then by id in the order of UTF-8, then by collection', async () => {
    const catalog = await fresh();
    const ids = ['b', 'a', 'B', 'é', '😀', '\u{ffee}'];
    const newer = makeItem('z', { properties: { datetime: '2021-01-01T00:00:00Z', v: 1 } });
    await fill(catalog, [
      ...ids.map((id) => makeItem(id, { properties: { v: 1 } })),
      newer,
      makeItem('a', { collection: 'b', properties: { v: 1 } }),
    ]);
    const { found } = await search(catalog, { sortby: 'v' });
    const order = ['a/z', 'a/B', 'a/a', 'b/a', 'a/b', 'a/é', 'a/\u{ffee}', 'a/😀'];
    expect(found.map(keyOf)).toEqual(order);
  });

  test('items that arrive between two pages neither repeat nor hide any other', async () => {
    const catalog = await filled();
    const all = await unpaged(catalog, {});
    const first = await search(catalog, { limit: 20 });
    const newer = ['new-1', 'new-2'].map((id) => makeItem(id, { properties: { datetime: '2022-01-01T00:00:00Z' } }));
    const older = makeItem('old', { properties: { datetime: '1990-01-01T00:00:00Z' } });
    await put(catalog, [...newer, older]);
    const rest = await pageThrough(catalog, { limit: 20, token: first.next });
    const restAll = rest.flatMap(({ found }) => found.map(keyOf));
    expect(restAll.filter((key) => key !== 'a/old')).toEqual(all.slice(20));
    expect(restAll).toContain('a/old');
    const second = await search(catalog, { limit: 20, token: first.next });
    const back = await search(catalog, { limit: 20, token: second.prev });
    expect(back.found.map(keyOf)).toEqual(first.found.map(keyOf));
    expect(idsOf(await search(catalog, { limit: 20, token: back.prev }))).toEqual(['new-1', 'new-2']);
  });

  test('items that leave between two pages cost only themselves; an empty page has no next', async () => {
    const catalog = await filled();
    const all = await unpaged(catalog, {});
    const first = await search(catalog, { limit: 20 });
    await catalog.deleteItems(first.found.slice(10));
    const second = await search(catalog, { limit: 20, token: first.next });
    expect(second.found.map(keyOf)).toEqual(all.slice(20, 40));
    await catalog.deleteItems((await search(catalog, { limit: 10_000 })).found.slice(5));
    const gone = await search(catalog, { limit: 20, token: second.next });
    expect([gone.found, gone.next]).toEqual([[], null]);
    const rest = await search(catalog, { limit: 20, token: second.prev });
    expect(rest.found.map(keyOf)).toEqual(all.slice(0, 5));
  });

  test('a last page that is full has no next', async () => {
    const catalog = await filled();
    expect((await search(catalog, { limit: 60 })).next).toBeNull();
    expect((await search(catalog, { limit: 59 })).next).not.toBeNull();
  });

  test('limit 0 counts and shows nothing; a limit beyond the maximum is clamped', async () => {
    const catalog = await filled();
    expect(await search(catalog, { limit: 0, collections: ['b'] })).toEqual({
      found: [],
      next: null,
      prev: null,
      matched: { atLeast: 20, isExact: true },
    });
    expect((await search(catalog, { limit: 1_000_000 })).found.length).toBe(60);
  });

  test('of up to 500 items the count is there and exact, whatever is asked, sorted by and filtered', async () => {
    const catalog = await filled();
    const bodies = [
      {},
      { collections: ['a'] },
      { filter: 'cloud > 1' },
      { bbox: [0, 0, 1, 1] },
      { filter: "id LIKE '%1%'" },
      { filter: "CASEI(id) LIKE '%2%'", sortby: '-properties.cloud' },
    ];
    for (const body of bodies) {
      const all = await unpaged(catalog, body);
      const { matched } = await search(catalog, { ...body, limit: 3 });
      expect([body, matched]).toEqual([body, { atLeast: all.length, isExact: true }]);
    }
  });

  test('numbered pages, as older clients have them', async () => {
    const catalog = await filled();
    const all = await unpaged(catalog, {});
    const second = await search(catalog, { limit: 25, page: 2 });
    expect(second.found.map(keyOf)).toEqual(all.slice(25, 50));
    const third = await search(catalog, { limit: 25, token: second.next });
    expect(third.found.map(keyOf)).toEqual(all.slice(50));
    expect((await search(catalog, { limit: 25, token: second.prev })).found.map(keyOf)).toEqual(all.slice(0, 25));
    expect((await search(catalog, { limit: 25, page: 4 })).found).toEqual([]);
  });

  test('of more than 500 items a page that holds the last one, and a search by time, have the exact count', async () => {
    const catalog = await fresh();
    await fill(
      catalog,
      Array.from({ length: 620 }, (_, i) => makeItem(`item-${i}`, { properties: { cloud: i % 31 } })),
    );
    const counts = async (filter: string) => {
      const pages = [1, 2, 3].map((page) => search(catalog, { filter, limit: 300, page }));
      return (await Promise.all(pages)).map(({ matched }) => (matched?.isExact === true ? matched.atLeast : null));
    };
    const [first, ...rest] = await counts('cloud < 30');
    expect([[600, null].includes(first!), rest]).toEqual([true, [600, 600]]);
    expect(await counts('cloud < 3')).toEqual([60, 60, 60]);
    const { matched } = await search(catalog, { collections: ['a'], datetime: '2020-01-01T00:00:00Z/..', limit: 1 });
    expect(matched).toEqual({ atLeast: 620, isExact: true });
  });

  test('a token that was damaged, or belongs to another order, is refused', async () => {
    const catalog = await filled();
    const { next } = await search(catalog, { limit: 5 });
    const token = next!;
    for (let i = 0; i < token.length; i++) {
      const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      expect(() => void search(catalog, { token: changed })).toThrow("'token' is not a token of this service");
    }
    expect(() => void search(catalog, { token: token.slice(0, -4) })).toThrow("'token' is not a token");
    expect(() => void search(catalog, { token, sortby: '-cloud' })).toThrow(
      "'token' belongs to a search with another order",
    );
    const { next: listing } = await catalog.listCollections({ limit: 1, token: null }, 'all');
    expect(() => void search(catalog, { token: listing })).toThrow("'token' belongs to a search with another order");
  });
}, 'with partitions');
