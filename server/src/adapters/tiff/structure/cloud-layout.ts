import type { FileBytes } from '../file-bytes.ts';
import { headBytes } from '../sources/range-source.ts';
import { createBlockTable } from './block-table.ts';
import type { Directory } from './directory.ts';
import type { StoredLevel } from './levels.ts';

// What is no larger needs no overview.
const smallSide = 512;
const nearBytes = 16 * headBytes;

/** Tiled throughout; directories first, then the smallest overview's pixels, the image's own last. Asks no index that is far away. */
export async function isCloudOptimized(
  file: FileBytes,
  directories: readonly Directory[],
  levels: readonly StoredLevel[],
): Promise<boolean> {
  const { grid } = levels[0]!.pixels;
  const isTiled = levels.every(({ pixels, mask }) => pixels.grid.isTiled && (mask === null || mask.grid.isTiled));
  const hasEnough = levels.length > 1 || Math.max(grid.width, grid.height) <= smallSide;
  const last = directories.at(-1)!.offset;
  const isInOrder = directories.every(({ offset }, index) => index === 0 || offset > directories[index - 1]!.offset);
  const areTablesNear = levels.every(({ pixels }) => pixels.offsets.offset < nearBytes);
  if (!isTiled || !hasEnough || !isInOrder || last > nearBytes || !areTablesNear) return false;
  const starts = await Promise.all(
    levels.map(({ pixels }) => createBlockTable(file, pixels.offsets, pixels.isLittle).at(0)),
  );
  // A sparse file may have nothing at a first block, which tells nothing.
  const stored = starts.filter((start) => start !== 0);
  return stored.every((start, index) => start > (stored[index + 1] ?? last));
}
