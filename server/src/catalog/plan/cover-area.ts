import { type Box, bboxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { shapesIntersect } from '../../geometry/intersects.ts';
import { type Shape, shapeOf } from '../../geometry/shape.ts';
import { type CellLevel, boxOfCell, cellLevels, cellRange, countCells } from './cells.ts';
import { type StreamRange, rowOfCells } from './streams.ts';

/** More cells cost more seeks than a coarser level costs rows. */
const mostCells = 30;
const fewCells = 4;
const quarterOfTheWorld = (360 * 180) / 4;

/** The streams that hold every item whose box touches one of the boxes; null where the walk of the world is better. */
export function coverArea(boxes: readonly Box[], geometry: Geometry | null): readonly StreamRange[] | null {
  const degrees = boxes.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);
  const level = ([10, 7, 4] as const).find((each) => countCells(boxes, each) <= mostCells);
  if (level === undefined || degrees > quarterOfTheWorld) return null;
  const shape = geometry === null || countCells(boxes, level) <= fewCells ? null : shapeOf(geometry);
  return [
    ...rowsOf(boxes, level, shape, false),
    ...cellLevels.filter((each) => each < level).flatMap((each) => rowsOf(boxes, each, null, true)),
  ];
}

/** One range for each row of cells, no longer than the shape needs. */
function rowsOf(boxes: readonly Box[], level: CellLevel, shape: Shape | null, isHomeOnly: boolean): StreamRange[] {
  const isTouched = (x: number, y: number) => shape === null || touches(shape, level, x, y);
  const rows = new Map<string, StreamRange>();
  for (const { x0, x1, y0, y1 } of boxes.map((box) => cellRange(box, level)))
    for (let y = y0; y <= y1; y++) {
      let [first, last] = [x0, x1];
      while (first <= last && !isTouched(first, y)) first++;
      while (first <= last && !isTouched(last, y)) last--;
      if (first <= last) rows.set(`${y} ${first} ${last}`, rowOfCells(level, y, first, last, isHomeOnly));
    }
  return [...rows.values()];
}

const touches = (shape: Shape, level: CellLevel, x: number, y: number): boolean =>
  shapesIntersect(shape, shapeOf(bboxGeometry(boxOfCell({ level, x, y }))!)!);
