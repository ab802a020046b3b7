import { describe, expect, test } from 'vitest';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { distanceOnEarthM } from '../../server/src/geometry/distance-on-earth.ts';
import { geodesicDistanceM } from '../../server/src/geometry/geodesic.ts';
import type { Geometry, Position } from '../../server/src/geometry/geojson.ts';
import { readWkt } from '../../server/src/geometry/read-wkt.ts';
import { prepare } from '../../server/src/geometry/relations.ts';
import { createRandom } from '../support/seeded-random.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const distance = (a: string, b: string): number | null => distanceOnEarthM(prepare(readWkt(a)), prepare(readWkt(b)));

const circle = (x: number): Geometry => {
  const ring = Array.from({ length: 5_000 }, (_, i): Position => {
    const angle = (i / 4_999) * 2 * Math.PI;
    return i === 4_999 ? [x + 1, 0] : [x + Math.cos(angle), Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [ring] };
};

/** Ten thousand edges from pole to pole. */
const zigzag: Geometry = {
  type: 'LineString',
  coordinates: Array.from({ length: 10_000 }, (_, i): Position => [20 + i / 1_000, i % 2 === 0 ? -85 : 85]),
};

describe('the distance on the ellipsoid', () => {
  test.each([
    ['POINT(0 0)', 'POINT(1 0)', 111_319.491],
    ['POINT(0 0)', 'POINT(0 1)', 110_574.389],
    ['POINT(179.5 0)', 'POINT(-179.5 0)', 111_319.491],
    ['POINT(0 0)', 'POINT(180 0)', 20_003_931.459],
    ['POINT(5 5)', 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))', 0],
    ['POINT(10 10)', 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))', 0],
    ['POINT(5 11)', 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))', 110_603.4],
    ['POINT(5 5)', 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))', 110_580],
    ['LINESTRING(0 10, 40 10)', 'LINESTRING(0 10.5, 40 10.5)', 55_301],
    ['MULTIPOINT((50 50), (0 0))', 'MULTIPOINT((80 80), (1 0))', 111_319.491],
  ])('from %s to %s', (a, b, metres) => {
    expect(Math.abs(distance(a, b)! - metres)).toBeLessThan(metres / 1_000 + 0.001);
    expect(distance(b, a)).toBeCloseTo(distance(a, b)!, 3);
  });

  test('to nothing there is none', () => {
    expect(distance('POINT(0 0)', 'MULTIPOINT EMPTY')).toBeNull();
  });

  test('is that of the nearest of very many places', () => {
    const random = createRandom(4);
    const at = (): Position => [random.next() * 340 - 170, random.next() * 170 - 85];
    for (let i = 0; i < 20; i++) {
      const [ax, ay] = at() as [number, number];
      const [bx, by] = [ax + random.next() * 6 - 3, ay + random.next() * 3 - 1.5];
      const [px, py] = [ax + random.next() * 8 - 4, Math.max(-89, Math.min(89, ay + random.next() * 8 - 4))];
      const line: Geometry = {
        type: 'LineString',
        coordinates: [
          [ax, ay],
          [bx, by],
        ],
      };
      const places = Array.from({ length: 2_001 }, (_, k): Position => [
        ax + ((bx - ax) * k) / 2_000,
        ay + ((by - ay) * k) / 2_000,
      ]);
      const nearest = Math.min(...places.map((place) => geodesicDistanceM([px, py], place)));
      const told = distanceOnEarthM(prepare({ type: 'Point', coordinates: [px, py] }), prepare(line))!;
      expect(Math.abs(told - nearest)).toBeLessThan(2 + nearest / 10_000);
    }
  });

  test('of outlines with many corners takes no time to speak of', () => {
    const [a, b] = [prepare(circle(0)), prepare(circle(10))];
    const before = cpuMs();
    expect(distanceOnEarthM(a, b)! / 111_319.491).toBeCloseTo(8, 3);
    expect(distanceOnEarthM(a, prepare(zigzag))! / 111_319.491).toBeCloseTo(19, 0);
    expect(cpuMs() - before).toBeLessThan(6_000);
  });
});

const item = {
  id: 'one',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 0],
      ],
    ],
  },
  properties: { a: ' Straße ', n: -2.5, when: '2021-06-01T10:00:00Z', day: '2021-06-01' },
};

describe('functions', () => {
  test.each([
    ['area(geometry) = 4', true],
    ['numpoints(geometry) = 4', true],
    ["geometrytype(geometry) = 'Polygon'", true],
    ['getx(POINT(3 4)) = 3 AND gety(POINT(3 4)) = 4', true],
    ['getx(geometry) = 3', null],
    ['isvalid(geometry) = TRUE AND isempty(geometry) = FALSE', true],
    ['S_INTERSECTS(envelope(geometry), POINT(0 2))', true],
    ['S_INTERSECTS(geometry, POINT(0 2))', false],
    ['S_INTERSECTS(centroid(geometry), BBOX(2.6, 0.6, 2.7, 0.7))', true],
    ['S_INTERSECTS(envelope(geometry, n), POINT(0 2))', null],
    ['distance(geometry, POINT(3 1)) = 0', true],
    ['distance(geometry, POINT(5 0)) BETWEEN 111000 AND 112000', true],
    ['distance(nothing, POINT(5 0)) > 1', null],
    ["relate(geometry, POINT(3 1), 'T*****FF*')", true],
    ["relate(geometry, POINT(30 1), 'T*****FF*')", false],
    ["relate(geometry, GEOMETRYCOLLECTION(POINT(3 1), POINT(4 1)), 'T*****FF*')", null],
    ["relate(geometry, POINT(3 1), 'nonsense')", null],
    ["trim(a) = 'Straße' AND length(trim(a)) = 6", true],
    ["substring(trim(a), 1, 3) = 'tr' AND substring(trim(a), 4) = 'ße'", true],
    ["substring(a, -5, 1) = ' '", true],
    ["concat(id, 1, TRUE) = 'one1true'", true],
    ["concat(id, nothing) = 'one'", null],
    ["startswith(id, 'o') AND endswith(id, 'e')", true],
    ["indexof(id, 'n') = 1", true],
    ["indexof('😀a', 'a') = 1", true],
    ["substring('😀a', indexof('😀a', 'a'), 9) = 'a'", true],
    ['rint(n) = -2 AND rint(3.5) = 4 AND round(n) = -3', true],
    ['min(1, n, 3) = n AND max(1, n) = 1', true],
    ['sqrt(n) = 1', null],
    ["tonumber('1e3') = 1000", true],
    ["tonumber('x') = 1", null],
    ['todegrees(toradians(n)) = n', true],
    ['atan2(0, 1) = 0', true],
    ['atan2(0) = 0', null],
    ["datedifference(when, TIMESTAMP('2021-06-01T09:00:00Z')) = 3600000", true],
    ["datedifference(when, '2021-06-01T09:00:00Z', 'h') = 1", true],
    ["datedifference(when, 'never') = 1", null],
    ["dateformat('yyyy-MM-dd''T''HH:mm:ss.SSSX', when) = '2021-06-01T10:00:00.000Z'", true],
    ["dateformat('yy/M/d', day) = '21/6/1'", true],
    ["dateformat('QQQ', day) = '21/6/1'", null],
    ['envelope(geometry) = 5', null],
  ])('%s is %s', (text, verdict) => {
    expect(compileFilter(parseCql2Text(text))(item)).toBe(verdict);
  });
});
