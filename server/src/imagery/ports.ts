import type { Crs } from './georeference.ts';
import type { ImageInfo } from './image.ts';
import type { PixelWindow, Pixels } from './pixels.ts';

export type ReadOptions = {
  /** Indexes of bands, from 0; all but an alpha band when absent. */
  readonly bands?: readonly number[];
  /** Asked between blocks, so that nobody decodes for a caller who has left. */
  readonly signal?: AbortSignal;
};

export type BlockAddress = {
  readonly level: number;
  readonly of: 'pixels' | 'mask';
  readonly column: number;
  readonly row: number;
  /** The band, where blocks hold one band each; else 0. */
  readonly plane: number;
};

/** A file that is open for reading; reads may run at the same time. */
export type OpenImage = {
  readonly info: ImageInfo;
  readPixels(level: number, window: PixelWindow, options?: ReadOptions): Promise<Pixels>;
  /** The stored bytes, still compressed (not to be changed: they may be shared); null where a sparse file has none. */
  readStoredBlock(address: BlockAddress): Promise<Uint8Array | null>;
  close(): Promise<void>;
};

/** Opens imagery by location: a path, `file://`, `http(s)://` or `s3://bucket/key`. Refuses, by name, what it cannot read. */
export type ImageryReader = { open(location: string): Promise<OpenImage> };

/** A position of one system in another; not finite where it has none there. */
export type Projection = (x: number, y: number) => readonly [number, number];

export type Projections = {
  /** Refuses, by name, a system that it cannot compute. */
  between(from: Crs, to: Crs): Projection;
};
