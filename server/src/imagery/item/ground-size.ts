import { geodesicLengthM } from '../../geometry/geodesic.ts';
import { type PixelToWorld, worldOf } from '../georeference.ts';
import type { Projection } from '../ports.ts';

/** Metres on the ground that a pixel in the middle of the image spans, to three digits: maps stretch by a few in 10,000. */
export function groundSizeMetres(
  { width, height }: { readonly width: number; readonly height: number },
  pixelToWorld: PixelToWorld,
  toDegrees: Projection,
): number {
  const [column, row] = [width / 2, height / 2];
  const latitudeAt = (pixels: number) => toDegrees(...worldOf(pixelToWorld, column + pixels, row + pixels))[1];
  // Over many pixels, so that rounding of degrees does not show; of grids of the world over fewer: a longer way has a shorter one.
  const reach = Math.min(50, 45 / Math.abs(latitudeAt(1) - latitudeAt(0)));
  const length = (columns: number, rows: number) =>
    geodesicLengthM([
      toDegrees(...worldOf(pixelToWorld, column - columns, row - rows)),
      toDegrees(...worldOf(pixelToWorld, column + columns, row + rows)),
    ]) /
    (2 * reach);
  return Number(Math.sqrt(length(reach, 0) * length(0, reach)).toPrecision(3));
}
