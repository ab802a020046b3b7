import { describe, expect, test } from 'vitest';
import { readSearchBody, readSearchQuery } from '../../server/src/catalog/languages/search-parameters.ts';
import { writePageToken } from '../../server/src/catalog/page-token.ts';
import { everything } from '../../server/src/catalog/search-request.ts';
import { defaultSort } from '../../server/src/catalog/sort.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';

const cloudJson = { op: '<', args: [{ property: 'eo:cloud_cover' }, 10] };
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [0, 4],
      [0, 0],
    ],
  ],
};
const token = writePageToken({ isBackward: true, values: ['2020-06-15T12:00:00', 'one', 'a'] }, defaultSort);

const refusal = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof PlatformError) return { kind: error.kind, message: error.message };
    throw error;
  }
  return null;
};

describe('GET and POST say the same', () => {
  test.each<[Record<string, string | string[]>, object]>([
    [{}, {}],
    [
      { ids: 'one, two', collections: 'a' },
      { ids: ['one', 'two'], collections: ['a'] },
    ],
    [{ ids: ['one', 'two'] }, { ids: ['one', 'two'] }],
    [{ bbox: ['0', '0', '1', '1'] }, { bbox: [0, 0, 1, 1] }],
    [{ bbox: '-10,-10.5,1e1,10' }, { bbox: [-10, -10.5, 10, 10] }],
    [{ bbox: '170,-10,0,-170,10,9' }, { bbox: [170, -10, 0, -170, 10, 9] }],
    [{ intersects: JSON.stringify(polygon) }, { intersects: polygon }],
    [{ datetime: '2020-06-15T12:00:00Z/..' }, { datetime: '2020-06-15T12:00:00Z/..' }],
    [{ filter: 'eo:cloud_cover < 10' }, { filter: cloudJson }],
    [
      { filter: 'eo:cloud_cover < 10', 'filter-lang': 'cql2-text' },
      { filter: cloudJson, 'filter-lang': 'cql2-json' },
    ],
    [{ filter: JSON.stringify(cloudJson), 'filter-lang': 'cql2-json' }, { filter: 'eo:cloud_cover < 10' }],
    [{ filter: JSON.stringify(cloudJson) }, { filter: 'eo:cloud_cover < 10', 'filter-lang': 'cql2-text' }],
    [{ where: 'eo:cloud_cover < 10' }, { where: 'eo:cloud_cover < 10' }],
    [{ where: 'eo:cloud_cover < 10' }, { filter: cloudJson }],
    [{ query: '{"eo:cloud_cover":{"lt":10}}' }, { query: { 'eo:cloud_cover': { lt: 10 } } }],
    [{ query: '{"eo:cloud_cover":{"lt":10}}' }, { filter: cloudJson }],
    [
      { sortby: '-eo:cloud_cover,+id' },
      {
        sortby: [
          { field: 'properties.eo:cloud_cover', direction: 'desc' },
          { field: 'id', direction: 'asc' },
        ],
      },
    ],
    [{ sortby: '-eo:cloud_cover, id' }, { sortby: ['-eo:cloud_cover', 'id'] }],
    [{ sortby: 'eo:cloud_cover DESC,id asc' }, { orderby: '-eo:cloud_cover,id' }],
    [{ sortBy: '-datetime' }, {}],
    [{ fields: 'id,-geometry,+properties.gsd' }, { fields: { include: ['id', 'gsd'], exclude: ['geometry'] } }],
    [{ limit: '7' }, { limit: 7 }],
    [{ limit: '99999999999999999999' }, { limit: 1e20 }],
    [
      { limit: '5', page: '3' },
      { limit: 5, page: 3 },
    ],
    [{ token }, { token }],
    [
      { bbox: '', ids: '', datetime: ' ', token: '' },
      { bbox: null, ids: [], datetime: null },
    ],
    [{ 'area-based-calc': '1' }, { complete: true }],
  ])('%j', (query, body) => {
    expect(readSearchQuery(query)).toEqual(readSearchBody(body));
  });

  test('what is not asked for is not there', () => {
    expect(readSearchQuery({})).toEqual(everything);
  });

  test('limit, page and count', () => {
    expect([undefined, 0, 1, 10_000, 10_001].map((limit) => readSearchBody({ limit }).limit)).toEqual([
      10, 0, 1, 10_000, 10_000,
    ]);
    expect(readSearchBody({ limit: 0 }).count).toBe('exact');
    expect(readSearchBody({}, { count: 'none' }).count).toBe('none');
    expect(readSearchBody({ limit: 50, page: 3 })).toMatchObject({ limit: 50, skip: 100 });
    expect(readSearchBody({ limit: 50, offset: 7 })).toMatchObject({ limit: 50, skip: 7 });
    expect(readSearchQuery({ offset: '0' })).toMatchObject({ limit: 10, skip: 0 });
  });

  test('an empty polygon in a filter is read', () => {
    const filter = { op: 's_intersects', args: [{ property: 'geometry' }, { type: 'Polygon', coordinates: [] }] };
    expect(readSearchBody({ filter }).filter).toMatchObject({ kind: 'spatial' });
  });

  test('query and filter together must both hold', () => {
    const { filter } = readSearchBody({ filter: cloudJson, query: { gsd: { gt: 1 } } });
    expect(filter).toMatchObject({
      kind: 'and',
      args: [
        { kind: 'compare', op: '<' },
        { kind: 'compare', op: '>' },
      ],
    });
  });
});

describe('refused with 400, by the name of the member', () => {
  const crossed = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ],
  };
  const large = { type: 'LineString', coordinates: Array.from({ length: 10_001 }, (_, i) => [i / 100, 0]) };

  test.each<[unknown, string]>([
    [[], "'body' must be an object"],
    [{ bbox: [0, 0, 1, 1], intersects: polygon }, "'bbox' and 'intersects' cannot be used together"],
    [{ datetime: '2020-06-15' }, "'datetime' must be an RFC 3339 date-time"],
    [{ datetime: 5 }, "'datetime' must be a text"],
    [{ ids: 1 }, "'ids' must be an array of texts"],
    [{ ids: [1] }, "'ids' must be an array of texts"],
    [{ collections: {} }, "'collections' must be an array of texts"],
    [{ limit: -1 }, "'limit' must be a whole number of at least 0"],
    [{ limit: 1.5 }, "'limit' must be a whole number"],
    [{ limit: '5' }, "'limit' must be a whole number"],
    [{ page: 0 }, "'page' must be a whole number of at least 1"],
    [{ page: 10_000, limit: 100 }, "'page' must lie within the first 100000;"],
    [{ page: 2, token }, "'page' and 'token' cannot be used together"],
    [{ offset: -1 }, "'offset' must be a whole number of at least 0"],
    [{ offset: '5' }, "'offset' must be a whole number of at least 0"],
    [{ offset: 100_001 }, "'offset' must lie within the first 100000;"],
    [{ offset: 0, token }, "'offset' and 'token' cannot be used together"],
    [{ offset: 0, page: 1 }, "'offset' and 'page' cannot be used together"],
    [{ token: 5 }, "'token' must be a text"],
    [{ token: '' }, "'token' is not a token of this service"],
    [{ token: 'näh' }, "'token' is not a token of this service"],
    [{ token, sortby: 'id' }, "'token' belongs to a search with another order"],
    [{ filter: 'a <' }, "'filter' is wrong: "],
    [{ filter: 'a < 1 garbage' }, 'at position 6'],
    [{ filter: 'nothing(a) = 1' }, "'filter' is wrong: "],
    [{ filter: { op: 'nothing', args: [] } }, "'filter' is wrong: "],
    [{ filter: cloudJson, 'filter-lang': 'cql2-text' }, "'filter' must be a text"],
    [{ filter: '{', 'filter-lang': 'cql2-json' }, "'filter' must be JSON"],
    [{ filter: 'a = 1', 'filter-lang': 'ecql' }, "'filter-lang' must be cql2-text or cql2-json"],
    [{ filter: 'a = 1', 'filter-crs': 'EPSG:3857' }, "'filter-crs' must be http"],
    [{ filter: 'a = 1', where: 'b = 2' }, "'where' is the older spelling of 'filter'"],
    [{ sortby: 'id', orderby: 'id' }, "'orderby' is another spelling of 'sortby'"],
    [{ query: [] }, "'query' is wrong: expected an object"],
    [{ query: { a: { near: 5 } } }, "'query' is wrong: 'near' is not an operator"],
    [{ sortby: 5 }, "'sortby' must be a text or an array"],
    [{ sortby: '' }, "'sortby' must name fields"],
    [{ sortby: 'a b c' }, "'sortby' must name fields"],
    [{ sortby: [{ field: 'a', direction: 'up' }] }, "'sortby[0].direction' must be 'asc' or 'desc'"],
    [{ sortby: [{ direction: 'asc' }] }, "'sortby[0].field' is a required property"],
    [{ sortby: 'geometry' }, "'sortby' must not be 'geometry'"],
    [{ sortby: 'a,b,c,d,e,f,g,h,i' }, "'sortby' must name at most 8 fields"],
    [{ fields: 5 }, "'fields' must be a text or an object"],
    [{ fields: null }, "'fields' must be an object with include and exclude, not null"],
    [{ fields: { include: 'id' } }, "'fields.include' must be an array of texts"],
  ])('%j', (body, message) => {
    const refused = refusal(() => readSearchBody(body));
    expect(refused?.kind).toBe('invalid_parameters');
    expect(refused?.message).toContain(message);
  });

  test.each<[object, string]>([
    [{ bbox: [1] }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: [1, 2, 3, 4, 5] }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: [1, 2, 3, 4, 5, 6, 7] }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: '1,2,3,4' }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: ['1', 2, 3, 4] }, "'bbox' must hold numbers alone"],
    [{ bbox: [0, 0, 1, 91] }, "'bbox' must have latitudes"],
    [{ bbox: [0, 10, 1, 9] }, "'bbox' must have its south below its north"],
    [{ bbox: [0, 0, 9, 1, 1, 8] }, "'bbox' must have its lower height"],
    [{ bbox: [-600, 0, 1, 1] }, "'bbox' must have longitudes"],
    [{ intersects: crossed }, "'intersects' the geometry is not valid: Self-intersection at 1 1"],
    [{ intersects: large }, "'intersects' the geometry has more than 10000 vertices"],
    [
      { intersects: { type: 'Feature', geometry: polygon } },
      '\'intersects\' "Feature" is not a geometry type at /type',
    ],
    [{ intersects: { type: 'Point', coordinates: [0, 100] } }, "'intersects' must have latitudes"],
    [{ intersects: { type: 'GeometryCollection', geometries: [] } }, "'intersects' must have at least one position"],
    [{ intersects: { type: 'Polygon', coordinates: [] } }, "'intersects' must have at least one position"],
    [{ intersects: 'POINT(1 1)' }, "'intersects' expected a GeoJSON geometry"],
  ])('the area of %j', (body, message) => {
    const refused = refusal(() => readSearchBody(body));
    expect(refused?.kind).toBe('geometry_unusable');
    expect(refused?.message).toContain(message);
  });

  test.each<[Record<string, string | string[]>, string]>([
    [{ bbox: '1,2,3,x' }, "'bbox' must hold numbers alone"],
    [{ bbox: '1,2,3,' }, "'bbox' must hold numbers alone"],
    [{ bbox: '1,2,3,Infinity' }, "'bbox' must hold numbers alone"],
    [{ bbox: '1,2,3' }, "'bbox' must be an array of 4 or 6 numbers"],
    [{ bbox: '1,2,3,1e999' }, "'bbox' must hold numbers alone"],
    [{ intersects: 'POINT(1 1)' }, "'intersects' must be a GeoJSON geometry"],
    [{ intersects: '{' }, "'intersects' must be JSON"],
    [{ query: '{' }, "'query' must be JSON"],
    [{ query: '{"a":{"gt":5},"a":{"lt":9}}' }, "'query' must be JSON that has each member once"],
    [{ filter: '{"op":"<","args":[{"property":"a"},1e400]}' }, "'filter' must be JSON that has each member once"],
    [{ limit: 'ten' }, "'limit' must be a whole number"],
    [{ limit: '-1' }, "'limit' must be a whole number of at least 0"],
    [{ limit: ['1', '2'] }, "'limit' must be given once"],
  ])('GET %j', (query, message) => {
    expect(refusal(() => readSearchQuery(query))?.message).toContain(message);
  });

  test('a name that the path does not know, where the path says what it knows', () => {
    const alsoAllowed = new Set(['f']);
    expect(refusal(() => readSearchQuery({ f: 'json', limit: '1' }, { alsoAllowed }))).toBeNull();
    expect(refusal(() => readSearchQuery({ colour: 'red' }, { alsoAllowed }))?.message).toBe(
      "'colour' is not a parameter of this path",
    );
  });
});
