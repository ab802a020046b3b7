import { expect, test } from 'vitest';
import { writeWkt } from '../../../server/src/geometry/write-wkt.ts';
import type { Box } from '../../../server/src/geometry/box.ts';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { cellBounds, parseCell } from '../../../server/src/grid/cell.ts';
import { degreesOfUtm, utmOfDegrees } from '../../../server/src/grid/utm.ts';
import { cornersOf } from '../../../server/src/select/files/cell-corners.ts';
import { pictureWindows, windowCorners } from '../../../server/src/select/files/picture-window.ts';
import { sampleTile } from '../support/sample-selection.ts';

/** One in each quarter of a zone: north-west, north-east, south-west, south-east. */
const cellIds = ['Z13-031133231113', 'Z32-102220021230', 'Z34-211111211122', 'Z34-302020103022'] as const;

/** A rectangle of a cell, in metres from its south-western corner, as a geometry. */
function part(cellId: string, [left, bottom, right, top]: Box): Geometry {
  const { epsg, bounds } = cellBounds(parseCell(cellId)!);
  const at = (x: number, y: number) => degreesOfUtm(epsg, bounds[0] + x, bounds[1] + y);
  const ring = [at(left, bottom), at(right, bottom), at(right, top), at(left, top), at(left, bottom)];
  return { type: 'Polygon', coordinates: [ring] };
}

/** The window of a tile with this data, in metres from the cell's south-western corner. */
function windowOf(cellId: string, data: Geometry, aoi: Geometry | null = null): Box | null {
  const window = pictureWindows(aoi)(sampleTile(cellId, 0, { wkt: writeWkt(data) }));
  const [west, south] = cellBounds(parseCell(cellId)!).bounds;
  return window && [window[0] - west, window[1] - south, window[2] - west, window[3] - south];
}

const whole: Box = [0, 0, 5_000, 5_000];

test.each(cellIds)('a picture of %s is the square around the data and a little more', (cellId) => {
  // 1300 m and 3 % on both sides.
  expect(windowOf(cellId, part(cellId, [1_000, 2_000, 2_300, 2_800]))).toEqual([961, 1_711, 2_339, 3_089]);
});

test('it stays within the cell', () => {
  const cellId = cellIds[1];
  expect(windowOf(cellId, part(cellId, [4_700, 0, 5_000, 1_000]))).toEqual([3_940, 0, 5_000, 1_060]);
  expect(windowOf(cellId, part(cellId, [0, 4_980, 20, 5_000]))).toEqual([0, 4_800, 200, 5_000]);
});

test('it is never less than 200 metres a side', () => {
  expect(windowOf(cellIds[3], part(cellIds[3], [1_000, 1_000, 1_010, 1_010]))).toEqual([905, 905, 1_105, 1_105]);
});

test('data of over 60 % of the side, in either direction, are shown with the whole cell', () => {
  const cellId = cellIds[0];
  expect(windowOf(cellId, part(cellId, whole))).toBeNull();
  expect(windowOf(cellId, part(cellId, [100, 100, 300, 3_105]))).toBeNull();
  expect(windowOf(cellId, part(cellId, [100, 100, 300, 3_095]))).not.toBeNull();
});

test('an area of interest with a quarter of the data or less is what the picture is about', () => {
  const cellId = cellIds[2];
  const data = part(cellId, whole);
  // 1000 m and 15 % on both sides.
  expect(windowOf(cellId, data, part(cellId, [2_000, 1_000, 3_000, 1_500]))).toEqual([1_850, 600, 3_150, 1_900]);
  expect(windowOf(cellId, data, part(cellId, [0, 0, 2_490, 2_490]))).toEqual([0, 0, 3_237, 3_237]);
  expect(windowOf(cellId, data, part(cellId, [0, 0, 2_510, 2_510]))).toBeNull();
});

test('of an area of interest the data count alone', () => {
  const cellId = cellIds[1];
  const data = part(cellId, [0, 0, 2_000, 2_000]);
  expect(windowOf(cellId, data, part(cellId, [1_800, 1_800, 4_800, 4_800]))).toEqual([1_770, 1_770, 2_030, 2_030]);
  expect(windowOf(cellId, data, part(cellId, whole))).toEqual([0, 0, 2_120, 2_120]);
  expect(windowOf(cellId, data, part(cellId, [3_000, 3_000, 4_000, 4_000]))).toEqual([0, 0, 2_120, 2_120]);
});

test('a long thin area of interest across the cell takes the whole cell', () => {
  const cellId = cellIds[0];
  expect(windowOf(cellId, part(cellId, whole), part(cellId, [0, 2_400, 5_000, 2_500]))).toBeNull();
});

test('a tile of nothing is shown with the whole cell', () => {
  expect(windowOf(cellIds[0], { type: 'MultiPolygon', coordinates: [] })).toBeNull();
});

test.each([...cellIds, 'Z01-211131211113', 'Z60-122220122221'])('the corners of a window of %s are true', (cellId) => {
  const cell = parseCell(cellId)!;
  const { epsg, bounds } = cellBounds(cell);
  const [west, south] = bounds;
  const corners = windowCorners(cell, [west + 100, south + 200, west + 1_100, south + 1_200]);
  const metres = corners.map(([x, y]) => utmOfDegrees(epsg, x!, y!).map(Math.round));
  const expected = [
    [1_100, 200],
    [1_100, 1_200],
    [100, 1_200],
    [100, 200],
  ];
  expect(metres).toEqual(expected.map(([x, y]) => [west + x!, south + y!]));
  for (const [index, [x, y]] of windowCorners(cell, null).entries()) {
    expect(x).toBeCloseTo(cornersOf(cell)[index]![0]!, 9);
    expect(y).toBeCloseTo(cornersOf(cell)[index]![1]!, 9);
  }
});
