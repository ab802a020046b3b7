import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import type { Measure } from '../../../server/src/catalog/aggregate/measure.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { shapeText } from '../../../server/src/catalog/plan/sql-shapes.ts';
import type { Geometry, Position } from '../../../server/src/geometry/geojson.ts';
import { relationNames } from '../../../server/src/geometry/relation.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { find, makeItem, put, putCollections, search } from '../contract/fixtures.ts';
import { ownSchema, whyNone, whySkipped } from './server.ts';

const seed = testSeed();

/** A small grid, so that corners and sides meet all the time; now and then off it. */
const place = (random: Random, west: number, south: number): Position =>
  random.chance(0.7)
    ? [west + random.below(6), south + random.below(6)]
    : [west + 6 * random.next(), south + 6 * random.next()];

const rectangle = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

function someRectangle(random: Random, x: number, y: number): Position[] {
  const [west, south] = [x + random.below(4), y + random.below(4)];
  return rectangle(west, south, west + 1 + random.below(3), south + 1 + random.below(3));
}

/** Most lie around one place, some across the antimeridian, some at a pole. */
function someGeometry(random: Random): Geometry {
  const [x, y] = random.pick([
    [0, 0],
    [0, 0],
    [0, 0],
    [177, 10],
    [10, 84],
  ]) as [number, number];
  const at = () => place(random, x, y);
  switch (random.below(7)) {
    case 0:
      return { type: 'Point', coordinates: at() };
    case 1:
      return { type: 'MultiPoint', coordinates: [at(), at(), at()] };
    case 2:
      return { type: 'LineString', coordinates: [at(), at(), at()] };
    case 3:
      return { type: 'Polygon', coordinates: [rectangle(x, y, x + 6, y + 6), rectangle(x + 2, y + 2, x + 4, y + 4)] };
    case 4: {
      const [first, second] = [at(), at()];
      return { type: 'Polygon', coordinates: [[first, second, [x + 6, y + 5.5], first]] };
    }
    case 5:
      return {
        type: 'MultiPolygon',
        coordinates: [[someRectangle(random, x, y)], [rectangle(x + 20, y - 9, x + 22, y)]],
      };
    default:
      return { type: 'Polygon', coordinates: [someRectangle(random, x, y)] };
  }
}

/** One that PostGIS is asked about. */
function plainGeometry(random: Random): Geometry {
  for (;;) {
    const geometry = someGeometry(random);
    if (shapeText(geometry) !== null) return geometry;
  }
}

/** Not valid, a collection, empty: what libraries need not tell alike. */
const odd: readonly Geometry[] = [
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
        [0, 0],
      ],
    ],
  },
  {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 1] },
      { type: 'Polygon', coordinates: [rectangle(2, 2, 5, 5)] },
    ],
  },
  { type: 'Polygon', coordinates: [] },
  {
    type: 'LineString',
    coordinates: [
      [3, 3],
      [3, 3],
    ],
  },
];

const measures: readonly Measure[] = [
  { kind: 'count' },
  { kind: 'latest' },
  { kind: 'times', step: 'month' },
  { kind: 'collections' },
];

const itemsOf = (name: string, geometries: readonly (Geometry | null)[]) =>
  geometries.map((geometry, i) => makeItem(`${name}${i}`, { geometry }));

describe.skipIf(whyNone !== null)(`relations in space by PostGIS${whySkipped}`, () => {
  const own = ownSchema();
  const oracle = createMemoryCatalog();
  let catalog: Catalog;
  beforeAll(async () => {
    const random = createRandom(seed);
    ({ catalog } = await own.open());
    const geometries = Array.from({ length: 70 }, (_, i) => (i % 30 === 0 ? null : plainGeometry(random)));
    for (const each of [oracle, catalog]) {
      await putCollections(each, 'a');
      await put(each, itemsOf('i', geometries));
    }
  });
  afterAll(() => own.drop());

  const withoutShape = () =>
    own.rows('SELECT count(*)::int AS n FROM catalog_items WHERE footprint IS NOT NULL AND shape IS NULL');

  async function compare(literals: readonly Geometry[]): Promise<number> {
    let found = 0;
    for (const [i, literal] of literals.entries())
      for (const op of relationNames)
        for (const isTrue of [true, false]) {
          const args = i % 3 === 0 ? [literal, { property: 'geometry' }] : [{ property: 'geometry' }, literal];
          const relation = { op: `s_${op}`, args };
          const filter = isTrue ? relation : { op: 'not', args: [relation] };
          const body = { filter, 'filter-lang': 'cql2-json', limit: 1_000 };
          const expected = await find(oracle, body);
          expect({ seed, filter, ids: await find(catalog, body) }).toEqual({ seed, filter, ids: expected });
          found += expected.length;
        }
    return found;
  }

  test(`tell what the evaluator tells, of all eight and their opposites (seed ${seed})`, async () => {
    const random = createRandom(seed + 1);
    const literals = Array.from({ length: Number(process.env['SWATH_TEST_SHAPES'] ?? 6) }, () => plainGeometry(random));
    expect(await withoutShape()).toEqual([{ n: 0 }]);
    expect(await compare(literals)).toBeGreaterThan(500);
  });

  test('count and group what lies in an area without a look at footprints', async () => {
    const random = createRandom(seed + 2);
    const areas = Array.from({ length: 12 }, () => ({ type: 'Polygon', coordinates: [someRectangle(random, 0, 0)] }));
    for (const body of [
      ...areas.map((intersects) => ({ intersects })),
      { bbox: [1, 1, 3.5, 3.5] },
      { bbox: [178, 0, -178, 60] },
    ]) {
      const expected = (await search(oracle, { ...body, limit: 0 })).matched;
      expect([body, (await search(catalog, { ...body, limit: 0 })).matched]).toEqual([body, expected]);
      const question = { search: readSearchBody(body), measures };
      expect([body, await catalog.aggregate(question, 'all')]).toEqual([body, await oracle.aggregate(question, 'all')]);
    }
  });

  test('leave to the evaluator what libraries need not tell alike', async () => {
    for (const each of [oracle, catalog]) await put(each, itemsOf('odd', odd));
    expect(await withoutShape()).toEqual([{ n: odd.length }]);
    const random = createRandom(seed + 3);
    await compare([someGeometry(random), someGeometry(random), odd[1]!]);
    const body = { intersects: { type: 'Polygon', coordinates: [rectangle(0, 0, 3, 3)] }, limit: 0 };
    expect((await search(catalog, body)).matched).toEqual((await search(oracle, body)).matched);
  });
});
