import type { SampleType } from './image.ts';

/** A part of a level, in its own pixels. */
export type PixelWindow = {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
};

export type Samples = Uint8Array | Uint16Array;

export const samplesOf = (type: SampleType, length: number): Samples =>
  type === 'uint8' ? new Uint8Array(length) : new Uint16Array(length);

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** The bands that were read, in this order, by their index in the image. */
  readonly bands: readonly number[];
  /** Interleaved: all bands of a pixel, then the next pixel, row by row. */
  readonly samples: Samples;
  /** One byte a pixel: 0 no data, 255 data, between them only under an alpha band; null where every pixel is data. */
  readonly mask: Uint8Array | null;
};
