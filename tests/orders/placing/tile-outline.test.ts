import { expect, test } from 'vitest';
import type { Box } from '../../../server/src/geometry/box.ts';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { writeWkt } from '../../../server/src/geometry/write-wkt.ts';
import { parseCell } from '../../../server/src/grid/cell.ts';
import { groundOfItem, tileOutline } from '../../../server/src/orders/placing/tile-outline.ts';
import { clipFootprint } from '../../../server/src/select/survey/clip-footprint.ts';
import { groundOf } from '../../../server/src/tiles/ground.ts';
import { wholeCell } from '../../../server/src/tiles/overlay/layer-area.ts';
import { tileGeometry } from '../../../server/src/tiles/tile-geometry.ts';

const cellId = 'Z33-120000022000';
const cell = parseCell(cellId)!;

/** Its northern edge goes aslant through the cell, from 15.00 to 15.06 degrees. */
const geometry: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [14.7, 44.9],
      [15.4, 44.9],
      [15.4, 45.1],
      [14.7, 45.15],
      [14.7, 44.9],
    ],
  ],
};

/** As a survey of that area says it. */
const surveyedIn = (box: Box): string => {
  const clipped = clipFootprint(geometry, box) as Geometry;
  return writeWkt(tileGeometry(cell, [groundOf(clipped).within(cell)]));
};

test('a tile has the same outline whatever area was ordered, though surveys of two areas do not agree', () => {
  const surveyed = [surveyedIn([14.98, 45.1, 15.08, 45.2]), surveyedIn([14.8, 45, 15.3, 45.2])];
  expect(surveyed[0]).not.toBe(surveyed[1]);
  const outlines = surveyed.map((wkt) => tileOutline(cellId, wkt, () => [groundOfItem({ geometry })]));
  expect(outlines[0]).toBe(outlines[1]);
  expect(outlines[0]).toMatch(/^POLYGON \(\(15 45\.1/);
});

const notNeeded = () => {
  throw new Error('nobody needs the footprints');
};

test('a tile that fills its cell is told at once', () => {
  const whole = writeWkt(tileGeometry(cell, [wholeCell]));
  expect(tileOutline(cellId, whole, notNeeded)).toBe(whole);
});

test('where items do not say where they are, the survey is believed', () => {
  expect(tileOutline(cellId, 'POLYGON EMPTY', () => [groundOfItem({ geometry: null }), null])).toBe('POLYGON EMPTY');
});
