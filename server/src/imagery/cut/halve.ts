import { type Samples, isNarrow } from '../pixels.ts';
import { averageWide } from './halve-wide.ts';

/** A whole tile: `size` pixels square, interleaved; what sticks out of the image repeats its last pixels. */
export type TilePixels = {
  readonly samples: Samples;
  /** One byte a pixel, 0 or 255; null where all is data. */
  readonly mask: Uint8Array | null;
};

/** Writes a tile at half its size into a quarter of another: each pixel the average of the data of four. */
export function halveInto(
  target: TilePixels,
  quarter: { readonly column: number; readonly row: number },
  tile: TilePixels,
  size: number,
  bands: number,
): void {
  const start = (quarter.row * size + quarter.column) * (size / 2);
  if (!isNarrow(tile.samples)) averageWide(tile.samples, tile.mask, target.samples, start, size, bands);
  else if (tile.mask === null) averageAll(tile.samples, target.samples, start, size, bands);
  else averageValid(tile.samples, tile.mask, target.samples, start, size, bands);
  if (target.mask !== null) halveMask(tile.mask, target.mask, start, size);
}

function averageAll(from: Samples, to: Samples, start: number, size: number, bands: number): void {
  if (bands === 3 && from instanceof Uint8Array) return averageColors(from, to as Uint8Array, start, size);
  const [half, line] = [size / 2, size * bands];
  for (let row = 0; row < half; row++) {
    let at = row * 2 * line;
    let place = (start + row * size) * bands;
    for (let column = 0; column < half; column++) {
      for (let band = 0; band < bands; band++, at++, place++) {
        to[place] = (from[at]! + from[at + bands]! + from[at + line]! + from[at + line + bands]! + 2) >> 2;
      }
      at += bands;
    }
  }
}

/** The usual case, without a loop over bands: three times as fast. */
function averageColors(from: Uint8Array, to: Uint8Array, start: number, size: number): void {
  const half = size >> 1;
  const line = (size * 3) | 0;
  for (let row = 0; row < half; row++) {
    let upper = (row * 2 * line) | 0;
    let lower = (upper + line) | 0;
    let place = ((start + row * size) * 3) | 0;
    for (let column = 0; column < half; column++) {
      to[place] = (from[upper]! + from[upper + 3]! + from[lower]! + from[lower + 3]! + 2) >> 2;
      to[place + 1] = (from[upper + 1]! + from[upper + 4]! + from[lower + 1]! + from[lower + 4]! + 2) >> 2;
      to[place + 2] = (from[upper + 2]! + from[upper + 5]! + from[lower + 2]! + from[lower + 5]! + 2) >> 2;
      upper = (upper + 6) | 0;
      lower = (lower + 6) | 0;
      place = (place + 3) | 0;
    }
  }
}

function averageValid(from: Samples, mask: Uint8Array, to: Samples, start: number, size: number, bands: number): void {
  const [half, line] = [size / 2, size * bands];
  for (let row = 0; row < half; row++) {
    let pixel = row * 2 * size;
    let at = pixel * bands;
    let place = (start + row * size) * bands;
    for (let column = 0; column < half; column++, pixel += 2) {
      const a = mask[pixel]! >> 7;
      const b = mask[pixel + 1]! >> 7;
      const c = mask[pixel + size]! >> 7;
      const d = mask[pixel + size + 1]! >> 7;
      const count = a + b + c + d;
      for (let band = 0; band < bands; band++, at++, place++) {
        const sum =
          a * from[at]! + b * from[at + bands]! + c * from[at + line]! + d * from[at + line + bands]! + (count >> 1);
        // Without data the target keeps what it was filled with.
        if (count !== 0) to[place] = count === 4 ? sum >> 2 : (sum / count) | 0;
      }
      at += bands;
    }
  }
}

/** A pixel is data when one of its four is. */
function halveMask(from: Uint8Array | null, to: Uint8Array, start: number, size: number): void {
  const half = size / 2;
  for (let row = 0; row < half; row++) {
    const place = start + row * size;
    if (from === null) {
      to.fill(255, place, place + half);
      continue;
    }
    for (let column = 0, at = row * 2 * size; column < half; column++, at += 2) {
      to[place + column] = from[at]! | from[at + 1]! | from[at + size]! | from[at + size + 1]!;
    }
  }
}
