import type { Box } from '../../geometry/box.ts';
import { type Cell, cellsOf, countCells } from './cells.ts';
import { type StreamRange, cellStream } from './streams.ts';

/** Of 2.8 degrees: a box of a degree touches one to four. */
const level = 7;
const mostCells = 9;

/** What every item around small boxes stands in, a range for each cell; null where the boxes are large. */
export function nearStreams(boxes: readonly Box[]): readonly StreamRange[] | null {
  if (countCells(boxes, level) > mostCells) return null;
  const own = cellsOf(boxes, level).map((cell) => rangeOf(cell, false));
  const larger = ([4, 0] as const).flatMap((each) => cellsOf(boxes, each).map((cell) => rangeOf(cell, true)));
  return [...own, ...larger];
}

const rangeOf = (cell: Cell, isHomeOnly: boolean): StreamRange => ({
  first: cellStream(cell, isHomeOnly, 0),
  last: cellStream(cell, true, 7),
  isHomeOnly,
});
