import type { TilePixels } from '../../../imagery/cut/halve.ts';
import type { BlockPlace } from '../../../imagery/blocks.ts';
import type { StoredTile } from './stored-tile.ts';

/** How a tile comes about. */
export type TileRecipe =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'copy';
      readonly tile: StoredTile;
      /** The mask's own tile, or that all of it is data; null where it has to be made of the pixels. */
      readonly mask: StoredTile | 'full' | null;
      pixels(): Promise<TilePixels>;
    }
  | { readonly kind: 'pixels'; pixels(): Promise<TilePixels> };

/** For each tile of a level; null where the level is made of the one below it. */
export type LevelRecipe = ((place: BlockPlace) => Promise<TileRecipe>) | null;
