import { type Box, bboxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { shapesIntersect } from '../../geometry/intersects.ts';
import { type Shape, shapeOf } from '../../geometry/shape.ts';
import { type CellLevel, boxOfCell, cellLevels, cellRange, countCells } from './cells.ts';
import { type StreamRange, rowOfCells } from './streams.ts';

const mostCells = 30;
const fewCells = 4;
const quarterOfTheWorld = (360 * 180) / 4;

/** `share`: how much of the cells' ground lies inside the boxes. */
export type Cover = { readonly ranges: readonly StreamRange[]; readonly share: number };

/**
 * The streams that hold every item whose box touches one of the boxes, at the finest level and, where that has many
 * cells, at up to `mostLevels`: many small cells cost seeks, few large ones rows outside. None where the world is better.
 */
export function coversOf(boxes: readonly Box[], geometry: Geometry | null, mostLevels: number): readonly Cover[] {
  const degrees = sizeOf(boxes);
  if (degrees > quarterOfTheWorld) return [];
  const levels = ([10, 7, 4] as const)
    .map((level) => ({ level, cells: countCells(boxes, level) }))
    .filter(({ cells }) => cells <= mostCells);
  const [finest] = levels;
  const isMany = finest !== undefined && finest.cells > fewCells;
  const shape = geometry !== null && isMany ? shapeOf(geometry) : null;
  return levels.slice(0, isMany ? mostLevels : 1).map(({ level, cells }) => {
    const ranges = rowsOf(boxes, level, cells > fewCells ? shape : null, false);
    for (const coarser of cellLevels) if (coarser < level) ranges.push(...rowsOf(boxes, coarser, null, true));
    return { ranges, share: degrees / (cells * (360 / 2 ** level) ** 2) };
  });
}

const sizeOf = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);

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

/** Far more than what rounding moves a coordinate by, when its cell is looked for. */
const margin = 1e-9;

function touches(shape: Shape, level: CellLevel, x: number, y: number): boolean {
  const [west, south, east, north] = boxOfCell({ level, x, y });
  return shapesIntersect(
    shape,
    shapeOf(bboxGeometry([west - margin, south - margin, east + margin, north + margin])!)!,
  );
}
