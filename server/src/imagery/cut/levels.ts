import type { BlockGrid } from '../image.ts';

/** A grid of square tiles. */
export type TileGrid = Pick<BlockGrid, 'width' | 'height' | 'columns' | 'rows'> & { readonly tileSize: number };

export const tileGrid = (width: number, height: number, tileSize: number): TileGrid => ({
  width,
  height,
  tileSize,
  columns: Math.ceil(width / tileSize),
  rows: Math.ceil(height / tileSize),
});

/** The full resolution and its halvings, down to one that is a single tile. */
export function levelsOf(width: number, height: number, tileSize: number): readonly TileGrid[] {
  const levels = [tileGrid(width, height, tileSize)];
  for (let last = levels[0]!; last.width > tileSize || last.height > tileSize; last = levels.at(-1)!) {
    levels.push(tileGrid(Math.ceil(last.width / 2), Math.ceil(last.height / 2), tileSize));
  }
  return levels;
}
