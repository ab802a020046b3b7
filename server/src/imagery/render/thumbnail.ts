import type { ImageInfo } from '../image.ts';
import { type Pixels, samplesOf } from '../pixels.ts';
import { limitsIn, settled } from '../sample-values.ts';
import type { OpenImage, Picture } from '../ports.ts';
import { chooseBands } from './choose-bands.ts';
import type { BandFacts, Look } from './look.ts';
import { paint } from './paint.ts';
import { type KnownRanges, valueRanges } from './value-ranges.ts';

export type ThumbnailOptions = Partial<Look> & {
  readonly facts?: readonly BandFacts[];
  readonly known?: KnownRanges;
  readonly signal?: AbortSignal;
};

/** The whole image as it lies in its file, made smaller by averages, never larger. */
export async function thumbnailOf(
  image: OpenImage,
  longestSide: number,
  { bands: wanted = null, rescale = null, facts = [], known = new Map(), signal }: ThumbnailOptions = {},
): Promise<Picture> {
  const { info } = image;
  const bands = chooseBands(info, facts, wanted);
  const ranges = await valueRanges(image, bands, facts, rescale, known);
  return paint(await shrunk(image, bands, Math.min(longestSide, Math.max(info.width, info.height)), signal), ranges);
}

/** The smallest level that is not smaller than what is wanted. */
function levelFor({ levels }: ImageInfo, longestSide: number): number {
  const enough = levels.filter(({ width, height }) => Math.max(width, height) >= longestSide);
  return Math.max(0, enough.length - 1);
}

async function shrunk(
  image: OpenImage,
  bands: readonly number[],
  longestSide: number,
  signal: AbortSignal | undefined,
): Promise<Pixels> {
  const { info } = image;
  const level = levelFor(info, longestSide);
  const grid = info.levels[level]!;
  const scale = longestSide / Math.max(info.width, info.height);
  const [width, height] = [info.width, info.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const length = width * height * bands.length;
  const samples = samplesOf(info.sampleType, length);
  const mask = info.validity === 'all' ? null : new Uint8Array(width * height);
  const rowsAtOnce = Math.max(1, Math.floor((grid.blockHeight * height) / grid.height));
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    const [first, last] = [startOf(top, height, grid.height), endOf(top + rows - 1, height, grid.height)];
    const window = { column: 0, row: first, width: grid.width, height: last - first };
    const read = await image.readPixels(level, window, { bands, signal });
    for (let row = top; row < top + rows; row++) {
      const [from, to] = [startOf(row, height, grid.height) - first, endOf(row, height, grid.height) - first];
      averageRow(read, from, to, { samples, mask, width, row });
    }
  }
  return { width, height, bands, samples, mask };
}

const startOf = (index: number, count: number, length: number) => Math.floor((index * length) / count);
const endOf = (index: number, count: number, length: number) =>
  Math.max(startOf(index, count, length) + 1, startOf(index + 1, count, length));

type Target = Pick<Pixels, 'samples' | 'mask' | 'width'> & { readonly row: number };

/** Averages of the pixels that hold data; a pixel that has any is data itself. */
function averageRow({ samples, mask, width, bands }: Pixels, from: number, to: number, target: Target): void {
  const count = bands.length;
  const limits = limitsIn(target.samples);
  const sums = new Float64Array(count);
  for (let column = 0; column < target.width; column++) {
    sums.fill(0);
    let [seen, opacity] = [0, 0];
    const [left, right] = [startOf(column, target.width, width), endOf(column, target.width, width)];
    for (let row = from; row < to; row++) {
      for (let pixel = row * width + left; pixel < row * width + right; pixel++) {
        const alpha = mask === null ? 255 : mask[pixel]!;
        if (alpha === 0) continue;
        seen += 1;
        opacity += alpha;
        for (let band = 0; band < count; band++) sums[band]! += samples[pixel * count + band]!;
      }
    }
    const place = target.row * target.width + column;
    if (seen === 0) continue;
    for (let band = 0; band < count; band++) target.samples[place * count + band] = settled(sums[band]! / seen, limits);
    if (target.mask !== null) target.mask[place] = Math.round(opacity / seen);
  }
}
