import type { BlockGrid } from './image.ts';
import type { PixelWindow } from './pixels.ts';

type BlockExtent = Pick<BlockGrid, 'width' | 'height' | 'blockWidth' | 'blockHeight'>;

export type BlockPlace = { readonly column: number; readonly row: number };

/** The blocks that a window touches, row by row; one at a time, for a file may have more than fit in memory. */
export function* blocksUnder(grid: BlockGrid, window: PixelWindow): Generator<BlockPlace, void> {
  const [left, right] = span(window.column, window.width, grid.blockWidth);
  const [top, bottom] = span(window.row, window.height, grid.blockHeight);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) yield { column, row };
  }
}

const span = (start: number, length: number, step: number): readonly [number, number] => [
  Math.floor(start / step),
  Math.floor((start + length - 1) / step),
];

/** The part of the level that a block covers, without what sticks out of the image. */
export function extentOf(grid: BlockExtent, { column, row }: BlockPlace): PixelWindow {
  const [left, top] = [column * grid.blockWidth, row * grid.blockHeight];
  return {
    column: left,
    row: top,
    width: Math.min(grid.blockWidth, grid.width - left),
    height: Math.min(grid.blockHeight, grid.height - top),
  };
}

/** What two windows share, which must be something. */
export function overlap(one: PixelWindow, other: PixelWindow): PixelWindow {
  const [column, row] = [Math.max(one.column, other.column), Math.max(one.row, other.row)];
  return {
    column,
    row,
    width: Math.min(one.column + one.width, other.column + other.width) - column,
    height: Math.min(one.row + one.height, other.row + other.height) - row,
  };
}

/** What two windows share; null where that is nothing. */
export function meet(one: PixelWindow, other: PixelWindow): PixelWindow | null {
  const shared = overlap(one, other);
  return shared.width > 0 && shared.height > 0 ? shared : null;
}
