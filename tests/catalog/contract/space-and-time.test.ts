import { describe, expect, test } from 'vitest';
import { onEveryCatalog } from './catalogs.ts';
import { fill, find, makeItem, square } from './fixtures.ts';

const across = {
  type: 'MultiPolygon',
  coordinates: [square(178, 0, 2).coordinates, square(-180, 0, 2).coordinates],
};
/** Drawn with longitudes of both signs, told by its bbox alone. */
const folded = {
  type: 'Polygon',
  coordinates: [
    [
      [178, 10],
      [-178, 10],
      [-178, 12],
      [178, 12],
      [178, 10],
    ],
  ],
};
/** Drawn on beyond 180 degrees. */
const beyond = square(178, 20, 4);

const spatial = [
  makeItem('plain', { geometry: square(10, 10) }),
  makeItem('across', { geometry: across, bbox: [178, 0, -178, 2] }),
  makeItem('beyond', { geometry: beyond }),
  makeItem('folded', { geometry: folded, bbox: [178, 10, -178, 12] }),
  makeItem('collected', {
    geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [50, 50] }, square(60, 60)] },
  }),
  makeItem('nowhere', { geometry: null }),
  makeItem('high', { geometry: { type: 'Point', coordinates: [30, 30, 800] }, bbox: [30, 30, 800, 30, 30, 800] }),
];

const timed = (id: string, datetime: string | null, start?: string, end?: string) =>
  makeItem(id, {
    properties: { datetime, ...(start && { start_datetime: start }), ...(end && { end_datetime: end }) },
  });

const temporal = [
  timed('moment', '2020-06-15T12:00:00Z'),
  timed('nano', '2020-06-15T12:00:00.000000001Z'),
  timed('offset', '2020-06-15T14:00:00.5+02:00'),
  timed('month', null, '2020-06-01T00:00:00Z', '2020-06-30T23:59:59Z'),
  timed('both', '2020-07-15T00:00:00Z', '2020-07-01T00:00:00Z', '2020-07-31T00:00:00Z'),
  timed('timeless', null),
  timed('far', '9999-12-31T23:59:59Z'),
  timed('old', '0001-01-01T00:00:00Z'),
];

onEveryCatalog((fresh) => {
  const found = async (items: typeof spatial, body: object) => {
    const catalog = await fresh();
    await fill(catalog, items);
    return (await find(catalog, body)).toSorted();
  };

  describe('space', () => {
    test.each([
      ['a box', [10.5, 10.5, 20, 20], ['plain']],
      ['a box that only touches', [11, 11, 12, 12], ['plain']],
      ['a box beside', [11.1, 11.1, 12, 12], []],
      ['a box across the antimeridian', [179, -5, -179, 30], ['across', 'beyond', 'folded']],
      ['its western half', [175, -5, 179, 30], ['across', 'beyond', 'folded']],
      ['its eastern half', [-179, -5, -170, 30], ['across', 'beyond', 'folded']],
      ['a box across, told by longitudes beyond 180', [179, 19, 185, 30], ['beyond']],
      ['the other side of the world', [-170, -5, 9, 30], []],
      ['six numbers', [29, 29, -100, 31, 31, 9000], ['high']],
      ['a point of a collection', [49, 49, 51, 51], ['collected']],
      ['a polygon of a collection', [60.2, 60.2, 60.4, 60.4], ['collected']],
      ['between the parts of a collection', [52, 52, 58, 58], []],
      [
        'the whole world, where nothing is nowhere',
        [-180, -90, 180, 90],
        ['across', 'beyond', 'collected', 'folded', 'high', 'plain'],
      ],
      ['a box without width', [10.5, 0, 10.5, 50], ['plain']],
      ['a box that is a point', [30, 30, 30, 30], ['high']],
    ])('%s', async (_, bbox, ids) => {
      expect(await found(spatial, { bbox })).toEqual(ids);
    });

    test('an area is its geometry, not the box around it', async () => {
      const triangle = {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [28, 0],
            [0, 14],
            [0, 0],
          ],
        ],
      };
      expect(await found(spatial, { intersects: triangle })).toEqual([]);
      expect(
        await found(spatial, {
          intersects: {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [60, 60],
            ],
          },
        }),
      ).toEqual(['collected', 'high', 'plain']);
    });

    test('an area across the antimeridian, cut or drawn on', async () => {
      expect(await found(spatial, { intersects: across })).toEqual(['across']);
      expect(await found(spatial, { intersects: square(-182, 20, 4) })).toEqual(['beyond']);
    });

    test('an item without a geometry is found by all else', async () => {
      const body = { ids: ['nowhere'], datetime: '2020-06-15T12:00:00Z', filter: 'geometry IS NULL' };
      expect(await found(spatial, body)).toEqual(['nowhere']);
    });
  });

  describe('time', () => {
    test.each([
      ['a moment, in any zone', '2020-06-15T14:00:00+02:00', ['moment', 'month']],
      ['a nanosecond later', '2020-06-15T12:00:00.000000001Z', ['month', 'nano']],
      ['between two nanoseconds', '2020-06-15T12:00:00.000000002Z/2020-06-15T12:00:00.4Z', ['month']],
      ['both ends belong to it', '2020-06-15T12:00:00Z/2020-06-15T12:00:00.5Z', ['moment', 'month', 'nano', 'offset']],
      ['the last second of an interval', '2020-06-30T23:59:59Z/2020-06-30T23:59:59Z', ['month']],
      ['after an interval', '2020-06-30T23:59:59.1Z/2020-06-30T23:59:59.9Z', []],
      ['an interval inside', '2020-06-10T00:00:00Z/2020-06-11T00:00:00Z', ['month']],
      ['before the datetime, after the start', '2020-07-02T00:00:00Z/2020-07-03T00:00:00Z', ['both']],
      ['after the datetime, before the end', '2020-07-20T00:00:00Z/..', ['both', 'far']],
      ['open start', '../2020-06-01T00:00:00Z', ['month', 'old']],
      ['empty end', '2021-01-01T00:00:00Z/', ['far']],
    ])('%s', async (_, datetime, ids) => {
      expect(await found(temporal, { datetime })).toEqual(ids);
    });

    test('the newest first by datetime, else by start; what has no time comes last', async () => {
      const catalog = await fresh();
      await fill(catalog, temporal);
      const newest = ['far', 'both', 'offset', 'nano', 'moment', 'month', 'old', 'timeless'];
      expect(await find(catalog)).toEqual(newest);
      const oldest = [...newest.slice(0, -1).toReversed(), 'timeless'];
      expect(await find(catalog, { sortby: '+datetime' })).toEqual(oldest);
    });
  });
}, 'with partitions');
