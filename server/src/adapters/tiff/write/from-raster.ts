import { type BlockPlace, extentOf } from '../../../imagery/blocks.ts';
import { fitTile } from '../../../imagery/cut/fit-tile.ts';
import type { TilePixels } from '../../../imagery/cut/halve.ts';
import { type TileGrid, levelsOf } from '../../../imagery/cut/levels.ts';
import type { PixelArea } from '../../../imagery/cut/pixel-area.ts';
import type { PixelWindow, Pixels } from '../../../imagery/pixels.ts';
import type { Raster } from '../../../imagery/raster.ts';
import type { LevelPlan } from './make-levels.ts';
import type { LevelRecipe } from './tile-recipe.ts';

/** Every tile is asked of the raster once; overviews are made of the tiles. */
export function plansFromRaster(
  raster: Raster,
  tileSize: number,
  area: PixelArea | null,
  signal?: AbortSignal,
): readonly LevelPlan[] {
  return levelsOf(raster.width, raster.height, tileSize).map((grid, level) => ({
    grid,
    recipe: level > 0 ? null : rasterRecipe(raster, grid, area, signal),
  }));
}

/** Tiles of one level, asked of a raster of its size. */
export const rasterRecipe =
  (raster: Raster, grid: TileGrid, area: PixelArea | null, signal?: AbortSignal): LevelRecipe =>
  (place) => {
    const window = windowOf(grid, place);
    if (area?.coverageOf(window) === 'outside') return Promise.resolve({ kind: 'empty' });
    const pixels = async () =>
      clippedTile(await raster.read(window, signal), window, area, grid.tileSize, raster.nodata ?? 0);
    return Promise.resolve({ kind: 'pixels', pixels });
  };

export const windowOf = (grid: TileGrid, place: BlockPlace): PixelWindow =>
  extentOf({ ...grid, blockWidth: grid.tileSize, blockHeight: grid.tileSize }, place);

/** A tile whose pixels outside the area hold no data, in the mask and in the samples. */
export function clippedTile(
  pixels: Pixels,
  window: PixelWindow,
  area: PixelArea | null,
  tileSize: number,
  fill: number,
): TilePixels {
  const mask = clippedMask(pixels, window, area);
  if (mask !== null) clear(pixels, mask, fill);
  return fitTile({ ...pixels, mask }, tileSize);
}

/** 0 or 255 alone: what is half transparent is data. Null where all is data. */
function clippedMask(pixels: Pixels, window: PixelWindow, area: PixelArea | null): Uint8Array | null {
  const holed = pixels.mask?.includes(0) === true ? pixels.mask : null;
  if (holed === null && area === null) return null;
  const mask = holed === null ? new Uint8Array(pixels.width * pixels.height).fill(255) : hardened(holed);
  area?.maskOut(window, mask, pixels.width);
  return mask.includes(0) ? mask : null;
}

function hardened(mask: Uint8Array): Uint8Array {
  for (let at = 0; at < mask.length; at++) if (mask[at] !== 0) mask[at] = 255;
  return mask;
}

function clear({ samples, bands }: Pixels, mask: Uint8Array, fill: number): void {
  const count = bands.length;
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += count) {
    if (mask[pixel] === 0) for (let band = 0; band < count; band++) samples[at + band] = fill;
  }
}
