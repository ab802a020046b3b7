import { type Cell, tileSteps } from '../../grid/cell.ts';
import { defaultMostCells } from '../../grid/cells-covering.ts';
import { type Quadrant, type Square, quadrants, quarterOf } from '../../grid/quadrant.ts';
import { PlatformError } from '../../shared/errors.ts';
import { cellSide } from '../overlay/layer-area.ts';
import { blockOf, blockQuadkey, blockSide } from './block.ts';
import type { Blocks } from './blocks.ts';
import { memberColumns } from './member-columns.ts';
import { type Piece, layerOf, quartersOf } from './piece.ts';

/** The cells of the grid that share area with a ground, and with another where there is one, by zone and quadkey. */
export function cellsOf(ground: Blocks, other: Blocks | null): readonly Cell[] {
  const own = ground.numbers();
  const others = other?.numbers() ?? own;
  const cells: Cell[] = [];
  for (const number of own.length <= others.length ? own : others) {
    const block = blockOf(number);
    const walk = { zone: block.zone, quadrant: quadrants[block.quadrant]!, cells };
    const square = { u: 0, v: block.row * blockSide, side: blockSide };
    descend(walk, ground.at(number), other?.at(number) ?? null, square, blockQuadkey(block));
  }
  return cells;
}

type Walk = { readonly zone: number; readonly quadrant: Quadrant; readonly cells: Cell[] };

/** Null stands for pieces that are whole: they rule nothing out. */
function descend(walk: Walk, a: Piece | null, b: Piece | null, square: Square, quadkey: string): void {
  if (a?.rings.length === 0 || b?.rings.length === 0) return;
  const { zone, quadrant, cells } = walk;
  const { u, v, side } = square;
  if (u >= cellSide * memberColumns(quadrant.isEast, v / cellSide)) return;
  if (side === cellSide) {
    if ((a === null || layerOf(a).length > 0) && (b === null || layerOf(b).length > 0)) push(cells, { zone, quadkey });
    return;
  }
  const quartersOfA = a === null || a.isWhole ? null : quartersOf(a);
  const quartersOfB = b === null || b.isWhole ? null : quartersOf(b);
  for (let digit = 0; digit < 4; digit++) {
    const quarter = quarterOf(quadrant, square, digit);
    const place = (quarter.u === u ? 0 : 1) + (quarter.v === v ? 0 : 2);
    descend(walk, quartersOfA?.[place] ?? null, quartersOfB?.[place] ?? null, quarter, `${quadkey}${digit}`);
  }
}

function push(cells: Cell[], cell: Cell): void {
  cells.push(cell);
  if (cells.length > defaultMostCells)
    throw new PlatformError(
      'invalid_parameters',
      `the area touches more than ${defaultMostCells} cells of level ${tileSteps}`,
    );
}
