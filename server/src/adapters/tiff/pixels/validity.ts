import type { Samples } from '../../../imagery/pixels.ts';
import { limitsOf, saysNoData } from '../../../imagery/sample-values.ts';

/** 0 where every band has the nodata value, as gdalwarp has it, or is not a number; 255 elsewhere. */
export function maskFromNodata(samples: Samples, bands: number, nodata: number): Uint8Array {
  const mask = new Uint8Array(samples.length / bands);
  if (samples instanceof Float32Array) return maskOfNumbers(samples, bands, nodata, mask);
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += bands) {
    let band = 0;
    while (band < bands && samples[at + band] === nodata) band += 1;
    mask[pixel] = band === bands ? 0 : 255;
  }
  return mask;
}

function maskOfNumbers(samples: Float32Array, bands: number, nodata: number, mask: Uint8Array): Uint8Array {
  const isNodata = saysNoData(nodata, limitsOf('float32'));
  const isNone = (value: number) => isNodata(value) || Number.isNaN(value);
  for (let pixel = 0, at = 0; pixel < mask.length; pixel++, at += bands) {
    let band = 0;
    while (band < bands && isNone(samples[at + band]!)) band += 1;
    mask[pixel] = band === bands ? 0 : 255;
  }
  return mask;
}

/** Alpha as one byte; what is a little visible stays so. Only 8 and 16 bits say how visible. */
export function maskFromAlpha(alpha: Samples): Uint8Array {
  if (alpha instanceof Uint8Array) return alpha;
  if (!(alpha instanceof Uint16Array)) return Uint8Array.from(alpha, (value) => (value > 0 ? 255 : 0));
  return Uint8Array.from(alpha, (value) => (value > 0 && value < 257 ? 1 : Math.floor((value * 255) / 65535)));
}
