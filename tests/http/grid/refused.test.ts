import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GridService, area, polygon, startGridService } from './support-grid.ts';

let grid: GridService;

beforeAll(async () => {
  grid = await startGridService();
});
afterAll(() => grid.stop());

const problem = 'Bad Request: Problem with intersects/bbox: ';
const corners = (count: number) =>
  Array.from({ length: count }, (_, i) => [
    1 + 0.1 * Math.cos((2 * Math.PI * i) / count),
    0.1 * Math.sin((2 * Math.PI * i) / count),
  ]);
const ring = (count: number) => [[...corners(count - 1), corners(count - 1)[0]]];
const ofCount = (count: number) => ({ intersects: { type: 'Polygon', coordinates: ring(count) } });

describe('GET and POST /grid/cells refuse', () => {
  test.each([
    ['no area', {}, "Bad Request: Either 'intersects' or 'bbox' is required"],
    ['only a level', { level: 3 }, "Bad Request: Either 'intersects' or 'bbox' is required"],
    ['bbox of three', { bbox: [1, 2, 3] }, `${problem}'bbox' must be an array of 4 or 6 numbers`],
    ['bbox of words', { bbox: ['a', 2, 3, 4] }, `${problem}'bbox' must hold numbers alone`],
    ['south above north', { bbox: [1, 5, 3, 4] }, `${problem}'bbox' must have its south below its north`],
    ['swapped', { bbox: [35, -106.8, 36, -106.4] }, `${problem}'bbox' must have latitudes from -90 to 90`],
    ['a number', { intersects: 7 }, `${problem}'intersects' expected a GeoJSON geometry`],
    [
      'empty text',
      { intersects: '' },
      `${problem}'intersects' expected a geometry such as POINT or POLYGON at position 0`,
    ],
    [
      'no text of a geometry',
      { intersects: 'POLYGON ((1 2, 3' },
      `${problem}'intersects' expected a number at position 16`,
    ],
    [
      'text after it',
      { intersects: 'POINT (1 2) x' },
      `${problem}'intersects' unexpected text after the geometry at position 11`,
    ],
    ['broken JSON', { intersects: '{"type":' }, `${problem}'intersects' must be JSON or well-known text`],
    [
      'no geometry type',
      { intersects: { type: 'Circle' } },
      `${problem}'intersects' "Circle" is not a geometry type at /type`,
    ],
    [
      'a Feature of nothing',
      { intersects: { type: 'Feature', geometry: null } },
      `${problem}'intersects' expected a GeoJSON geometry`,
    ],
    [
      'no features',
      { intersects: { type: 'FeatureCollection' } },
      `${problem}'intersects' must have an array of features`,
    ],
    [
      'an empty collection',
      { intersects: { type: 'FeatureCollection', features: [] } },
      `${problem}'intersects' must have at least one position`,
    ],
    [
      'a collection of geometries',
      { intersects: { type: 'FeatureCollection', features: [polygon] } },
      `${problem}'intersects' must hold features alone at /features/0`,
    ],
    [
      'a polygon without corners',
      { intersects: 'POLYGON EMPTY' },
      `${problem}'intersects' must have at least one position`,
    ],
    [
      'an open ring',
      { intersects: 'POLYGON ((0 0, 1 0, 1 1, 0 1))' },
      `${problem}'intersects' the ring is not closed: first and last position differ at position 9`,
    ],
    [
      'a bow-tie',
      { intersects: 'POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))' },
      `${problem}'intersects' the geometry is not valid: Self-intersection at 0.5 0.5`,
    ],
    [
      'swapped positions',
      { intersects: 'POINT (35 -106)' },
      `${problem}'intersects' must have latitudes from -90 to 90`,
    ],
    ['level 0', { bbox: area, level: 0 }, "Bad Request: 'level' must be a whole number from 1 to 24"],
    ['level 25', { bbox: area, level: 25 }, "Bad Request: 'level' must be a whole number from 1 to 24"],
    ['level 1.5', { bbox: area, level: 1.5 }, "Bad Request: 'level' must be a whole number from 1 to 24"],
    ['level of words', { bbox: area, level: 'deep' }, "Bad Request: 'level' must be a whole number from 1 to 24"],
    ['the world', { bbox: [-180, -90, 180, 90] }, 'Bad Request: the area touches more than 10000 cells of level 12'],
    [
      'many small cells',
      { bbox: [1, 1, 1.1, 1.1], level: 24 },
      'Bad Request: the area touches more than 10000 cells of level 24',
    ],
  ])('400: %s', async (_, json: Readonly<Record<string, unknown>>, message) => {
    const answer = await grid.byPost(json);
    expect([answer.status, answer.json()]).toEqual([
      400,
      {
        message,
        code: 'invalid_parameters',
        type: 'invalid_request_error',
        request_id: answer.headers.get('x-vendor-requestid'),
      },
    ]);
  });

  test.each([
    ['', "Bad Request: Either 'intersects' or 'bbox' is required"],
    ['?bbox=&intersects=', "Bad Request: Either 'intersects' or 'bbox' is required"],
    ['?bbox=1,2,x,4', `${problem}'bbox' must hold numbers alone`],
    ['?bbox=1,2,3', `${problem}'bbox' must be an array of 4 or 6 numbers`],
    ['?intersects=POINT(1)', `${problem}'intersects' expected a number at position 7`],
    ['?intersects=POINT(1%202)&intersects=POINT(1%202)', "Bad Request: 'intersects' must be given once"],
    ['?bbox=1,2,3,4&level=-1', "Bad Request: 'level' must be a whole number from 1 to 24"],
    ['?bbox=-180,-90,180,90', 'Bad Request: the area touches more than 10000 cells of level 12'],
  ])('400: GET /grid/cells%s', async (query, message) => {
    const answer = await grid.ask('GET', `/grid/cells${query}`);
    expect([answer.status, answer.json()['message']]).toEqual([400, message]);
  });

  test('400: 10,001 corners, by either way; 10,000 are fine', async () => {
    expect((await grid.byPost(ofCount(10_000))).status).toBe(200);
    const refused = await grid.byPost(ofCount(10_001));
    expect([refused.status, refused.json()['message']]).toEqual([
      400,
      `${problem}'intersects' the geometry has more than 10000 vertices at /coordinates/0/10000`,
    ]);
  });

  test('400: no JSON, and no object', async () => {
    const broken = await grid.ask('POST', '/grid/cells', { raw: '{', headers: { 'content-type': 'application/json' } });
    expect([broken.status, broken.json()['message']]).toEqual([400, 'Bad Request: Unable to Parse Request Body']);
    const list = await grid.byPost([1]);
    expect([list.status, list.json()['message']]).toEqual([400, "Bad Request: 'body' must be an object"]);
    const empty = await grid.ask('POST', '/grid/cells');
    expect([empty.status, empty.json()['message']]).toEqual([
      400,
      "Bad Request: Either 'intersects' or 'bbox' is required",
    ]);
  });

  test('415: another content type', async () => {
    const answer = await grid.ask('POST', '/grid/cells', { raw: 'bbox', headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(415);
  });

  test('405 with Allow', async () => {
    const answer = await grid.ask('PUT', '/grid/cells');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
  });
});
