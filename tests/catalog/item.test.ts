import { describe, expect, test } from 'vitest';
import { parseCollection } from '../../server/src/catalog/collection.ts';
import { parseItem } from '../../server/src/catalog/item.ts';
import { itemJson, makeCollection, makeItem, square } from './contract/fixtures.ts';

const times = (properties: object) => {
  const { dt, start, end } = makeItem('one', { properties });
  return [dt, start, end];
};

const boxOf = (geometry: object | null, bbox?: number[]) => makeItem('one', { geometry, ...(bbox && { bbox }) }).bbox;

const polygon = (ring: unknown) => ({ type: 'Polygon', coordinates: [ring] });

const named = (name: string) => ({ type: 'name', properties: { name } });

describe('the canonical document', () => {
  test('own links go, others stay, links come last, and nothing else changes', () => {
    const links = ['self', 'root', 'license', 'parent', 'collection', 'derived_from'].map((rel) => ({
      rel,
      href: rel,
    }));
    const bbox = [10, 10, 11, 11];
    const given = itemJson('one', { bbox, links, extra: { kept: true }, properties: { 'eo:cloud_cover': '12' } });
    const { document, bytes } = parseItem(given);
    expect(document).toEqual({
      ...given,
      links: [
        { rel: 'license', href: 'license' },
        { rel: 'derived_from', href: 'derived_from' },
      ],
    });
    expect(Object.keys(document).at(-1)).toBe('links');
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(document);
  });

  test('a bbox is made where there is a geometry, and the one that is given is kept', () => {
    expect(parseItem(itemJson('one')).document['bbox']).toEqual([10, 10, 11, 11]);
    expect(parseItem(itemJson('one', { geometry: square(176, 0, 9) })).document['bbox']).toEqual([176, 0, -175, 9]);
    expect(parseItem(itemJson('one', { bbox: [0, 0, 50, 50] })).document['bbox']).toEqual([0, 0, 50, 50]);
    expect(parseItem(itemJson('one', { geometry: null })).document).not.toHaveProperty('bbox');
  });

  test('what a valid item needs is filled in', () => {
    const bare = { type: 'Feature', id: 'one', geometry: null, properties: { datetime: null } };
    expect(parseItem(bare, 'a').document).toEqual({
      ...bare,
      stac_version: '1.0.0',
      collection: 'a',
      assets: {},
      links: [],
    });
  });

  test('the etag follows the content alone', () => {
    const self = { rel: 'self', href: 'https://one.example/' };
    const [plain, linked] = [makeItem('one'), makeItem('one', { links: [self] })];
    expect(linked.etag).toBe(plain.etag);
    expect(makeItem('one', { properties: { n: 1 } }).etag).not.toBe(plain.etag);
    expect(plain.etag).toMatch(/^[\w-]{27}$/);
  });

  test('decimals of a datetime are kept', () => {
    const datetime = '2020-06-15T12:00:00.123456789+02:00';
    const item = makeItem('one', { properties: { datetime } });
    expect(item.document['properties']).toEqual({ datetime });
    expect(item.dt).toBe('2020-06-15T10:00:00.123456789');
  });
});

test('a leap second is stored as the second after it, as clients cannot read it', () => {
  const properties = {
    datetime: '2016-12-31T23:59:60.25Z',
    start_datetime: '2016-12-31T23:59:60+00:00',
    end_datetime: '2017-01-01T02:29:60+02:30',
    created: '2016-12-31T23:59:60Z',
  };
  const item = makeItem('one', { properties });
  expect(item.document['properties']).toEqual({
    datetime: '2017-01-01T00:00:00.25Z',
    start_datetime: '2017-01-01T00:00:00Z',
    end_datetime: '2017-01-01T00:00:00Z',
    created: '2016-12-31T23:59:60Z',
  });
  expect(JSON.parse(Buffer.from(item.bytes).toString())).toEqual(item.document);
  expect([item.dt, item.start]).toEqual(['2017-01-01T00:00:00.25', '2017-01-01T00:00:00']);
});

describe('the keys', () => {
  const [early, late] = ['2020-06-01T00:00:00', '2020-06-30T00:00:00'];

  test('times: datetime, else start_datetime; the span covers them all', () => {
    const both = { start_datetime: `${early}Z`, end_datetime: `${late}Z` };
    expect(times({ datetime: null, ...both })).toEqual([early, early, late]);
    expect(times({ datetime: '2020-06-15T00:00:00Z', ...both })).toEqual(['2020-06-15T00:00:00', early, late]);
    expect(times({ datetime: '2020-07-15T00:00:00Z', ...both })).toEqual([
      '2020-07-15T00:00:00',
      early,
      '2020-07-15T00:00:00',
    ]);
    expect(times({ datetime: null, start_datetime: `${early}Z` })).toEqual([early, early, early]);
    expect(times({ datetime: null })).toEqual([null, null, null]);
  });

  test('the bbox is the footprint’s, whatever the document says', () => {
    expect(boxOf(square(10, 10))).toEqual([10, 10, 11, 11]);
    expect(boxOf(square(10, 10), [0, 0, 1, 1])).toEqual([10, 10, 11, 11]);
    expect(boxOf(null, [0, 0, 1, 1])).toBeNull();
    expect(boxOf({ type: 'Point', coordinates: [1, 2, 300] })).toEqual([1, 2, 1, 2]);
    expect(boxOf({ type: 'GeometryCollection', geometries: [] })).toBeNull();
  });

  test('it crosses the antimeridian where the footprint does', () => {
    const halves = {
      type: 'MultiPolygon',
      coordinates: [square(178, 0, 2).coordinates, square(-180, 0, 2).coordinates],
    };
    expect(boxOf(halves)).toEqual([178, 0, -178, 2]);
    expect(boxOf(square(178, 0, 4))).toEqual([178, 0, -178, 4]);
    expect(boxOf(square(-182, 0, 4))).toEqual([178, 0, -178, 4]);
    const folded = {
      type: 'LineString',
      coordinates: [
        [178, 0],
        [-178, 2],
      ],
    };
    expect(boxOf(folded, [178, 0, -178, 2])).toEqual([178, 0, -178, 2]);
    expect(boxOf(square(-180, -10, 20))).toEqual([-180, -10, -160, 10]);
    const world = {
      type: 'Polygon',
      coordinates: [
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ],
    };
    expect(boxOf(world)).toEqual([-180, -90, 180, 90]);
  });
});

describe('what is refused, by the name of the member', () => {
  test.each([
    [{ type: 'Item' }, "'type' must be 'Feature'"],
    [{ id: undefined }, "'id' is a required property"],
    [{ id: 7 }, "'id' must be a text"],
    [{ id: '' }, "'id' must not be empty"],
    [{ id: '.' }, "'id' must not be '.', which is a step in an address"],
    [{ id: '..' }, "'id' must not be '..', which is a step in an address"],
    [{ id: 'a\nb' }, "'id' must hold no control characters"],
    [{ id: '\ud800' }, "'id' must hold no control characters and no halves"],
    [{ id: 'x'.repeat(1_025) }, "'id' must have at most 1024 characters"],
    [{ id: '東'.repeat(401) }, "'id' must have at most 1200 bytes in UTF-8"],
    [{ collection: undefined }, "'collection' is a required property"],
    [{ collection: 5 }, "'collection' must be a text"],
    [{ stac_version: '0.9.0' }, "'stac_version' must be 1.0 or 1.1"],
    [{ stac_extensions: 'eo' }, "'stac_extensions' must be an array of texts"],
    [{ geometry: undefined }, "'geometry' is a required property; it may be null"],
    [{ geometry: { type: 'Circle' } }, "'geometry.type' is wrong"],
    [
      {
        geometry: polygon([
          [0, 0],
          [1, 1],
          [2, 0],
        ]),
      },
      "'geometry.coordinates.0' is wrong: a ring needs at least four",
    ],
    [
      {
        geometry: polygon([
          [0, 0],
          [1, 1],
          [2, 0],
          [3, 3],
        ]),
      },
      'the ring is not closed',
    ],
    [{ geometry: { type: 'Point', coordinates: ['1', 2] } }, "'geometry.coordinates.0' is wrong: expected a number"],
    [{ geometry: { type: 'Point', coordinates: [0, 90.5] } }, "'geometry' must have latitudes"],
    [{ geometry: { type: 'Point', coordinates: [541, 0] } }, "'geometry' must have longitudes"],
    [{ bbox: [1, 2, 3] }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: [0, 5, 1, 4] }, "'bbox' must have its south below its north"],
    [{ properties: { datetime: undefined } }, "'properties.datetime' is a required property"],
    [{ properties: { datetime: '2020-06-15' } }, "'properties.datetime' must be an RFC 3339 date-time"],
    [{ properties: { datetime: 5 } }, "'properties.datetime' must be"],
    [{ properties: { start_datetime: 'x' } }, "'properties.start_datetime' must be"],
    [
      { properties: { start_datetime: '2020-01-02T00:00:00Z', end_datetime: '2020-01-01T00:00:00Z' } },
      "'properties.end_datetime' must not be before",
    ],
    [{ assets: [] }, "'assets' must be an object"],
    [{ assets: { one: {} } }, "'assets.one.href' is a required property"],
    [{ crs: named('EPSG:32633') }, "'crs' says the system EPSG:32633"],
    [{ crs: { type: 'EPSG', properties: { code: 32633 } } }, "'crs' says the system EPSG:32633"],
    [{ crs: { type: 'link', properties: { href: 'x' } } }, "'crs' says the system that it does not name"],
    [
      { geometry: { type: 'Point', coordinates: [1, 2], crs: named('urn:ogc:def:crs:EPSG::3857') } },
      "'geometry.crs' is wrong: says the system urn:ogc:def:crs:EPSG::3857",
    ],
    [{ properties: { datetime: '2016-12-31T23:58:60Z' } }, "'properties.datetime' must be"],
    [{ properties: { datetime: '2016-12-30T23:59:60Z' } }, "'properties.datetime' must be"],
    [{ links: {} }, "'links' must be an array"],
    [{ links: [{ rel: 'x' }] }, "'links[0].href' is a required property"],
  ])('%j', (parts, message) => {
    expect(() => parseItem(itemJson('one', parts))).toThrow(message);
  });

  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:EPSG::4326',
    'EPSG:4326',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'http://www.opengis.net/def/crs/EPSG/0/4326',
    'http://www.opengis.net/gml/srs/epsg.xml#4326',
    'OGC:CRS84',
  ])('not the system that coordinates are in anyway: %s', (name) => {
    expect(makeItem('one', { crs: named(name) }).bbox).toEqual([10, 10, 11, 11]);
  });

  test('nor a member crs that is no system of GeoJSON', () => {
    for (const crs of [null, 'EPSG:32633', 32633, { wkt: '' }])
      expect(makeItem('one', { crs }).document['crs']).toEqual(crs);
  });

  test('an item that is no object, or stands in another collection', () => {
    for (const json of [null, [], 'x', 5, undefined]) expect(() => parseItem(json)).toThrow(/^'item' /);
    expect(() => parseItem(itemJson('one'), 'b')).toThrow("'collection' must be 'b'");
  });

  test('a footprint that crosses itself is stored: real ones do', () => {
    expect(
      makeItem('one', {
        geometry: polygon([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ]),
      }).bbox,
    ).toEqual([0, 0, 2, 2]);
  });
});

describe('collections', () => {
  test('own links go; id, version and the rest stay', () => {
    const links = ['self', 'items', 'license', 'root', 'parent'].map((rel) => ({ rel, href: rel }));
    const { document } = makeCollection('a', { links, summaries: { gsd: [1] } });
    expect(document).toMatchObject({ id: 'a', summaries: { gsd: [1] }, links: [{ rel: 'license', href: 'license' }] });
  });

  test.each([
    [{ type: 'Catalog' }, "'type' must be 'Collection'"],
    [{ id: undefined }, "'id' is a required property"],
    [{ description: undefined }, "'description' is a required property"],
    [{ license: 5 }, "'license' must be a text"],
    [{ extent: {} }, "'extent.spatial' is a required property"],
    [{ extent: { spatial: { bbox: [] }, temporal: {} } }, "'extent.spatial.bbox' must be an array of bboxes"],
    [{ extent: { spatial: { bbox: [[1]] }, temporal: {} } }, "'extent.spatial.bbox' must be an array of 4 or 6"],
    [
      { extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [['x', null]] } } },
      "'extent.temporal.interval'",
    ],
    [
      {
        extent: {
          spatial: { bbox: [[0, 0, 1, 1]] },
          temporal: {
            interval: [
              ['2019-01-01T00:00:00Z', null],
              ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00+01:00'],
            ],
          },
        },
      },
      "'extent.temporal.interval' must not end before it starts",
    ],
    [{ extent: { spatial: { bbox: [[0, 1, 1, 0]] }, temporal: {} } }, "'extent.spatial.bbox' must have its south"],
  ])('%j is refused', (parts, message) => {
    expect(() => makeCollection('a', parts)).toThrow(message);
  });

  test('its id must be that of its path', () => {
    expect(() => parseCollection(makeCollection('a').document, 'b')).toThrow("'id' must be 'b'");
  });
});
