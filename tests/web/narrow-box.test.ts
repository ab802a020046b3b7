import { expect, test } from 'vitest';
import { type Box, overlap } from '../../web/src/map/geometry-box.ts';
import { narrowBoxAround, narrowBoxOf, narrowBoxOfFeatures } from '../../web/src/map/narrow-box.ts';

const ring = (west: number, east: number) => [
  [
    [west, -17],
    [east, -17],
    [east, -16],
    [west, -16],
    [west, -17],
  ],
];
const fiji = { type: 'MultiPolygon', coordinates: [ring(179, 180), ring(-180, -179)] };

test('a geometry on both sides of the antimeridian has a box across it, not around the world', () => {
  expect(narrowBoxOf(fiji)).toEqual([179, -17, 181, -16]);
  expect(
    narrowBoxOf({ type: 'GeometryCollection', geometries: [fiji, { type: 'Point', coordinates: [178, 0] }] }),
  ).toEqual([178, -17, 181, 0]);
  expect(
    narrowBoxOf({
      type: 'MultiPoint',
      coordinates: [
        [-170, 1],
        [170, 2],
      ],
    }),
  ).toEqual([170, 1, 190, 2]);
});

test('others have the box that they always had', () => {
  expect(narrowBoxOf({ type: 'Polygon', coordinates: ring(9, 10) })).toEqual([9, -17, 10, -16]);
  expect(narrowBoxOf({ type: 'Polygon', coordinates: ring(-180, 180) })).toEqual([-180, -17, 180, -16]);
  expect(narrowBoxOf({ type: 'MultiPolygon', coordinates: [ring(-100, -90), ring(80, 100), ring(0, 5)] })).toEqual([
    -100, -17, 100, -16,
  ]);
  expect(narrowBoxOf(null)).toBeNull();
  expect(narrowBoxOf({ type: 'MultiPolygon', coordinates: [] })).toBeNull();
});

test('what was found around the antimeridian is shown the short way around', () => {
  const boxes: readonly Box[] = [
    [179, -17, 181, -16],
    [-178, -20, -177, -19],
    [170, 0, 171, 1],
  ];
  expect(narrowBoxAround([...boxes, null])).toEqual([170, -20, 183, 1]);
  expect(narrowBoxOfFeatures({ features: [{ geometry: fiji }, { geometry: null }] })).toEqual([179, -17, 181, -16]);
  expect(narrowBoxAround([null])).toBeNull();
});

test('boxes overlap also when one of them is written beyond the antimeridian', () => {
  expect(overlap([179, -17, 181, -16], [-179.5, -17, -179, -16])).toBe(true);
  expect(overlap([-179.5, -17, -179, -16], [179, -17, 181, -16])).toBe(true);
  expect(overlap([179, -17, 181, -16], [-178, -17, -177, -16])).toBe(false);
});
