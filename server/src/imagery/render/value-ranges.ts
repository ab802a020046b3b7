import { PlatformError } from '../../shared/errors.ts';
import { dataValues } from '../item/data-values.ts';
import { type ImageSample, sampleImage } from '../item/sample-image.ts';
import { isNarrow } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';
import type { BandFacts, BandMoments, ValueRange } from './look.ts';

/** Of a normal distribution, the share of 2 % lies beyond this many standard deviations. */
const deviations = 2.054;
const darkestShare = 0.02;

/** The image's own ranges are worth keeping: they may need a look at all of it. */
export type KnownRanges = Map<number, ValueRange>;

/** The range of each band; null where samples are shown as they are. */
export async function valueRanges(
  image: OpenImage,
  bands: readonly number[],
  facts: readonly BandFacts[],
  rescale: readonly ValueRange[] | null,
  known: KnownRanges,
): Promise<readonly ValueRange[] | null> {
  if (rescale !== null) return givenRanges(bands, rescale);
  if (image.info.sampleType === 'uint8') return null;
  if (bands.some((band) => !known.has(band) && momentsOf(facts, band) === null)) await lookAt(image, known);
  return bands.map((band) => {
    const moments = momentsOf(facts, band);
    return moments === null ? known.get(band)! : rangeOfMoments(moments);
  });
}

function givenRanges(bands: readonly number[], rescale: readonly ValueRange[]): readonly ValueRange[] {
  if (rescale.length !== 1 && rescale.length !== bands.length)
    throw new PlatformError('invalid_parameters', `'rescale' must have one range, or one for each of ${bands.length}`);
  return bands.map((_, index) => rescale[rescale.length === 1 ? 0 : index]!);
}

const momentsOf = (facts: readonly BandFacts[], band: number) => facts[band]?.statistics ?? null;

const rangeOfMoments = ({ minimum, maximum, mean, stddev }: BandMoments): ValueRange =>
  widened(Math.max(minimum, mean - deviations * stddev), Math.min(maximum, mean + deviations * stddev));

async function lookAt(image: OpenImage, known: KnownRanges): Promise<void> {
  const sample = await sampleImage(image);
  sample.bands.forEach((band, index) => known.set(band, rangeOfSample(sample, index)));
}

/** Between the darkest and the brightest 2 % of the pixels that hold data. */
function rangeOfSample(sample: ImageSample, index: number): ValueRange {
  const { samples, mask, bands } = sample;
  if (!isNarrow(samples)) return rangeOf(dataValues(sample, index));
  const counts = new Uint32Array(65_536);
  let total = 0;
  for (let pixel = 0; pixel * bands.length < samples.length; pixel++) {
    if (mask !== null && mask[pixel] === 0) continue;
    counts[samples[pixel * bands.length + index]!]!++;
    total += 1;
  }
  const [low, high] = [valueAt(counts, darkestShare * total), valueAt(counts, (1 - darkestShare) * total)];
  return total === 0 ? [0, 65_535] : widened(low, high);
}

function rangeOf(values: Float64Array): ValueRange {
  const sorted = values.sort();
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  return widened(at(darkestShare), at(1 - darkestShare));
}

function valueAt(counts: Uint32Array, rank: number): number {
  let passed = 0;
  for (let value = 0; value < counts.length; value++) {
    passed += counts[value]!;
    if (passed > rank) return value;
  }
  return counts.length - 1;
}

/** A constant band is neither black nor white all over. */
const widened = (low: number, high: number): ValueRange => (high > low ? [low, high] : [low - 1, low + 1]);
