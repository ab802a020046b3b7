import { worldOf } from '../georeference.ts';
import type { PixelWindow } from '../pixels.ts';
import type { Raster } from '../raster.ts';

/** A part of a raster, as a raster. */
export function cropped(raster: Raster, window: PixelWindow): Raster {
  const [a, b, , d, e] = raster.pixelToWorld;
  const [c, f] = worldOf(raster.pixelToWorld, window.column, window.row);
  return {
    ...raster,
    width: window.width,
    height: window.height,
    pixelToWorld: [a, b, c, d, e, f],
    read: ({ column, row, width, height }, signal) =>
      raster.read({ column: column + window.column, row: row + window.row, width, height }, signal),
  };
}
