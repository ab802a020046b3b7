import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../server/src/geometry/box.ts';
import type { MultiPolygon } from '../../../server/src/geometry/geojson.ts';
import { cellsCovering } from '../../../server/src/grid/cells-covering.ts';
import { areaNearCell } from '../../../server/src/orders/delivery/area-near-cell.ts';

const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
const areaOf = (...coordinates: MultiPolygon['coordinates']) => ({ type: 'MultiPolygon' as const, coordinates });
const cellAt = (longitude: number, latitude: number) =>
  cellsCovering({ type: 'Point', coordinates: [longitude, latitude] })[0]!;
const near = (longitude: number, latitude: number, area: MultiPolygon) =>
  areaNearCell(area, cellAt(longitude, latitude)) as MultiPolygon | null;

describe('what of an area lies around a cell', () => {
  test('is the same where all of it does', () => {
    const area = areaOf(box(15, 45, 15.2, 45.1));
    expect(near(15.1, 45.05, area)?.coordinates).toEqual(area.coordinates);
  });

  test('is no limit where the area goes far beyond', () => {
    expect(near(15.1, 45.05, areaOf(box(-180, -90, 180, 90)))).toBeNull();
  });

  test('is nothing where the area is elsewhere', () => {
    expect(near(15.1, 45.05, areaOf(box(100, 0, 101, 1)))?.coordinates).toEqual([]);
  });

  test.each([179.9999, -179.9999])('is on both sides of the antimeridian, seen from %d', (longitude) => {
    const both = areaOf(box(150, 9, 180, 11), box(-180, 9, -150, 11), box(0, 9, 1, 11));
    const boxes = near(longitude, 10, both)!.coordinates.map((coordinates) => boxOf({ type: 'Polygon', coordinates })!);
    expect(boxes.map(([west, , east]) => (east > 0 ? east : west)).sort((a, b) => a - b)).toEqual([-180, 180]);
    for (const [west, , east] of boxes) expect(east - west).toBeLessThan(1.1);
  });

  test('goes all around a pole', () => {
    const cap = near(15, 89.99, areaOf(box(-180, -90, 180, 90)))!;
    expect(boxOf(cap)).toEqual([-180, expect.closeTo(89, 0), 180, 90]);
  });
});
