import type { ImageSample } from './sample-image.ts';

/** The values of a band where there is data, but for those that are no numbers. */
export function dataValues({ samples, mask, bands }: ImageSample, index: number): Float64Array {
  const values = new Float64Array(samples.length / bands.length);
  let count = 0;
  for (let pixel = 0; pixel < values.length; pixel++) {
    const value = samples[pixel * bands.length + index]!;
    if ((mask === null || mask[pixel] !== 0) && Number.isFinite(value)) values[count++] = value;
  }
  return values.subarray(0, count);
}
