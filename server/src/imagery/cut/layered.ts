import type { PixelWindow, Pixels } from '../pixels.ts';
import type { Raster } from '../raster.ts';
import { keepOffNodata } from '../resample/canvas.ts';

/** Rasters of one grid as one: where those above hold no data, the next below shows. */
export function layered(layers: readonly Raster[]): Raster {
  const [top, ...below] = layers as [Raster, ...Raster[]];
  const hasMask = layers.every((layer) => layer.hasMask);
  return {
    ...top,
    hasMask,
    read: async (window, signal) => {
      const pixels = await top.read(window, signal);
      const holed = pixels.mask;
      for (const layer of below) {
        const holes = holed === null ? null : holesIn(holed, window);
        if (holes === null) break;
        fill(pixels, window, await layer.read(holes, signal), holes);
      }
      // What came from below may look like what says here that there is nothing.
      if (holed !== null)
        keepOffNodata({ ...window, bands: top.bands.length, samples: pixels.samples, mask: holed }, top.nodata);
      return hasMask
        ? { ...pixels, mask: holed ?? new Uint8Array(window.width * window.height).fill(255) }
        : { ...pixels, mask: null };
    },
  };
}

/** The part of the window around all of its pixels without data; null where there are none. */
function holesIn(mask: Uint8Array, { column, row, width }: PixelWindow): PixelWindow | null {
  const [first, last] = [mask.indexOf(0), mask.lastIndexOf(0)];
  if (first === -1) return null;
  const [top, bottom] = [Math.floor(first / width), Math.floor(last / width)];
  let [left, right] = [width, -1];
  for (let line = top; line <= bottom; line++) {
    const cells = mask.subarray(line * width, (line + 1) * width);
    const from = cells.indexOf(0);
    if (from === -1) continue;
    left = Math.min(left, from);
    right = Math.max(right, cells.lastIndexOf(0));
  }
  return { column: column + left, row: row + top, width: right - left + 1, height: bottom - top + 1 };
}

/** Lays pixels of a part of the window under its own. */
function fill({ samples, mask, bands }: Pixels, window: PixelWindow, below: Pixels, part: PixelWindow): void {
  const count = bands.length;
  for (let line = 0; line < part.height; line++) {
    let to = (part.row - window.row + line) * window.width + part.column - window.column;
    let from = line * part.width;
    for (const end = from + part.width; from < end; from++, to++) {
      const shown = below.mask === null ? 255 : below.mask[from]!;
      if (mask![to] !== 0 || shown === 0) continue;
      mask![to] = shown;
      for (let band = 0; band < count; band++) samples[to * count + band] = below.samples[from * count + band]!;
    }
  }
}
