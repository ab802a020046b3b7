import { expect, test } from 'vitest';
import { areaOfBbox } from '../../../server/src/catalog/area.ts';
import { simpleParts } from '../../../server/src/geometry/geojson.ts';
import { readTileSearch } from '../../../server/src/tiles/image-grid/read-tile-search.ts';
import { groundOf } from '../../../server/src/tiles/ground.ts';

const point = { type: 'Point', coordinates: [40, 40] };

const bar = (x: number, y: number, toX: number, toY: number) => ({
  type: 'Polygon' as const,
  coordinates: [[[x, y], [toX, y], [toX, toY], [x, toY], [x, y]]], // prettier-ignore
});

/** Bars across each other: a few are joined, hundreds filled the memory of the service. */
function lattice(bars: number) {
  const from = (i: number) => 37 + i / bars;
  const to = (i: number) => 37 + (i + 0.5) / bars;
  const all = Array.from({ length: bars }, (_, i) => [bar(from(i), 37, to(i), 38), bar(37, from(i), 38, to(i))]);
  return { type: 'GeometryCollection' as const, geometries: all.flat() };
}

test('an area whose parts cross each other thousands of times is refused', () => {
  expect(() => readTileSearch({ intersects: lattice(200) })).toThrow(
    expect.objectContaining({ kind: 'geometry_unusable', message: expect.stringMatching(/more than 2000 times/) }),
  );
});

test('parts that lie upon each other are joined, points beside them stay', () => {
  const intersects = { type: 'GeometryCollection', geometries: [...lattice(5).geometries, point] };
  const { geometry } = readTileSearch({ intersects }).request.area!;
  expect(simpleParts(geometry).map(({ type }) => type)).toEqual(['Polygon', 'Point']);
  const shifted = Array.from({ length: 300 }, (_, i) => areaOfBbox([30 + i / 1_000, 30, 31 + i / 1_000, 31]).geometry);
  const joined = readTileSearch({ intersects: { type: 'GeometryCollection', geometries: shifted } }).request.area!;
  expect(simpleParts(joined.geometry)).toHaveLength(1);
  expect(groundOf(joined.geometry).cells()).toEqual(groundOf(areaOfBbox([30, 30, 31.299, 31]).geometry).cells());
});

test('a footprint of that kind is refused before it is joined', () => {
  expect(() => groundOf(lattice(200)).cells()).toThrow(expect.objectContaining({ kind: 'invalid_parameters' }));
  expect(groundOf(lattice(5)).cells().length).toBeGreaterThan(100);
});
