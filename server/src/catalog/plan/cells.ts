import type { Box } from '../../geometry/box.ts';

/** Cells of 22.5, 2.8 and 0.35 degrees; level 0 is one cell for the footprints that are too large for the others. */
export const cellLevels = [0, 4, 7, 10] as const;
export type CellLevel = (typeof cellLevels)[number];

export type Cell = { readonly level: CellLevel; readonly x: number; readonly y: number };

/** Columns and rows, the last ones among them. */
export type CellRange = { readonly x0: number; readonly x1: number; readonly y0: number; readonly y1: number };

export function cellRange([west, south, east, north]: Box, level: CellLevel): CellRange {
  const columns = 1 << level;
  const rows = Math.max(1, columns / 2);
  const at = (degrees: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((degrees * columns) / 360)));
  return {
    x0: at(west + 180, columns),
    x1: at(east + 180, columns),
    y0: at(south + 90, rows),
    y1: at(north + 90, rows),
  };
}

/** How many cells the boxes touch, without naming them. */
export function countCells(boxes: readonly Box[], level: CellLevel): number {
  let count = 0;
  for (const box of boxes) {
    const { x0, x1, y0, y1 } = cellRange(box, level);
    count += (x1 - x0 + 1) * (y1 - y0 + 1);
  }
  return count;
}

/** Every cell that the boxes touch, each once. */
export function cellsOf(boxes: readonly Box[], level: CellLevel): readonly Cell[] {
  if (boxes.length === 1) return cellsIn(boxes[0]!, level);
  const cells = new Map<number, Cell>();
  for (const box of boxes) for (const cell of cellsIn(box, level)) cells.set(cell.y * (1 << level) + cell.x, cell);
  return [...cells.values()];
}

function cellsIn(box: Box, level: CellLevel): readonly Cell[] {
  const { x0, x1, y0, y1 } = cellRange(box, level);
  const cells: Cell[] = [];
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) cells.push({ level, x, y });
  return cells;
}

/** The cell's own box, for pruning against a polygon. */
export function boxOfCell({ level, x, y }: Cell): Box {
  const degrees = 360 / 2 ** level;
  return [x * degrees - 180, y * degrees - 90, (x + 1) * degrees - 180, Math.min(90, (y + 1) * degrees - 90)];
}

const mostHomeCells = 4;

/** The finest level at which a footprint touches few cells; it has entries there and at every coarser level but 0. */
export function homeLevel(boxes: readonly Box[]): CellLevel {
  for (const level of [10, 7, 4] as const) if (countCells(boxes, level) <= mostHomeCells) return level;
  return 0;
}
