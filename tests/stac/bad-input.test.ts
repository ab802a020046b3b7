import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert } from '../support/assert.ts';
import { call } from '../support/call.ts';
import { type Archive, makeItem, queryOf, square, startArchive } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([makeItem('1', { properties: { n: 1 } })]);
});
afterAll(() => archive.stop());

const area = (rule: string) => `Problem with intersects/bbox: 'bbox' ${rule}`;
const bySearch = (query: string) => archive.get(`/search?${query}`);
const byItems = (query: string) => archive.get(`/collections/a/items?${query}`);

describe('bbox, 400', () => {
  test.each([
    [[1], 'must be an array of 4 or 6 numbers'],
    [[1, 2], 'must be an array of 4 or 6 numbers'],
    [[1, 2, 3], 'must be an array of 4 or 6 numbers'],
    [[1, 2, 3, 4, 5], 'must be an array of 4 or 6 numbers'],
    [[1, 2, 3, 4, 5, 6, 7], 'must be an array of 4 or 6 numbers'],
    [['a', 0, 1, 1], 'must hold numbers alone'],
    [[0, -91, 1, 0], 'must have latitudes from -90 to 90'],
    [[0, 0, 1, 91], 'must have latitudes from -90 to 90'],
    [[0, 1, 1, 0], 'must have its south below its north'],
    [[0, 0, 9, 1, 1, 8], 'must have its lower height below its upper'],
    [[-600, 0, 1, 1], 'must have longitudes from -540 to 540'],
  ])('%j', async (bbox, rule) => {
    assert.catalogueRefusal(await archive.post({ bbox }), area(rule));
    assert.catalogueRefusal(await bySearch(`bbox=${bbox.join(',')}`), area(rule));
    assert.catalogueRefusal(await byItems(`bbox=${bbox.join(',')}`), area(rule));
  });

  test('as text in a body, in brackets in a URL', async () => {
    assert.catalogueRefusal(await archive.post({ bbox: '0,0,1,1' }), area('must be an array of 4 or 6 numbers'));
    assert.catalogueRefusal(await bySearch('bbox=[0,0,1,1]'), area('must hold numbers alone'));
    assert.catalogueRefusal(await bySearch('bbox=NaN,0,1,Infinity'), area('must hold numbers alone'));
  });

  test('beside intersects', async () => {
    const both = { bbox: [0, 0, 1, 1], intersects: square(0, 0) };
    const message = "'bbox' and 'intersects' cannot be used together";
    assert.catalogueRefusal(await archive.post(both), message);
    assert.catalogueRefusal(await bySearch(queryOf(both)), message);
  });
});

const circle = (vertices: number) => {
  const ring = Array.from({ length: vertices }, (_, i) => [
    Math.cos((i * 2 * Math.PI) / vertices),
    Math.sin((i * 2 * Math.PI) / vertices),
  ]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
};

describe('intersects, 400', () => {
  const bowtie = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  test.each([
    ['a polygon that crosses itself', bowtie, /'intersects' .* at 0\.5 0\.5/],
    ['20,000 vertices', circle(20_000), /'intersects' .*10000/],
    [
      'an open ring',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      },
      /'intersects' /,
    ],
    ['a latitude beyond the pole', { type: 'Point', coordinates: [0, 91] }, /'intersects' must have latitudes/],
    ['no geometry', { type: 'Nonsense' }, /'intersects' /],
    ['a feature', { type: 'Feature', geometry: null }, /'intersects' /],
    ['an empty geometry', { type: 'MultiPoint', coordinates: [] }, /'intersects' /],
    ['text', 'POINT(1 1)', /'intersects' /],
  ])('%s', async (_, intersects, message) => {
    assert.catalogueRefusal(await archive.post({ intersects }), message);
    if (JSON.stringify(intersects).length < 5_000)
      assert.catalogueRefusal(await bySearch(queryOf({ intersects })), message);
  });

  test('a million vertices, which are more than a body may hold', async () => {
    assert.catalogueRefusal(
      await archive.post({ intersects: circle(1_000_000) }),
      /too many positions: there are about 100000\d, at most 10000 are allowed/,
    );
  });
});

describe('datetime, 400', () => {
  test.each([
    '/',
    '../..',
    '/..',
    '../',
    '1985-04-12',
    '1985-04',
    '1985',
    '/1984-04-12T23:20:50.52Z/1985-04-12T23:20:50.52Z',
    '1984-04-12T23:20:50.52Z/1985-04-12T23:20:50.52Z/',
    '1937-01-01T12:00:27.87+0100',
    '37-01-01T12:00:27.87Z',
    '1985-12-12T23:20:50.52',
    '21985-12-12T23:20:50.52Z',
    '1985-13-12T23:20:50.52Z',
    '1985-12-32T23:20:50.52Z',
    '1985-02-30T00:00:00Z',
    '1985-12-01T25:20:50.52Z',
    '1985-12-01T00:60:50.52Z',
    '1985-12-01T00:06:61.52Z',
    '1985-04-12T23:20:50.Z',
    '1985-04-12T23:20:50,Z',
    '1990-12-31T23:59:61Z',
    '1986-04-12T23:20:50.52Z/1985-04-12T23:20:50.52Z',
    '1985-04-12T23:20:50,52Z',
    'yesterday',
  ])('%s', async (datetime) => {
    assert.catalogueRefusal(await archive.post({ datetime }), /'datetime' /);
    assert.catalogueRefusal(await bySearch(queryOf({ datetime })), /'datetime' /);
    assert.catalogueRefusal(await byItems(queryOf({ datetime })), /'datetime' /);
  });

  test("a zone whose '+' came as a space says how it is written", async () => {
    assert.catalogueRefusal(await bySearch('datetime=2020-01-01T00:00:00+01:00'), /'datetime' .*'\+' is written %2B/);
  });
});

describe('filters, 400 with the position', () => {
  test.each([
    ['trailing garbage', 'n = 1 nonsense', /'filter' is wrong: .* at position 6/],
    ['half a comparison', 'n = ', /'filter' is wrong: .* at position/],
    ['an open parenthesis', '(n = 1', /'filter' is wrong: .* at position 6/],
    ['an open text', "n = 'abc", /'filter' is wrong: .* at position 4/],
    ['an unknown function', 'nonsense(n) = 1', /'filter' is wrong: .*nonsense.* at position 0/],
    ['a text where a number belongs', "n + 'a' = 1", /'filter' is wrong: .* at position/],
    [
      'a polygon that crosses itself',
      'S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 1 0, 0 1, 0 0)))',
      /'filter' is wrong: /,
    ],
    ['a pattern that is no text', 'n LIKE 1', /'filter' is wrong: .* at position/],
    ['a bbox turned over', 'S_INTERSECTS(geometry, BBOX(0,10,1,5))', /'filter' is wrong: .*south.* at position 23/],
    ['a point beyond a pole', 'S_INTERSECTS(geometry, POINT(0 95))', /'filter' is wrong: .*-90 to 90 at position 23/],
    ['10,000 parentheses', `${'('.repeat(10_000)}n = 1${')'.repeat(10_000)}`, /'filter' is wrong: .*128/],
  ])('%s', async (_, filter, message) => {
    assert.catalogueRefusal(await archive.post({ filter }), message);
    if (filter.length > 5_000) return;
    assert.catalogueRefusal(await bySearch(queryOf({ filter })), message);
    assert.catalogueRefusal(await byItems(queryOf({ filter })), message);
  });

  test.each([
    ['an unknown operator', { op: 'nonsense', args: [{ property: 'n' }, 1] }, /'filter' is wrong: .* at \/?/],
    ['too few arguments', { op: '=', args: [{ property: 'n' }] }, /'filter' is wrong: .* at /],
    [
      'a wrong part deep inside',
      {
        op: 'and',
        args: [
          { op: '=', args: [{ property: 'n' }, 1] },
          { op: '<', args: [{ property: 'n' }, [1]] },
        ],
      },
      /'filter' is wrong: .* at \/args\/1/,
    ],
    [
      'an unknown function',
      { op: '=', args: [{ op: 'nonsense', args: [] }, 1] },
      /'filter' is wrong: .*nonsense.* at \/args\/0/,
    ],
    ['no filter at all', 5, /'filter' is wrong: /],
    [
      'too long a list',
      { op: 'in', args: [{ property: 'n' }, Array.from({ length: 5_001 }, (_, i) => i)] },
      /'filter' is wrong: .*5000/,
    ],
  ])('JSON: %s', async (_, filter, message) => {
    assert.catalogueRefusal(await archive.post({ filter }), message);
  });

  test.each([
    [{ filter: 'n = 1', 'filter-lang': 'ecql' }, "'filter-lang' must be cql2-text or cql2-json"],
    [
      { filter: 'n = 1', 'filter-crs': 'EPSG:3857' },
      "'filter-crs' must be http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    ],
    [{ filter: 'n = 1', where: 'n = 1' }, "'where' is the older spelling of 'filter', which is given too"],
    [
      { filter: '{"op":', 'filter-lang': 'cql2-json' },
      "'filter' must be JSON that has each member once, no number beyond all and at most 300 levels",
    ],
    [{ query: 'n = 1' }, /'query' /],
  ])('%j', async (body, message) => {
    assert.catalogueRefusal(await bySearch(queryOf(body)), message);
  });
});

describe('other members, 400 by their name', () => {
  test.each([
    ['limit=ten', "'limit' must be a whole number"],
    ['limit=1.5', "'limit' must be a whole number"],
    ['limit=1&limit=2', "'limit' must be given once"],
    ['sortby=geometry', "'sortby' must not be 'geometry', which has no order"],
    ['sortby=,', /'sortby' /],
    ['page=0', "'page' must be a whole number of at least 1"],
    ['query={', "'query' must be JSON that has each member once, no number beyond all and at most 300 levels"],
  ])('%s', async (query, message) => {
    assert.catalogueRefusal(await bySearch(query), message);
    assert.catalogueRefusal(await byItems(query), message);
  });

  test.each([
    [{ limit: '10' }, "'limit' must be a whole number of at least 0"],
    [{ limit: 1.5 }, "'limit' must be a whole number of at least 0"],
    [{ ids: 5 }, "'ids' must be an array of texts"],
    [{ ids: [1] }, "'ids' must be an array of texts"],
    [{ collections: { a: 1 } }, "'collections' must be an array of texts"],
    [{ sortby: [{ field: 'n', direction: 'up' }] }, "'sortby[0].direction' must be 'asc' or 'desc'"],
    [{ sortby: [{}] }, "'sortby[0].field' is a required property"],
    [{ fields: 5 }, /'fields' /],
    [{ datetime: 5 }, "'datetime' must be a text"],
    [{ token: 5 }, "'token' must be a text"],
    [[], "'body' must be an object"],
  ])('%j', async (body, message) => {
    assert.catalogueRefusal(await archive.post(body), message);
  });

  test('an unknown collection', async () => {
    const message = "'collections' names 'none', which is not a collection";
    assert.catalogueRefusal(await archive.post({ collections: ['a', 'none'] }), message);
    assert.catalogueRefusal(await bySearch('collections=none'), message);
    assert.catalogueRefusal(await bySearch('collections=none&limit=0'), message);
  });

  test('collections of a list that has its own, unless it is that one', async () => {
    expect((await byItems('collections=a')).status).toBe(200);
    assert.catalogueRefusal(await byItems('collections=a,b'), "'collections' can name 'a' alone on this path");
  });
});

test('400 unparsable_body for a body that is no JSON; none at all finds everything', async () => {
  const { url, token } = archive;
  const bad = await call(url, 'POST', '/search', { token, raw: '{', headers: { 'content-type': 'application/json' } });
  expect([bad.status, bad.json()['code']]).toEqual([400, 'unparsable_body']);
  expect((await call(url, 'POST', '/search', { token })).json()).toMatchObject({ numberMatched: 1 });
});
