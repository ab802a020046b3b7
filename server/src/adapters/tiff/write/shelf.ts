import type { BlockPlace } from '../../../imagery/blocks.ts';
import type { TilePixels } from '../../../imagery/cut/halve.ts';
import type { TileGrid } from '../../../imagery/cut/levels.ts';
import type { SampleType } from '../../../imagery/image.ts';
import { samplesOf } from '../../../imagery/pixels.ts';
import { encodeMask, encodeTile } from './encode-tile.ts';
import type { StoredLevel } from './lay-out.ts';
import type { TileFormat } from './level-fields.ts';
import type { Spool } from './spool.ts';
import { type StoredTile, heldTile } from './stored-tile.ts';

export type TileKind = {
  readonly format: TileFormat;
  readonly sampleType: SampleType;
  readonly bands: number;
  readonly hasMask: boolean;
  /** What a sample without data is. */
  readonly fill: number;
};

/** Where made tiles are put; a tile without data, and a mask that is all one, is encoded once for all of them. */
export type Shelf = {
  readonly levels: readonly StoredLevel[];
  /** Whether any tile of the full resolution shows something, as far as it was looked at. */
  hasData(): boolean;
  blank(): TilePixels;
  putEmpty(level: number, place: BlockPlace): void;
  /** Says whether there was data in them. */
  putPixels(level: number, place: BlockPlace, pixels: TilePixels): Promise<boolean>;
  /** The mask's own tile, that all is data, or the mask that it has to be made of. */
  putCopy(level: number, place: BlockPlace, tile: StoredTile, mask: StoredTile | 'full' | Uint8Array): Promise<void>;
};

export async function createShelf(grids: readonly TileGrid[], kind: TileKind, spool: Spool): Promise<Shelf> {
  const { tileSize } = grids[0]!;
  const { format, bands, hasMask } = kind;
  const blank = () => blankTile(kind, tileSize);
  const empty = heldTile(await encodeTile(blank().samples, tileSize, bands, format, 'small'));
  const noMask = heldTile(await encodeMask(new Uint8Array(tileSize ** 2)));
  const fullMask = heldTile(await encodeMask(new Uint8Array(tileSize ** 2).fill(255)));
  const levels = grids.map((grid) => ({
    grid,
    tiles: Array.from({ length: grid.columns * grid.rows }, () => empty),
    masks: hasMask ? Array.from({ length: grid.columns * grid.rows }, () => noMask) : null,
  }));

  const put = (level: number, { column, row }: BlockPlace, tile: StoredTile, mask: StoredTile) => {
    const { grid, tiles, masks } = levels[level]!;
    const index = row * grid.columns + column;
    tiles[index] = tile;
    if (masks !== null) masks[index] = mask;
  };

  const storeMask = async (mask: Uint8Array | null): Promise<StoredTile> => {
    if (!hasMask || mask === null || !mask.includes(0)) return fullMask;
    return mask.includes(255) ? spool.put(await encodeMask(mask)) : noMask;
  };

  return {
    levels,
    hasData: () => levels[0]!.tiles.some((tile) => tile !== empty),
    blank,
    putEmpty: (level, place) => put(level, place, empty, noMask),
    putPixels: async (level, place, { samples, mask }) => {
      const hasData = mask === null || mask.includes(255);
      if (!hasData) put(level, place, empty, noMask);
      else {
        const tile = await spool.put(await encodeTile(samples, tileSize, bands, format));
        put(level, place, tile, await storeMask(mask));
      }
      return hasData;
    },
    putCopy: async (level, place, tile, mask) => {
      const isMade = mask instanceof Uint8Array;
      put(level, place, tile, isMade ? await storeMask(mask) : mask === 'full' ? fullMask : mask);
    },
  };
}

function blankTile({ sampleType, bands, fill }: TileKind, size: number): TilePixels {
  const length = size * size * bands;
  const samples = samplesOf(sampleType, length);
  return { samples: fill === 0 ? samples : samples.fill(fill), mask: new Uint8Array(size * size) };
}
