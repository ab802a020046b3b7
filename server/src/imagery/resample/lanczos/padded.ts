import { type PixelWindow, type Pixels, type Samples, samplesLike } from '../../pixels.ts';
import { type Edge, apron, edgesOf } from './weights.ts';

/** Source pixels with a full apron around them, also where the image ends. */
export type Padded = {
  /** With the apron. */
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly samples: Samples;
  /** One byte a pixel: 1 data, 0 none, 2 beyond the image; null where all of the image is data. */
  readonly kinds: Uint8Array | null;
  readonly edgeColumns: readonly Edge[];
  readonly edgeRows: readonly Edge[];
};

export const beyond = 2;

/** `inner` without, `read` with as much of the apron as the image has. */
export function padded(inner: PixelWindow, read: PixelWindow, pixels: Pixels): Padded {
  const [width, height] = [inner.width + 2 * apron, inner.height + 2 * apron];
  const [left, top] = [read.column - inner.column + apron, read.row - inner.row + apron];
  const size = {
    width,
    height,
    bands: pixels.bands.length,
    edgeColumns: edgesOf(inner.width, left, width - left - read.width),
    edgeRows: edgesOf(inner.height, top, height - top - read.height),
  };
  const kinds = pixels.mask?.includes(0) === true ? pixels.mask.map((value) => Math.min(value, 1)) : null;
  const isWhole = read.width === width && read.height === height;
  if (isWhole) return { ...size, samples: pixels.samples, kinds };
  const at = { left, top, width, height };
  const empty = samplesLike(pixels.samples, width * height * size.bands);
  return {
    ...size,
    samples: place(pixels.samples, read.width, size.bands, empty, at),
    kinds: kinds === null ? null : place(kinds, read.width, 1, new Uint8Array(width * height).fill(beyond), at),
  };
}

type Place = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

function place<T extends Samples>(from: T, columns: number, bands: number, into: T, { left, top, width }: Place): T {
  const line = columns * bands;
  for (let row = 0; row * line < from.length; row++) {
    into.set(from.subarray(row * line, (row + 1) * line), ((top + row) * width + left) * bands);
  }
  return into;
}
