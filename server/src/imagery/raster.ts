import type { Crs, PixelToWorld } from './georeference.ts';
import type { Band, SampleType } from './image.ts';
import type { PixelWindow, Pixels } from './pixels.ts';

/** Where pixels lie on the ground. */
export type GroundGrid = {
  readonly width: number;
  readonly height: number;
  readonly crs: Crs;
  readonly pixelToWorld: PixelToWorld;
};

/** Pixels that are asked for by window: a level of a file, or what is computed from one. Reads may run at the same time. */
export type Raster = GroundGrid & {
  readonly sampleType: SampleType;
  /** What a read gives, in this order; never an alpha band. */
  readonly bands: readonly Band[];
  /** Whether pixels may hold no data: then every read has a mask. */
  readonly hasMask: boolean;
  readonly nodata: number | null;
  read(window: PixelWindow, signal?: AbortSignal): Promise<Pixels>;
};
