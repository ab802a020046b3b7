import { describe, expect, test } from 'vitest';
import { parseCollection } from '../../../server/src/catalog/collection.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { JsonObject } from '../../../server/src/catalog/refuse.ts';
import { onEveryCatalog } from './catalogs.ts';
import { documentOf, makeCollection, makeItem, put, square } from './fixtures.ts';

type Extent = {
  readonly spatial: { readonly bbox: readonly (readonly number[])[] };
  readonly temporal: { readonly interval: readonly (readonly (string | null)[])[] };
};

/** A collection whose owner leaves its extent to its items. */
const open = (id: string) => {
  const { extent: _extent, ...rest } = makeCollection(id).document;
  return parseCollection(rest);
};

const stored = async (catalog: Catalog, id: string) => (await catalog.getCollection(id, 'all'))!;
const read = async (catalog: Catalog, id: string): Promise<JsonObject & { readonly extent: Extent }> =>
  documentOf(await stored(catalog, id)) as JsonObject & { readonly extent: Extent };
const boxOf = async (catalog: Catalog, id = 'a') => (await read(catalog, id)).extent.spatial.bbox[0];
const intervalOf = async (catalog: Catalog, id = 'a') => (await read(catalog, id)).extent.temporal.interval[0];

const during = (start_datetime: string, end_datetime: string) => ({
  properties: { datetime: null, start_datetime, end_datetime },
});

const cap = (south: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [-180, south],
      [180, south],
      [180, north],
      [-180, north],
      [-180, south],
    ],
  ],
});

const world = [-180, -90, 180, 90];
const narrow = {
  extent: {
    spatial: { bbox: [[0, 0, 5, 5]] },
    temporal: { interval: [['2020-01-01T00:00:00Z', '2020-12-31T00:00:00Z']] },
  },
};

onEveryCatalog((fresh) => {
  const begun = async (collection: ReturnType<typeof open>) => {
    const catalog = await fresh();
    await catalog.putCollection(collection, 'insert', null);
    return catalog;
  };

  describe('an extent that nobody wrote', () => {
    test('is the world while there are no items, and that of the only one afterwards', async () => {
      const catalog = await begun(open('a'));
      expect([await boxOf(catalog), await intervalOf(catalog)]).toEqual([world, [null, null]]);
      await put(catalog, [makeItem('one', { geometry: { type: 'Point', coordinates: [3, 4] } })]);
      expect(await boxOf(catalog)).toEqual([3, 4, 3, 4]);
      expect(await intervalOf(catalog)).toEqual(['2020-06-15T12:00:00Z', '2020-06-15T12:00:00Z']);
    });

    test('holds items that come, change and go, and begins anew when the last one went', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [makeItem('one', { geometry: square(0, 0) }), makeItem('two', { geometry: square(10, 10) })]);
      expect(await boxOf(catalog)).toEqual([0, 0, 11, 11]);
      await put(catalog, [makeItem('two', { geometry: square(20, -5) })], 'upsert');
      const [west, south, east] = (await boxOf(catalog))!;
      expect([west, south, east]).toEqual([0, -5, 21]);
      await catalog.deleteItems([{ collection: 'a', id: 'one' }]);
      await catalog.deleteItem('a', 'two', null);
      expect(await boxOf(catalog)).toEqual(world);
      await put(catalog, [makeItem('three', { geometry: square(50, 50) })]);
      expect(await boxOf(catalog)).toEqual([50, 50, 51, 51]);
    });

    test('is open where no item has a place or a time', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [makeItem('one', { geometry: null, properties: { datetime: null } })]);
      expect([await boxOf(catalog), await intervalOf(catalog)]).toEqual([world, [null, null]]);
      await put(catalog, [makeItem('two', { geometry: null })]);
      expect([await boxOf(catalog), await intervalOf(catalog)]).toEqual([
        world,
        ['2020-06-15T12:00:00Z', '2020-06-15T12:00:00Z'],
      ]);
    });

    test('lasts from the first start to the last end of items that last', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [
        makeItem('long', during('2019-01-01T00:00:00Z', '2021-01-01T00:00:00Z')),
        makeItem('short', during('2020-01-01T00:00:00.5Z', '2020-01-02T00:00:00Z')),
      ]);
      expect(await intervalOf(catalog)).toEqual(['2019-01-01T00:00:00Z', '2021-01-01T00:00:00Z']);
    });

    test('crosses the antimeridian where its items lie on both sides of it', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [makeItem('east', { geometry: square(178, -18) })]);
      await put(catalog, [makeItem('west', { geometry: square(-180, -17) })]);
      expect(await boxOf(catalog)).toEqual([178, -18, -179, -16]);
      await put(catalog, [makeItem('over', { geometry: square(179.5, -19), bbox: [179.5, -19, -179.5, -18] })]);
      expect(await boxOf(catalog)).toEqual([178, -19, -179, -16]);
    });

    test('does not cross it for two items far from it', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [makeItem('japan', { geometry: square(140, 35) })]);
      await put(catalog, [makeItem('america', { geometry: square(-120, 35) })]);
      expect(await boxOf(catalog)).toEqual([-120, 35, 141, 36]);
    });

    test('reaches the poles', async () => {
      const catalog = await begun(open('a'));
      await put(catalog, [
        makeItem('north', { geometry: cap(80, 90) }),
        makeItem('south', { geometry: cap(-90, -85) }),
      ]);
      expect(await boxOf(catalog)).toEqual(world);
    });
  });

  describe('an extent that the owner wrote', () => {
    test('stays while it holds the items, and so does the etag', async () => {
      const catalog = await begun(makeCollection('a', narrow));
      const before = await stored(catalog, 'a');
      await put(catalog, [makeItem('in', { geometry: square(1, 1) })]);
      expect(await stored(catalog, 'a')).toEqual(before);
    });

    test('is widened to what lies outside, at the ends that need it', async () => {
      const catalog = await begun(makeCollection('a', narrow));
      await put(catalog, [
        makeItem('out', { geometry: square(7, 1), properties: { datetime: '2021-06-01T00:00:00Z' } }),
      ]);
      expect(await boxOf(catalog)).toEqual([0, 0, 8, 5]);
      expect(await intervalOf(catalog)).toEqual(['2020-01-01T00:00:00Z', '2021-06-01T00:00:00Z']);
      await catalog.deleteItem('a', 'out', null);
      expect(await read(catalog, 'a')).toMatchObject(narrow);
    });

    test('with heights keeps them while it holds the items; boxes after the first stay', async () => {
      const catalog = await fresh();
      const boxes = [
        [0, 0, 10, 5, 5, 900],
        [1, 1, 2, 2],
      ];
      const extent = { ...narrow.extent, spatial: { bbox: boxes } };
      await catalog.putCollection(makeCollection('a', { extent }), 'insert', null);
      await put(catalog, [makeItem('in', { geometry: square(1, 1) })]);
      expect((await read(catalog, 'a')).extent.spatial.bbox).toEqual(boxes);
      await put(catalog, [makeItem('out', { geometry: square(7, 1) })]);
      expect((await read(catalog, 'a')).extent.spatial.bbox).toEqual([[0, 0, 8, 5], boxes[1]]);
    });
  });

  describe('whoever writes a collection back as it was shown', () => {
    test('changes nothing', async () => {
      const catalog = await fresh();
      await catalog.putCollection(makeCollection('a', narrow), 'insert', null);
      await put(catalog, [makeItem('out', { geometry: square(7, 1) })]);
      const before = await stored(catalog, 'a');
      const version = await catalog.version();
      const again = parseCollection(documentOf(before));
      expect(await catalog.putCollection(again, 'replace', before.etag)).toMatchObject({ outcome: 'unchanged' });
      expect([await stored(catalog, 'a'), await catalog.version()]).toEqual([before, version]);
    });

    test('with another title does not make the extent of the items its own', async () => {
      const catalog = await fresh();
      await catalog.putCollection(open('a'), 'insert', null);
      await put(catalog, [makeItem('one', { geometry: square(7, 1) })]);
      const shown = await read(catalog, 'a');
      await catalog.putCollection(parseCollection({ ...shown, title: 'New' }), 'replace', null);
      await catalog.deleteItem('a', 'one', null);
      await put(catalog, [makeItem('two', { geometry: square(40, 1) })]);
      expect(await read(catalog, 'a')).toMatchObject({ title: 'New', extent: { spatial: { bbox: [[40, 1, 41, 2]] } } });
    });

    test('with an etag that items have made old is refused', async () => {
      const catalog = await fresh();
      await catalog.putCollection(makeCollection('a', narrow), 'insert', null);
      const { etag } = await stored(catalog, 'a');
      await put(catalog, [makeItem('out', { geometry: square(7, 1) })]);
      const again = makeCollection('a', { ...narrow, title: 'New' });
      expect(await catalog.putCollection(again, 'replace', etag)).toMatchObject({ outcome: 'precondition_failed' });
      const now = await stored(catalog, 'a');
      const report = await catalog.putCollection(again, 'replace', now.etag);
      expect(report).toMatchObject({ outcome: 'replaced', etag: (await stored(catalog, 'a')).etag });
      expect(await boxOf(catalog)).toEqual([0, 0, 8, 5]);
    });
  });
});
