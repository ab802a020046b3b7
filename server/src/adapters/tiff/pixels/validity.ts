import type { Samples } from '../../../imagery/pixels.ts';

/** 0 where every band has the nodata value, as gdalwarp has it; 255 elsewhere. */
export function maskFromNodata(samples: Samples, bands: number, nodata: number): Uint8Array {
  const mask = new Uint8Array(samples.length / bands);
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += bands) {
    let band = 0;
    while (band < bands && samples[at + band] === nodata) band += 1;
    mask[pixel] = band === bands ? 0 : 255;
  }
  return mask;
}

/** Alpha as one byte; what is a little visible stays so. */
export function maskFromAlpha(alpha: Samples): Uint8Array {
  if (alpha instanceof Uint8Array) return alpha;
  return Uint8Array.from(alpha, (value) => (value > 0 && value < 257 ? 1 : Math.floor((value * 255) / 65535)));
}
