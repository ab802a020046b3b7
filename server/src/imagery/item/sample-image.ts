import { type ImageInfo, type Level, dataBands } from '../image.ts';
import { type Samples, bytesPerSample, samplesOf } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';
import { readSpread } from './read-spread.ts';
import { spreadBlocks } from './spread-blocks.ts';

/** A small picture of the whole image: every pixel of it stands for `columnStep` by `rowStep` pixels. */
export type ImageSample = {
  /** The image that it is of. */
  readonly of: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
  readonly columnStep: number;
  readonly rowStep: number;
  readonly bands: readonly number[];
  /** Of every pixel, or of some alone where all of a large image holds data. */
  readonly samples: Samples;
  /** 0 where there is no data; null where there is some everywhere. */
  readonly mask: Uint8Array | null;
};

const longestSide = 1024;

/** Pixels at even distances from the smallest level that has enough of them. */
export async function sampleImage(image: OpenImage, signal?: AbortSignal): Promise<ImageSample> {
  const { info } = image;
  const level = levelFor(info);
  const grid = info.levels[level]!;
  const step = Math.max(1, Math.ceil(Math.max(grid.width, grid.height) / longestSide));
  const [width, height] = [Math.ceil(grid.width / step), Math.ceil(grid.height / step)];
  const bands = dataBands(info);
  const [columnStep, rowStep] = [(step * info.width) / grid.width, (step * info.height) / grid.height];
  const of = { width: info.width, height: info.height };
  // Of what is data everywhere the outline is known, and a part tells what values are in it.
  const spread = info.validity === 'all' ? spreadBlocks(grid) : null;
  const read =
    spread === null
      ? await readWhole(image, { level, grid, step, bands, signal })
      : { samples: await readSpread(image, spread, { level, bands, signal }), mask: null };
  return { of, width, height, columnStep, rowStep, bands, ...read };
}

function levelFor({ levels }: ImageInfo): number {
  const enough = levels.filter(({ width, height }) => Math.max(width, height) >= longestSide / 2);
  return Math.max(0, enough.length - 1);
}

type WholeWishes = {
  readonly level: number;
  readonly grid: Level;
  readonly step: number;
  readonly bands: readonly number[];
  readonly signal: AbortSignal | undefined;
};

/** Of the level, before it is made smaller; several images may be looked at at once. */
const bytesAtOnce = 32 << 20;

/** How many columns of the sample are read at once. A strip is unpacked whole, and would be for each part of it. */
function columnsAtOnce({ isTiled, width, blockWidth }: Level, step: number, columnBytes: number): number {
  if (!isTiled) return Math.ceil(width / step);
  return Math.max(Math.ceil(blockWidth / step), Math.floor(bytesAtOnce / (columnBytes * step)));
}

/** All of a level, some rows and columns at a time. */
async function readWhole(
  image: OpenImage,
  { level, grid, step, bands, signal }: WholeWishes,
): Promise<Pick<ImageSample, 'samples' | 'mask'>> {
  const { sampleType, validity } = image.info;
  const [width, height] = [Math.ceil(grid.width / step), Math.ceil(grid.height / step)];
  const samples = samplesOf(sampleType, width * height * bands.length);
  const mask = validity === 'all' ? null : new Uint8Array(width * height);
  const rowsAtOnce = Math.ceil(grid.blockHeight / step);
  const across = columnsAtOnce(grid, step, rowsAtOnce * step * bands.length * bytesPerSample(sampleType));
  for (let top = 0; top < height; top += rowsAtOnce) {
    for (let left = 0; left < width; left += across) {
      const [column, row] = [left * step, top * step];
      const size = {
        width: Math.min(grid.width - column, across * step),
        height: Math.min(grid.height - row, rowsAtOnce * step),
      };
      const read = await image.readPixels(level, { column, row, ...size }, { bands, step, signal });
      for (let line = 0; line < read.height; line++) {
        const [from, to] = [line * read.width, (top + line) * width + left];
        const ofLine = read.samples.subarray(from * bands.length, (from + read.width) * bands.length);
        samples.set(ofLine, to * bands.length);
        mask?.set(read.mask!.subarray(from, from + read.width), to);
      }
    }
  }
  return { samples, mask: mask === null || !mask.includes(0) ? null : mask };
}
