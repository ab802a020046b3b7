import { type ImageInfo, dataBands } from '../image.ts';
import { type Samples, samplesOf } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';

/** A small picture of the whole image: every pixel of it stands for `columnStep` by `rowStep` pixels. */
export type ImageSample = {
  /** The image that it is of. */
  readonly of: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
  readonly columnStep: number;
  readonly rowStep: number;
  readonly bands: readonly number[];
  readonly samples: Samples;
  /** 0 where there is no data; null where there is some everywhere. */
  readonly mask: Uint8Array | null;
};

const longestSide = 1024;

/** Pixels at even distances from the smallest level that has enough of them, read some rows at a time. */
export async function sampleImage(image: OpenImage, signal?: AbortSignal): Promise<ImageSample> {
  const { info } = image;
  const level = levelFor(info);
  const grid = info.levels[level]!;
  const step = Math.max(1, Math.ceil(Math.max(grid.width, grid.height) / longestSide));
  const [width, height] = [Math.ceil(grid.width / step), Math.ceil(grid.height / step)];
  const bands = dataBands(info);
  const length = width * height * bands.length;
  const samples = samplesOf(info.sampleType, length);
  const mask = info.validity === 'all' ? null : new Uint8Array(width * height);
  const rowsAtOnce = Math.ceil(grid.blockHeight / step);
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    const first = top * step;
    const window = { column: 0, row: first, width: grid.width, height: Math.min(grid.height - first, rows * step) };
    const read = await image.readPixels(level, window, { bands, step, signal });
    samples.set(read.samples, top * width * bands.length);
    mask?.set(read.mask!, top * width);
  }
  const [columnStep, rowStep] = [(step * info.width) / grid.width, (step * info.height) / grid.height];
  const of = { width: info.width, height: info.height };
  const isFull = mask === null || !mask.includes(0);
  return { of, width, height, columnStep, rowStep, bands, samples, mask: isFull ? null : mask };
}

function levelFor({ levels }: ImageInfo): number {
  const enough = levels.filter(({ width, height }) => Math.max(width, height) >= longestSide / 2);
  return Math.max(0, enough.length - 1);
}
