import { createHash } from 'node:crypto';
import type { PixelToWorld } from '../../../server/src/imagery/georeference.ts';
import type { PixelWindow, Pixels, Samples } from '../../../server/src/imagery/pixels.ts';
import type { GroundGrid, Raster } from '../../../server/src/imagery/raster.ts';
import { sampleBytes } from '../support/sample-bytes.ts';
import type { MemoryImage } from './image-in-memory.ts';

/** Numbers that look random and are the same every time. */
export function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

export const gridOf = (width: number, height: number, epsg: number, pixelToWorld: PixelToWorld): GroundGrid => ({
  width,
  height,
  crs: { epsg },
  pixelToWorld,
});

type Kind = { readonly bits?: 8 | 16; readonly bands?: number; readonly hasMask?: boolean };

/** Noise on a grid; with a mask, a round hole and single pixels without data. */
export function noiseOn(grid: GroundGrid, { bits = 8, bands = 3, hasMask = false }: Kind = {}): MemoryImage {
  const { width, height } = grid;
  const draw = draws(width * 31 + height);
  const samples = samplesOf(bits, width * height * bands).map(() => draw(2 ** bits));
  const mask = new Uint8Array(width * height).map((_, pixel) => {
    const [x, y] = [(pixel % width) - width / 2, Math.floor(pixel / width) - height / 2];
    return Math.hypot(x, y) < height / 5 || draw(200) === 0 ? 0 : 255;
  });
  return { ...grid, bands, samples, mask: hasMask ? mask : null };
}

export const samplesOf = (bits: 8 | 16, length: number): Samples =>
  bits === 8 ? new Uint8Array(length) : new Uint16Array(length);

export const wholeOf = ({ width, height }: GroundGrid): PixelWindow => ({ column: 0, row: 0, width, height });

/** Cuts a window into about twenty parts of any size. */
export function partition(window: PixelWindow, draw: (below: number) => number): readonly PixelWindow[] {
  const parts = [window];
  for (let cut = 0; cut < 20; cut++) {
    const [{ column, row, width, height }] = parts.splice(draw(parts.length), 1) as [PixelWindow];
    const [right, lower] = [draw(width), draw(height)];
    const isAcross = draw(2) === 0;
    const [left, upper] = isAcross ? [right, height] : [width, lower];
    const pieces = [
      { column, row, width: left, height: upper },
      isAcross
        ? { column: column + left, row, width: width - left, height }
        : { column, row: row + upper, width, height: height - upper },
    ];
    parts.push(...pieces.filter((piece) => piece.width > 0 && piece.height > 0));
  }
  return parts;
}

/** Reads a raster part by part and puts the parts together. */
export async function readInParts(raster: Raster, parts: readonly PixelWindow[]): Promise<Pixels> {
  const { width, height } = raster;
  const bands = raster.bands.length;
  const samples = samplesOf(raster.sampleType === 'uint8' ? 8 : 16, width * height * bands);
  const mask = raster.hasMask ? new Uint8Array(width * height) : null;
  for (const part of parts) {
    const read = await raster.read(part);
    for (let line = 0; line < part.height; line++) {
      const [from, to] = [line * part.width, (part.row + line) * width + part.column];
      samples.set(read.samples.subarray(from * bands, (from + part.width) * bands), to * bands);
      if (mask !== null) mask.set(read.mask!.subarray(from, from + part.width), to);
    }
  }
  return { width, height, bands: [...Array(bands).keys()], samples, mask };
}

/** Short, and different for other pixels. */
export const digest = ({ samples, mask }: Pick<Pixels, 'samples' | 'mask'>): string => {
  const hash = createHash('sha256').update(sampleBytes(samples));
  if (mask !== null) hash.update(mask);
  return hash.digest('hex').slice(0, 32);
};
