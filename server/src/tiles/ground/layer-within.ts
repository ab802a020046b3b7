import { type Cell, tileSteps } from '../../grid/cell.ts';
import { quadrants } from '../../grid/quadrant.ts';
import type { Layer } from '../layer.ts';
import { cellSide, nothing } from '../overlay/layer-area.ts';
import { blockNumber, blockSide } from './block.ts';
import type { Blocks } from './blocks.ts';
import { isCell, layerOf, quartersOf } from './piece.ts';

/** What of the ground lies within a cell of the grid. */
export function layerWithin(blocks: Blocks, { zone, quadkey }: Cell): Layer {
  if (quadkey.length !== tileSteps) throw new Error(`${quadkey} is no cell of ${tileSteps} steps`);
  const quadrant = quadkey.charCodeAt(0) - zero;
  const { isEast, isNorth } = quadrants[quadrant]!;
  let [column, row] = [0, 0];
  for (let i = 1; i < tileSteps; i++) {
    const digit = quadkey.charCodeAt(i) - zero;
    column = 2 * column + ((digit % 2 === 1) === isEast ? 1 : 0);
    row = 2 * row + (digit < 2 === isNorth ? 1 : 0);
  }
  // No cell of the grid is so far from its meridian.
  if (column >= cellsOfBlock) return nothing;
  let piece = blocks.at(blockNumber(zone, quadrant, Math.floor(row / cellsOfBlock)));
  for (let half = cellsOfBlock / 2; !isCell(piece); half /= 2) {
    if (piece.isWhole || piece.rings.length === 0) break;
    piece = quartersOf(piece)[(Math.floor(column / half) % 2) + 2 * (Math.floor(row / half) % 2)]!;
  }
  return layerOf(piece);
}

const zero = '0'.charCodeAt(0);
const cellsOfBlock = blockSide / cellSide;
