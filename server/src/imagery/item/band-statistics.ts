import type { ImageSample } from './sample-image.ts';

export type BandStatistics = {
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly stddev: number;
  readonly valid_percent: number;
};

/** Of the pixels that hold data, estimated from the sample; null for a band without any. */
export function bandStatistics(
  { samples, mask, bands, width, height }: ImageSample,
  index: number,
): BandStatistics | null {
  const pixels = width * height;
  let [count, sum, squares, minimum, maximum] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let pixel = 0; pixel < pixels; pixel++) {
    if (mask !== null && mask[pixel] === 0) continue;
    const value = samples[pixel * bands.length + index]!;
    count += 1;
    sum += value;
    squares += value * value;
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  if (count === 0) return null;
  const mean = sum / count;
  const stddev = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { minimum, maximum, mean: round(mean), stddev: round(stddev), valid_percent: round((100 * count) / pixels) };
}

const round = (value: number) => Number(value.toFixed(3));
