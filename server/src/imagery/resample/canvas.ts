import { PlatformError } from '../../shared/errors.ts';
import type { SampleType } from '../image.ts';
import type { PixelWindow, Samples } from '../pixels.ts';

/** What a read fills: no data at first, then pixel by pixel. */
export type Canvas = PixelWindow & {
  readonly bands: number;
  readonly samples: Samples;
  readonly mask: Uint8Array;
};

export const samplesOf = (type: SampleType, length: number): Samples =>
  type === 'uint8' ? new Uint8Array(length) : new Uint16Array(length);

export function emptyCanvas(window: PixelWindow, type: SampleType, bands: number, nodata: number | null): Canvas {
  const pixels = window.width * window.height;
  const samples = samplesOf(type, pixels * bands);
  if (nodata !== null && nodata > 0) samples.fill(nodata);
  return { ...window, bands, samples, mask: new Uint8Array(pixels) };
}

export function refuseOutside(grid: { readonly width: number; readonly height: number }, window: PixelWindow): void {
  const { column, row, width, height } = window;
  const isWhole = [column, row, width, height].every((value) => Number.isInteger(value));
  const isInside = column >= 0 && row >= 0 && column + width <= grid.width && row + height <= grid.height;
  if (isWhole && isInside && width > 0 && height > 0) return;
  throw new PlatformError(
    'invalid_parameters',
    `the window does not lie in the image (${grid.width} x ${grid.height})`,
  );
}

/** The part of a window that lies in another; null where they do not meet. */
export function meet(one: PixelWindow, other: PixelWindow): PixelWindow | null {
  const [column, row] = [Math.max(one.column, other.column), Math.max(one.row, other.row)];
  const width = Math.min(one.column + one.width, other.column + other.width) - column;
  const height = Math.min(one.row + one.height, other.row + other.height) - row;
  return width > 0 && height > 0 ? { column, row, width, height } : null;
}

/** Data must not turn into nodata by chance: a file that has no mask would lose the pixel. */
export function keepOffNodata({ samples, mask, bands }: Canvas, nodata: number | null): void {
  if (nodata === null) return;
  const instead = nodata === 0 ? 1 : nodata - 1;
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += bands) {
    if (mask[pixel] === 0 || samples[at] !== nodata) continue;
    let band = 1;
    while (band < bands && samples[at + band] === nodata) band++;
    if (band === bands) samples.fill(instead, at, at + bands);
  }
}
