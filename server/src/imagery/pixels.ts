import type { SampleType } from './image.ts';

/** A part of a level, in its own pixels. */
export type PixelWindow = {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
};

const arrays = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
} as const;

export type Samples = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

/** Of so few bits that each value can be counted, and sums of four are whole numbers. */
export const isNarrow = (samples: Samples): samples is Uint8Array | Uint16Array =>
  samples instanceof Uint8Array || samples instanceof Uint16Array;

export const samplesOf = (type: SampleType, length: number): Samples => new arrays[type](length);

/** Memory of another kind as samples, not copied. */
export const samplesIn = (type: SampleType, { buffer, byteOffset, byteLength }: Uint8Array | Samples): Samples =>
  new arrays[type](buffer as ArrayBuffer, byteOffset, byteLength / arrays[type].BYTES_PER_ELEMENT);

export const bytesPerSample = (type: SampleType): number => arrays[type].BYTES_PER_ELEMENT;

const types = Object.keys(arrays) as SampleType[];

export const typeOf = (samples: Samples): SampleType => types.find((type) => samples instanceof arrays[type])!;

/** Empty ones of the same kind. */
export const samplesLike = <T extends Samples>(samples: T, length: number): T =>
  samplesOf(typeOf(samples), length) as T;

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
