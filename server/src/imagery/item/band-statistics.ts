import { isNarrow } from '../pixels.ts';
import { limitsIn } from '../sample-values.ts';
import { dataValues } from './data-values.ts';
import type { ImageSample } from './sample-image.ts';

export type BandStatistics = {
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly stddev: number;
  readonly valid_percent: number;
};

/** Of the pixels that hold data, estimated from the sample; null for a band without any. */
export function bandStatistics(sample: ImageSample, index: number): BandStatistics | null {
  const pixels = sample.samples.length / sample.bands.length;
  const { samples } = sample;
  if (!isNarrow(samples)) return statisticsOf(sample, index);
  const counts = countsOf(sample, index);
  let [count, sum, squares, minimum, maximum] = [0, 0, 0, -1, -1];
  for (const [value, times] of counts.entries()) {
    if (times === 0) continue;
    if (minimum === -1) minimum = value;
    maximum = value;
    count += times;
    sum += times * value;
    squares += times * value * value;
  }
  if (count === 0) return null;
  const mean = sum / count;
  const stddev = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { minimum, maximum, mean: round(mean), stddev: round(stddev), valid_percent: round((100 * count) / pixels) };
}

/** Of numbers that are too many to be counted by value. */
function statisticsOf(sample: ImageSample, index: number): BandStatistics | null {
  const values = dataValues(sample, index);
  const count = values.length;
  if (count === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const [minimum, maximum] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  const pixels = sample.samples.length / sample.bands.length;
  // Seven digits are what 32 bits hold, wherever the point is.
  const digits = (value: number) => (limitsIn(sample.samples).isWhole ? round(value) : Number(value.toPrecision(7)));
  return {
    minimum: digits(minimum),
    maximum: digits(maximum),
    mean: digits(mean),
    stddev: digits(Math.sqrt(variance)),
    valid_percent: round((100 * count) / pixels),
  };
}

/** How often each value occurs: samples are whole numbers of few bits, and to count is cheaper than to compute. */
function countsOf(
  { samples, mask, bands }: Pick<ImageSample, 'samples' | 'mask' | 'bands'>,
  index: number,
): Uint32Array {
  const counts = new Uint32Array(samples instanceof Uint8Array ? 256 : 65_536);
  const step = bands.length;
  if (mask === null) for (let at = index; at < samples.length; at += step) counts[samples[at]!]!++;
  else
    for (let at = index, pixel = 0; at < samples.length; at += step, pixel++)
      if (mask[pixel] !== 0) counts[samples[at]!]!++;
  return counts;
}

const round = (value: number) => Number(value.toFixed(3));
