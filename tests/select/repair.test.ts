import { describe, expect, test } from 'vitest';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { joinedPolygons, repairedPolygons } from '../../server/src/geometry/repair.ts';
import { simpleParts } from '../../server/src/geometry/geojson.ts';
import { writeWkt } from '../../server/src/geometry/write-wkt.ts';
import { planeArea } from './plane-area.ts';
import { bowTie } from './request-support.ts';

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

const box = (west: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, 0],
      [west + 2, 0],
      [west + 2, 1],
      [west, 1],
      [west, 0],
    ],
  ],
});

describe('a geometry that cannot be used is repaired', () => {
  test('a bow-tie becomes its two triangles', () => {
    const repaired = repairedPolygons([[bowTie]])!;
    expect(geometryProblem(repaired)).toBeNull();
    expect(planeArea(repaired)).toBeCloseTo(2, 12);
    expect(repaired.type).toBe('MultiPolygon');
  });

  test('an open ring is closed', () => {
    const repaired = repairedPolygons([[bowTie.slice(0, 3)]])!;
    expect(writeWkt(repaired)).toMatch(/^POLYGON \(\(/);
    expect(planeArea(repaired)).toBeCloseTo(2, 12);
  });

  test('a hole that sticks out of its shell is cut at it, and what sticks out is filled', () => {
    const repaired = repairedPolygons([[square(0, 0, 4), square(3, 1, 2)]])!;
    expect(geometryProblem(repaired)).toBeNull();
    expect(planeArea(repaired)).toBeCloseTo(16 - 2 + 2, 12);
  });

  test('heights are dropped', () => {
    const repaired = repairedPolygons([[bowTie.map(([x, y]) => [x!, y!, 7])]])!;
    expect(writeWkt(repaired)).not.toContain('Z');
  });

  test('what has no area has no repair', () => {
    expect(
      repairedPolygons([
        [
          [
            [0, 0],
            [1, 1],
            [0, 0],
            [0, 0],
          ],
        ],
      ]),
    ).toBeNull();
    expect(repairedPolygons([[[[0, 0]]]])).toBeNull();
    expect(repairedPolygons([])).toBeNull();
  });

  test('polygons that overlap are joined without counting anything twice', () => {
    const joined = joinedPolygons([box(0), box(1), box(10)]);
    expect(planeArea(joined)).toBeCloseTo(5, 12);
    expect(simpleParts(joined)).toHaveLength(1);
  });
});
