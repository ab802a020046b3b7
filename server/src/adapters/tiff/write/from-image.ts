import { type BlockPlace, overlap } from '../../../imagery/blocks.ts';
import type { PixelArea } from '../../../imagery/cut/pixel-area.ts';
import { type MatchedLevel, matchLevels } from '../../../imagery/cut/match-levels.ts';
import type { Level } from '../../../imagery/image.ts';
import { joinTables, tablesOf } from '../../../imagery/jpeg-stream.ts';
import type { PixelWindow } from '../../../imagery/pixels.ts';
import type { BlockAddress, OpenImage } from '../../../imagery/ports.ts';
import { refuseCorrupt } from '../../../imagery/refuse.ts';
import { canCopy, canCopyMask } from './copied-format.ts';
import { clippedTile, windowOf } from './from-raster.ts';
import type { TileFormat } from './level-fields.ts';
import type { LevelPlan } from './make-levels.ts';
import type { StoredTile } from './stored-tile.ts';
import type { LevelRecipe, TileRecipe } from './tile-recipe.ts';

export type Cut = {
  readonly image: OpenImage;
  /** In pixels of the full resolution. */
  readonly window: PixelWindow;
  /** In pixels of the window; what lies outside holds no data. */
  readonly area: PixelArea | null;
  readonly format: TileFormat;
  readonly tileSize: number;
  readonly hasMask: boolean;
  readonly fill: number;
  readonly signal: AbortSignal | undefined;
};

/** Tiles that lie inside are copied as they are stored, on every level whose tiles align; the others are made anew. */
export function plansFromImage(cut: Cut): readonly LevelPlan[] {
  return matchLevels(cut.image.info, cut.window, cut.tileSize).map((matched, level) => ({
    grid: matched.grid,
    recipe: recipeOf(cut, matched, cut.area?.shrunk(2 ** level) ?? null),
  }));
}

function recipeOf(cut: Cut, { grid, source }: MatchedLevel, area: PixelArea | null): LevelRecipe {
  if (source === null) return null;
  const { image, format, tileSize, fill, signal } = cut;
  const stored = image.info.levels[source.level]!;
  const isAligned = source.column % tileSize === 0 && source.row % tileSize === 0;
  const isCopied = isAligned && canCopy(image.info, stored, format, tileSize);
  const tables = isCopied ? sharedTables(stored) : null;
  // Where the cut ends within a block, the rest of the block is imagery that was not asked for.
  const hasNoMore = ({ width, height }: PixelWindow) =>
    (width === tileSize || source.column + grid.width === stored.width) &&
    (height === tileSize || source.row + grid.height === stored.height);
  const blockAt = ({ column, row }: BlockPlace, of: BlockAddress['of']): BlockAddress => ({
    level: source.level,
    of,
    column: column + source.column / tileSize,
    row: row + source.row / tileSize,
    plane: 0,
  });

  return async (place): Promise<TileRecipe> => {
    const window = windowOf(grid, place);
    const coverage = area?.coverageOf(window) ?? 'inside';
    if (coverage === 'outside') return { kind: 'empty' };
    const edge = coverage === 'edge' ? area : null;
    const pixels = async () => {
      const read = overlap(
        { ...window, column: window.column + source.column, row: window.row + source.row },
        { column: 0, row: 0, width: stored.width, height: stored.height },
      );
      return clippedTile(
        await image.readPixels(source.level, read, { signal }),
        { ...read, column: window.column, row: window.row },
        edge,
        tileSize,
        fill,
      );
    };
    if (!isCopied || edge !== null || !hasNoMore(window)) return { kind: 'pixels', pixels };
    const tile = await storedTile(image, blockAt(place, 'pixels'), tables);
    if (tile === null) return { kind: 'pixels', pixels };
    // Without a mask in the file, none is stored.
    if (!cut.hasMask || image.info.validity === 'all') return { kind: 'copy', tile, mask: 'full', pixels };
    const mask = isMaskCopied(stored) ? await storedTile(image, blockAt(place, 'mask'), null) : null;
    return { kind: 'copy', tile, mask, pixels };
  };

  function isMaskCopied({ mask }: Level): boolean {
    return mask !== null && canCopyMask(mask, tileSize);
  }
}

/** A block of the image as a tile of the new file; JPEG with its tables in it, for tiles of other tables stand beside it. */
async function storedTile(
  image: OpenImage,
  address: BlockAddress,
  tables: Uint8Array | null,
): Promise<StoredTile | null> {
  const length = await image.storedBlockLength(address);
  if (length === null) return null;
  const read = async () => {
    const bytes = await image.readStoredBlock(address);
    if (bytes === null) throw refuseCorrupt('the index of blocks');
    return bytes;
  };
  if (tables === null) return { length, read };
  return {
    length: length + tables.length - 2,
    read: async () => joinTables(tables, await read()) ?? damaged('JPEG data'),
  };
}

function sharedTables({ encoding: { jpegTables } }: Level): Uint8Array | null {
  if (jpegTables === null || jpegTables.length === 0) return null;
  return tablesOf(jpegTables) ?? damaged('JPEG tables');
}

function damaged(what: string): never {
  throw refuseCorrupt(what);
}
