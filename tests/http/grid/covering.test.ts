import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { formatCell } from '../../../server/src/grid/cell.ts';
import { cellsCovering } from '../../../server/src/grid/cells-covering.ts';
import { type Cells, type GridService, area, feature, idsOf, polygon, startGridService, wkt } from './support-grid.ts';

let grid: GridService;

beforeAll(async () => {
  grid = await startGridService();
});
afterAll(() => grid.stop());

const wanted = cellsCovering(polygon).map(formatCell);

const at = async (intersects: string, level = '12') => (await grid.byGet({ intersects, level })).json<Cells>();

/** What a body says, as parameters of a URL. */
function parametersOf(members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

describe('GET and POST /grid/cells', () => {
  test.each([
    ['bbox', { bbox: area }],
    ['bbox with heights', { bbox: [-106.8, 35.1, 0, -106.4, 35.4, 9] }],
    ['a geometry', { intersects: polygon }],
    ['a Feature', { intersects: feature }],
    ['a FeatureCollection', { intersects: { type: 'FeatureCollection', features: [feature, feature] } }],
    ['well-known text', { intersects: wkt }],
    ['text of GeoJSON', { intersects: JSON.stringify(feature) }],
    ['both, of which one is larger', { intersects: wkt, bbox: [-120, 30, -100, 40] }],
    ['both, the other way', { intersects: { ...feature, geometry: bboxGeometry([-120, 30, -100, 40]) }, bbox: area }],
    ['null beside it', { bbox: area, intersects: null, level: null }],
    ['a level', { bbox: area, level: 12 }],
    ['members it does not know', { bbox: area, limit: 1, colour: 'red' }],
  ])('200: %s', async (_, members: Readonly<Record<string, unknown>>) => {
    const answer = await grid.byPost(members);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    const found = answer.json<Cells>();
    expect(idsOf(found)).toEqual(wanted);
    expect([found.type, found.numberMatched, found.numberReturned]).toEqual([
      'FeatureCollection',
      wanted.length,
      wanted.length,
    ]);
    expect((await grid.byGet(parametersOf(members))).text).toBe(answer.text);
  });

  test('200: each feature is what its own path answers', async () => {
    const { features } = (await grid.byPost({ bbox: area })).json<Cells>();
    expect((await grid.ask('GET', `/grid/cells/${features[7]!.id}`)).json()).toEqual(features[7]);
  });

  test('200: a point, a line, several levels, both sides of the antimeridian', async () => {
    expect(idsOf(await at('POINT (-106.6 35.25)'))).toEqual(['Z13-031133320032']);
    expect((await at('LINESTRING (-106.6 35.25, -106.5 35.25)')).numberMatched).toBeGreaterThan(1);
    expect(idsOf(await at('POINT (-106.6 35.25)', '8'))).toEqual(['Z13-03113332']);
    expect(idsOf(await at('POINT (-106.6 35.25)', '24'))[0]).toMatch(/^Z13-031133320032\d{12}$/);
    const spellings = ['179.9,10,-179.9,10.1', '179.9,10,180.1,10.1'].map((bbox) => grid.byGet({ bbox }));
    const [crossing, beyond] = (await Promise.all(spellings)).map((answer) => idsOf(answer.json<Cells>()));
    expect(crossing).toEqual(beyond);
    expect(new Set(crossing!.map((id) => id.slice(0, 3)))).toEqual(new Set(['Z01', 'Z60']));
  });

  test('200: areas that have nothing in common have no cells', async () => {
    const found = (await grid.byPost({ intersects: 'POINT (1 2)', bbox: area })).json<Cells>();
    expect(found).toEqual({ type: 'FeatureCollection', numberMatched: 0, numberReturned: 0, features: [] });
  });

  test('the same under /api/v1, with a slash at the end, and by HEAD', async () => {
    const query = `?bbox=${area.join(',')}`;
    const first = await grid.ask('GET', `/grid/cells${query}`);
    expect((await grid.ask('GET', `/api/v1/grid/cells${query}`)).text).toBe(first.text);
    expect((await grid.ask('GET', `/grid/cells/${query}`)).text).toBe(first.text);
    expect((await grid.ask('POST', '/api/v1/grid/cells', { json: { bbox: area } })).text).toBe(first.text);
    const head = await grid.ask('HEAD', `/grid/cells${query}`);
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
