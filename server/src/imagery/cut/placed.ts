import { meet } from '../blocks.ts';
import type { PixelWindow, Samples } from '../pixels.ts';
import type { GroundGrid, Raster } from '../raster.ts';
import { emptyCanvas } from '../resample/canvas.ts';

/** A raster on a larger or smaller grid of the same pixels, which begins at the given one of the raster's; no data where it has none. */
export function placed(raster: Raster, grid: GroundGrid, column: number, row: number): Raster {
  const whole = { column: -column, row: -row, width: raster.width, height: raster.height };
  const { sampleType, bands, nodata } = raster;
  const { width, height, crs, pixelToWorld } = grid;
  const isWithin = column >= 0 && row >= 0 && column + width <= raster.width && row + height <= raster.height;
  return {
    ...raster,
    width,
    height,
    crs,
    pixelToWorld,
    hasMask: raster.hasMask || !isWithin,
    read: async (window, signal) => {
      const part = meet(window, whole);
      const inRaster = part && { ...part, column: part.column + column, row: part.row + row };
      if (inRaster !== null && isSame(part!, window)) return raster.read(inRaster, signal);
      const canvas = emptyCanvas(window, sampleType, bands.length, nodata);
      if (inRaster !== null) {
        const pixels = await raster.read(inRaster, signal);
        pasteLines(canvas.samples, window, pixels.samples, part!, bands.length);
        const mask = pixels.mask ?? new Uint8Array(part!.width * part!.height).fill(255);
        pasteLines(canvas.mask, window, mask, part!, 1);
      }
      return {
        width: window.width,
        height: window.height,
        bands: bands.map((_, at) => at),
        samples: canvas.samples,
        mask: canvas.mask,
      };
    },
  };
}

const isSame = (one: PixelWindow, other: PixelWindow) => one.width === other.width && one.height === other.height;

function pasteLines(to: Samples, window: PixelWindow, from: Samples, part: PixelWindow, bands: number): void {
  const line = part.width * bands;
  for (let row = 0; row < part.height; row++) {
    const place = (part.row - window.row + row) * window.width + part.column - window.column;
    to.set(from.subarray(row * line, (row + 1) * line), place * bands);
  }
}
