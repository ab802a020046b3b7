import type { BlockPlace } from '../blocks.ts';
import type { BlockGrid } from '../image.ts';

/** So many pixels tell enough of all: to unpack more takes longer and hardly changes what is told. */
const enoughPixels = 2 ** 20;
/** Each takes a read of its own, however small it is. */
const mostBlocks = 64;

/** Rows of blocks at even distances that hold about as many pixels as are enough; null where those are all there are. */
export function spreadBlocks(
  grid: Pick<BlockGrid, 'columns' | 'rows' | 'blockWidth' | 'blockHeight'>,
): readonly (readonly BlockPlace[])[] | null {
  const { columns, rows, blockWidth, blockHeight } = grid;
  if (columns * rows * blockWidth * blockHeight <= enoughPixels) return null;
  const wanted = Math.min(mostBlocks, Math.max(1, Math.floor(enoughPixels / (blockWidth * blockHeight))));
  if (columns * rows <= wanted) return null;
  const across = Math.min(columns, wanted, Math.max(1, Math.round(Math.sqrt((wanted * columns) / rows))));
  const down = Math.min(rows, Math.max(1, Math.floor(wanted / across)));
  return spread(rows, down).map((row) => spread(columns, across).map((column) => ({ column, row })));
}

/** So many of a row of numbers, the first and the last among them: a file that was cut off lacks its last block. */
const spread = (length: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) =>
    count === 1 ? length >> 1 : Math.round((index * (length - 1)) / (count - 1)),
  );
