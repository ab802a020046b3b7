import { describe, expect, test } from 'vitest';
import { withinOneTurn } from '../../server/src/geometry/antimeridian.ts';
import { bboxGeometry, boxOf } from '../../server/src/geometry/box.ts';
import { geodesicLengthM } from '../../server/src/geometry/geodesic.ts';
import { geodesicAreaM2 } from '../support/geodesic-area.ts';
import type { Geometry, Position, SimpleGeometry } from '../../server/src/geometry/geojson.ts';
import { simpleParts } from '../../server/src/geometry/geojson.ts';
import { shapesIntersect } from '../../server/src/geometry/intersects.ts';
import { readWkt } from '../../server/src/geometry/read-wkt.ts';
import { relationNames } from '../../server/src/geometry/relation.ts';
import { holds, prepare } from '../../server/src/geometry/relations.ts';
import { shapeOf } from '../../server/src/geometry/shape.ts';
import { relate, toTopology } from '../../server/src/geometry/topology.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { writeWkt } from '../../server/src/geometry/write-wkt.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const told = (relation: (typeof relationNames)[number], a: string, b: string) =>
  holds(relation, prepare(readWkt(a)), prepare(readWkt(b)));

const oracle = (a: Geometry, b: Geometry): boolean =>
  simpleParts(a).some((one) =>
    simpleParts(b).some((other) => relate(toTopology(one), toTopology(other)).isIntersects()),
  );

/** Small whole coordinates, so that corners, edges and borders meet often. */
const coarse = (random: Random): Position => [random.below(9), random.below(9)];
const fine = (random: Random): Position => [random.next() * 9, random.next() * 9];

/** A star around a point never crosses itself. */
function star(random: Random, at: (random: Random) => Position): Position[] {
  const [x, y] = at(random) as [number, number];
  const corners = 3 + random.below(6);
  const isWhole = at === coarse;
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = ((i + 0.5 * random.next()) / corners) * 2 * Math.PI;
    const radius = 0.5 + random.next() * 4;
    const point = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    return isWhole ? point.map(Math.round) : point;
  });
  return [...ring, ring[0]!];
}

function box(random: Random): Position[] {
  const [x, y] = coarse(random) as [number, number];
  const [w, h] = [1 + random.below(5), 1 + random.below(5)];
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
    [x, y],
  ];
}

function shape(random: Random): Geometry {
  const at = random.pick([coarse, fine]);
  const line = () => Array.from({ length: 2 + random.below(3) }, () => at(random));
  const polygon = (): Position[][] => {
    const ring = box(random);
    const [x, y] = ring[0] as [number, number];
    const [east, north] = ring[2] as [number, number];
    const hole: Position[] = [
      [x + 1, y + 1],
      [x + 1, north - 1],
      [east - 1, north - 1],
      [east - 1, y + 1],
      [x + 1, y + 1],
    ];
    return east - x > 2 && north - y > 2 && random.below(2) === 0 ? [ring, hole] : [ring];
  };
  const choices: (() => SimpleGeometry)[] = [
    () => ({ type: 'Point', coordinates: at(random) }),
    () => ({ type: 'MultiPoint', coordinates: line() }),
    () => ({ type: 'LineString', coordinates: line() }),
    () => ({ type: 'MultiLineString', coordinates: [line(), line()] }),
    () => ({ type: 'Polygon', coordinates: polygon() }),
    () => ({ type: 'Polygon', coordinates: [star(random, at)] }),
    () => ({ type: 'Polygon', coordinates: [star(random, at)] }),
    () => ({ type: 'MultiPolygon', coordinates: [polygon(), [star(random, fine).map(([x, y]) => [x! + 20, y!])]] }),
  ];
  return random.below(12) === 0
    ? { type: 'GeometryCollection', geometries: [random.pick(choices)(), random.pick(choices)()] }
    : random.pick(choices)();
}

describe('our own intersection test against the topology library', () => {
  test('1,500 random pairs of every kind agree', () => {
    const random = createRandom(99);
    let compared = 0;
    let meeting = 0;
    while (compared < 1_500) {
      const [a, b] = [shape(random), shape(random)];
      if (geometryProblem(a) !== null || geometryProblem(b) !== null) continue;
      const expected = oracle(a, b);
      const pair = `${writeWkt(a)} and ${writeWkt(b)}`;
      expect({ pair, meets: shapesIntersect(shapeOf(a)!, shapeOf(b)!) }).toEqual({ pair, meets: expected });
      expect(shapesIntersect(shapeOf(b)!, shapeOf(a)!)).toBe(expected);
      compared++;
      if (expected) meeting++;
    }
    expect(meeting).toBeGreaterThan(300);
    expect(meeting).toBeLessThan(1_350);
  });

  test('points that rounding would put on the wrong side', () => {
    const a = readWkt('LINESTRING (0.1 0.1, 0.7 0.7)');
    for (const point of ['POINT (0.3 0.3)', 'POINT (0.30000000000000004 0.3)', 'POINT (0.5 0.5)']) {
      const b = readWkt(point);
      expect({ point, meets: shapesIntersect(shapeOf(a)!, shapeOf(b)!) }).toEqual({ point, meets: oracle(a, b) });
    }
  });

  test('a 10,000-corner area against 1,000 footprints is quick', () => {
    const ring: Position[] = Array.from({ length: 9_999 }, (_, i) => {
      const angle = (i / 9_999) * 2 * Math.PI;
      const radius = i % 2 === 0 ? 40 : 39;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    const area = prepare({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
    const start = cpuMs();
    let found = 0;
    for (let i = 0; i < 1_000; i++) {
      const [x, y] = [(i % 100) - 50, Math.floor(i / 100) * 10 - 50];
      if (holds('intersects', area, prepare(bboxGeometry([x, y, x + 1, y + 1])!))) found++;
    }
    expect(found).toBeGreaterThan(300);
    expect(cpuMs() - start).toBeLessThan(2_000);
  });
});

describe('relations', () => {
  const square = 'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))';
  test.each([
    ['equals', square, 'POLYGON ((10 10, 0 10, 0 0, 10 0, 10 10))', true],
    ['touches', square, 'POLYGON ((10 0, 20 0, 20 10, 10 10, 10 0))', true],
    ['touches', square, 'POINT (5 5)', false],
    ['within', 'POINT (5 5)', square, true],
    ['within', 'POINT (0 5)', square, false],
    ['contains', square, 'LINESTRING (1 1, 9 9)', true],
    ['overlaps', square, 'POLYGON ((5 5, 15 5, 15 15, 5 15, 5 5))', true],
    ['overlaps', square, 'POLYGON ((1 1, 2 1, 2 2, 1 1))', false],
    ['crosses', 'LINESTRING (-5 5, 15 5)', square, true],
    ['crosses', 'LINESTRING (1 5, 9 5)', square, false],
    ['disjoint', square, 'POINT (50 50)', true],
    // Collections, by sets.
    ['within', 'GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (2 2, 3 3))', square, true],
    ['within', 'GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (2 2, 30 30))', square, false],
    ['within', 'LINESTRING (5 5, 15 5)', `GEOMETRYCOLLECTION (${square}, LINESTRING (10 5, 20 5))`, true],
    ['contains', square, 'GEOMETRYCOLLECTION (POINT (1 1), POINT (2 2))', true],
    ['equals', 'GEOMETRYCOLLECTION (POINT (1 1), POINT (2 2))', 'MULTIPOINT ((2 2), (1 1))', true],
    ['equals', 'GEOMETRYCOLLECTION (POINT (1 1), POINT (2 2))', 'MULTIPOINT ((2 2), (1 3))', false],
    ['touches', 'GEOMETRYCOLLECTION (POINT (0 5), POINT (50 50))', square, true],
    ['touches', 'GEOMETRYCOLLECTION (POINT (5 5), POINT (0 5))', square, false],
    ['crosses', 'GEOMETRYCOLLECTION (POINT (50 50), LINESTRING (5 5, 15 5))', square, true],
    ['overlaps', `GEOMETRYCOLLECTION (POINT (50 50), ${square})`, 'POLYGON ((5 5, 15 5, 15 15, 5 15, 5 5))', true],
    ['intersects', 'GEOMETRYCOLLECTION (POINT (50 50), POINT (5 5))', square, true],
    // Heights are ignored, and nothing meets an empty geometry.
    ['equals', 'POINT Z (1 2 3)', 'POINT (1 2)', true],
    ['equals', 'PointZ (1 2 3)', 'POINT (1 2)', true],
    ['intersects', 'POLYGON EMPTY', square, false],
    ['disjoint', 'GEOMETRYCOLLECTION EMPTY', square, true],
  ] as const)('%s: %s and %s', (relation, a, b, expected) => expect(told(relation, a, b)).toBe(expected));

  test('what the library cannot relate is unknown, not an error', () => {
    const bowTie = 'POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))';
    for (const relation of relationNames) expect([true, false, null]).toContain(told(relation, bowTie, square));
  });
});

const footprint = (coordinates: number[][], bbox?: number[]) => ({
  geometry: { type: 'Polygon', coordinates: [coordinates] },
  properties: {},
  ...(bbox === undefined ? {} : { bbox }),
});
const found = (text: string, item: object) => compileFilter(parseCql2Text(text))(item);

describe('the antimeridian', () => {
  const beyond = footprint([
    [178, 0],
    [183, 0],
    [183, 5],
    [178, 5],
    [178, 0],
  ]);
  const folded = footprint(
    [
      [178, 0],
      [-177, 0],
      [-177, 5],
      [178, 5],
      [178, 0],
    ],
    [178, 0, -177, 5],
  );
  const cut = {
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [178, 0],
            [180, 0],
            [180, 5],
            [178, 5],
            [178, 0],
          ],
        ],
        [
          [
            [-180, 0],
            [-177, 0],
            [-177, 5],
            [-180, 5],
            [-180, 0],
          ],
        ],
      ],
    },
    properties: {},
  };

  test.each([
    ['longitudes beyond 180', beyond],
    ['both signs, with a bbox that says so', folded],
    ['cut as GeoJSON asks', cut],
  ])('a footprint with %s', (_, item) => {
    expect(found('S_INTERSECTS(geometry, BBOX(179, 1, 179.5, 2))', item)).toBe(true);
    expect(found('S_INTERSECTS(geometry, BBOX(-179, 1, -178, 2))', item)).toBe(true);
    expect(found('S_INTERSECTS(geometry, BBOX(179, 1, -179, 2))', item)).toBe(true);
    expect(found('S_INTERSECTS(geometry, BBOX(0, 1, 10, 2))', item)).toBe(false);
    expect(found('S_WITHIN(geometry, BBOX(170, -10, -170, 10))', item)).toBe(true);
    expect(found('S_INTERSECTS(geometry, POLYGON((179 1, 182 1, 182 2, 179 2, 179 1)))', item)).toBe(true);
  });

  test('a cut gives a piece at each side, and a polygon around the world stays whole', () => {
    const wide = readWkt('POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0))');
    const parts = simpleParts(withinOneTurn(wide));
    expect(parts).toHaveLength(1);
    expect(boxOf(parts[0]!)).toEqual([-180, 0, 180, 10]);
    const world = readWkt('POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))');
    expect(withinOneTurn(world)).toBe(world);
  });

  test('a bbox without width or height is a line or a point', () => {
    expect(bboxGeometry([1, 2, 1, 2])).toEqual({ type: 'Point', coordinates: [1, 2] });
    expect(bboxGeometry([1, 2, 3, 2])).toMatchObject({ type: 'LineString' });
    expect(bboxGeometry([1, 2, 3])).toBeNull();
    expect(bboxGeometry([1, 2, 0, 3, 4, 9])).toEqual(bboxGeometry([1, 2, 3, 4]));
    expect(bboxGeometry([170, 0, -170, 10])).toMatchObject({ type: 'MultiPolygon' });
  });
});

test('geodesic measures: a degree of longitude at the equator, and the cell above it', () => {
  expect(
    geodesicLengthM([
      [0, 0],
      [1, 0],
    ]),
  ).toBeCloseTo(111_319.49, 1);
  const cell = readWkt('POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))');
  expect(cell.type === 'Polygon' && geodesicAreaM2(cell) / 1e6).toBeCloseTo(12_308.78, 1);
});
