import type { PixelToWorld } from '../georeference.ts';
import { meet } from '../blocks.ts';
import { type PixelWindow, type Pixels, type Samples, samplesLike } from '../pixels.ts';
import { refuseOutside } from '../refuse.ts';
import type { Raster } from '../raster.ts';
import { keepOffNodata } from './canvas.ts';
import { double8 } from './lanczos/double-8.ts';
import { doubleExact } from './lanczos/double-exact.ts';
import { mend } from './lanczos/mend.ts';
import { padded } from './lanczos/padded.ts';
import { apron } from './lanczos/weights.ts';

/** Twice the pixel density by Lanczos-3; the mask is the source's, each pixel four times. */
export function doubled(source: Raster): Raster {
  const size = { width: 2 * source.width, height: 2 * source.height };
  return {
    ...source,
    ...size,
    pixelToWorld: halvePixels(source.pixelToWorld),
    read: async (window, signal) => {
      signal?.throwIfAborted();
      refuseOutside(size, window);
      const inner = sourceOf(window);
      const read = meet(withApron(inner), { column: 0, row: 0, width: source.width, height: source.height })!;
      const pixels = await source.read(read, signal);
      const around = padded(inner, read, pixels);
      const samples = source.sampleType === 'uint8' ? double8(around) : doubleExact(around);
      mend(around, samples, source.nodata ?? 0);
      const whole = { column: 2 * inner.column, row: 2 * inner.row, width: 2 * inner.width, height: 2 * inner.height };
      const cut = cutOut(samples, whole, window, source.bands.length);
      const mask = pixels.mask === null ? null : doubleMask(pixels.mask, read, window);
      if (mask !== null) keepOffNodata({ ...window, bands: source.bands.length, samples: cut, mask }, source.nodata);
      return { width: window.width, height: window.height, bands: pixels.bands, samples: cut, mask } satisfies Pixels;
    },
  };
}

const halvePixels = ([a, b, c, d, e, f]: PixelToWorld): PixelToWorld => [a / 2, b / 2, c, d / 2, e / 2, f];

function sourceOf({ column, row, width, height }: PixelWindow): PixelWindow {
  const [left, top] = [column >> 1, row >> 1];
  return {
    column: left,
    row: top,
    width: ((column + width + 1) >> 1) - left,
    height: ((row + height + 1) >> 1) - top,
  };
}

const withApron = ({ column, row, width, height }: PixelWindow): PixelWindow => ({
  column: column - apron,
  row: row - apron,
  width: width + 2 * apron,
  height: height + 2 * apron,
});

/** A window that begins or ends within a source pixel has a line of the next pixel too many. */
function cutOut(samples: Samples, whole: PixelWindow, window: PixelWindow, bands: number): Samples {
  if (whole.width === window.width && whole.height === window.height) return samples;
  const out = samplesLike(samples, window.width * window.height * bands);
  for (let row = 0; row < window.height; row++) {
    const from = (window.row - whole.row + row) * whole.width + window.column - whole.column;
    out.set(samples.subarray(from * bands, (from + window.width) * bands), row * window.width * bands);
  }
  return out;
}

function doubleMask(mask: Uint8Array, read: PixelWindow, { column, row, width, height }: PixelWindow): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let down = 0; down < height; down++) {
    const line = (((row + down) >> 1) - read.row) * read.width - read.column;
    for (let across = 0; across < width; across++) out[down * width + across] = mask[line + ((column + across) >> 1)]!;
  }
  return out;
}
