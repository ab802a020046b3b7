import { type Pixels, type Samples, samplesLike } from '../pixels.ts';
import type { TilePixels } from './halve.ts';

/** Pixels as a whole tile: beyond the image its last column and row go on, which compresses well and rings nowhere. */
export function fitTile({ samples, mask, width, height, bands }: Pixels, size: number): TilePixels {
  if (width === size && height === size) return { samples, mask };
  return {
    samples: spread(samples, width, height, bands.length, size),
    mask: mask && spread(mask, width, height, 1, size),
  };
}

function spread<T extends Samples>(from: T, width: number, height: number, bands: number, size: number): T {
  const line = size * bands;
  const to = samplesLike(from, line * size);
  for (let row = 0; row < height; row++) {
    to.set(from.subarray(row * width * bands, (row + 1) * width * bands), row * line);
  }
  repeatEdges(to, width, height, bands, size);
  return to;
}

/** The last column and row of the image, into the rest of a tile that it does not fill. */
export function repeatEdges(tile: Samples, width: number, height: number, bands: number, size: number): void {
  const line = size * bands;
  for (let row = 0; row < (width < size ? height : 0); row++) {
    // Each sample is the one before it in its band, beginning at the last pixel.
    const end = (row + 1) * line;
    for (let at = row * line + width * bands; at < end; at++) tile[at] = tile[at - bands]!;
  }
  for (let row = height; row < size; row++) tile.copyWithin(row * line, (height - 1) * line, height * line);
}
