import type { SampleType } from '../image.ts';
import { type PixelWindow, type Samples, samplesOf } from '../pixels.ts';
import { limitsIn, nextTo, saysNoData } from '../sample-values.ts';

/** What a read fills: no data at first, then pixel by pixel. */
export type Canvas = PixelWindow & {
  readonly bands: number;
  readonly samples: Samples;
  readonly mask: Uint8Array;
};

export function emptyCanvas(window: PixelWindow, type: SampleType, bands: number, nodata: number | null): Canvas {
  const pixels = window.width * window.height;
  const samples = samplesOf(type, pixels * bands);
  if (nodata !== null && nodata !== 0) samples.fill(nodata);
  return { ...window, bands, samples, mask: new Uint8Array(pixels) };
}

/** Data must not turn into nodata by chance: a file that has no mask would lose the pixel. */
export function keepOffNodata({ samples, mask, bands }: Canvas, nodata: number | null): void {
  if (nodata === null) return;
  const limits = limitsIn(samples);
  const [isNone, instead] = [saysNoData(nodata, limits), nextTo(nodata, limits)];
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += bands) {
    if (mask[pixel] === 0 || !isNone(samples[at]!)) continue;
    let band = 1;
    while (band < bands && isNone(samples[at + band]!)) band++;
    if (band === bands) samples.fill(instead, at, at + bands);
  }
}
