import { expect, test } from 'vitest';
import { footprintText } from '../../../server/src/adapters/sqlite/catalog/footprint-text.ts';
import type { Geometry, Polygon, Position } from '../../../server/src/geometry/geojson.ts';
import { makeItem, square } from '../contract/fixtures.ts';

const [sw, se, ne, nw]: readonly Position[] = [
  [10, 20],
  [11, 20],
  [11, 22],
  [10, 22],
] as never;
const bbox = [10, 20, 11, 22] as const;
const ring = (...positions: readonly (Position | undefined)[]): Polygon => ({
  type: 'Polygon',
  coordinates: [positions as readonly Position[]],
});

test.each([
  ['from any corner', ring(se, ne, nw, sw, se)],
  ['either way round', ring(sw, nw, ne, se, sw)],
  ['with heights', ring([10, 20, 5], [11, 20, 5], [11, 22, 5], [10, 22, 5], [10, 20, 5])],
])('a rectangle %s is its box and needs no text', (_, geometry) => {
  expect(footprintText(geometry, bbox)).toBeNull();
});

const box = ring(sw, se, ne, nw, sw);

test.each<[string, Geometry]>([
  ['a bow tie of the same corners', ring(sw, ne, se, nw, sw)],
  ['a ring that goes back and forth', ring(sw, se, sw, se, sw)],
  ['one with a fifth corner', ring(sw, se, ne, [10.5, 22], nw, sw)],
  ['one that leaves a corner out', ring(sw, se, [11, 21], nw, sw)],
  ['a triangle', ring(sw, se, ne, sw)],
  ['one with a hole', { type: 'Polygon', coordinates: [...box.coordinates, []] }],
  ['one that is a part of several', { type: 'MultiPolygon', coordinates: [box.coordinates] }],
  ['one in a collection', { type: 'GeometryCollection', geometries: [box] }],
  ['a line', { type: 'LineString', coordinates: [sw!, ne!] }],
  ['an empty one', { type: 'Polygon', coordinates: [] }],
])('%s is kept', (_, geometry) => {
  expect(JSON.parse(footprintText(geometry, bbox)!)).toEqual(geometry);
});

test('a box without width is kept, and so is one on both sides of the antimeridian', () => {
  expect(footprintText(ring([1, 1], [1, 2], [1, 2], [1, 1], [1, 1]), [1, 1, 1, 2])).not.toBeNull();
  const { geometry, bbox: crossing } = makeItem('one', { geometry: square(179, 0, 2) });
  expect(crossing).toEqual([179, 0, -179, 2]);
  expect(JSON.parse(footprintText(geometry, crossing)!)).toEqual(geometry);
});

test('where there is no geometry, there is no text', () => {
  expect(footprintText(null, null)).toBeNull();
});
