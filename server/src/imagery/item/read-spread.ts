import { type BlockPlace, extentOf } from '../blocks.ts';
import { type Samples, samplesOf } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';

/** A block is unpacked whole; of its pixels every second one in each direction tells as much as all. */
const step = 2;

type Wishes = {
  readonly level: number;
  readonly bands: readonly number[];
  readonly signal: AbortSignal | undefined;
};

/** The samples of some blocks of a level, a row of blocks at a time, one block after the other. */
export async function readSpread(
  image: OpenImage,
  spread: readonly (readonly BlockPlace[])[],
  { level, bands, signal }: Wishes,
): Promise<Samples> {
  const grid = image.info.levels[level]!;
  const parts: Samples[] = [];
  for (const places of spread) {
    const read = places.map((place) => image.readPixels(level, extentOf(grid, place), { bands, step, signal }));
    for (const { samples } of await Promise.all(read)) parts.push(samples);
  }
  const all = samplesOf(
    image.info.sampleType,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
