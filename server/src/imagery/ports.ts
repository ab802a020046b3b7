import type { Crs } from './georeference.ts';
import type { ImageInfo } from './image.ts';
import type { PixelWindow, Pixels } from './pixels.ts';
import type { GroundGrid } from './raster.ts';
import type { BandFacts, Look } from './render/look.ts';

export type ReadOptions = {
  /** Indexes of bands, from 0; all but an alpha band when absent. None gives the mask alone, where the file has one. */
  readonly bands?: readonly number[];
  /** Of every so many columns and rows the middle one alone, counted from where the window begins; all when absent. */
  readonly step?: number;
  /** Asked between blocks, so that nobody decodes for a caller who has left. */
  readonly signal?: AbortSignal | undefined;
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
  /** How many bytes that would be, without reading them. */
  storedBlockLength(address: BlockAddress): Promise<number | null>;
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

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** Eight bits a sample, interleaved: grey, grey and alpha, RGB, or RGB and alpha. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly samples: Uint8Array;
};

/** Pixels as a file for browsers; JPEG, which has no alpha, on white. */
export type PictureEncoder = { encode(picture: Picture, format: PictureFormat): Promise<Uint8Array> };

/** An image, and what its item says of its bands. */
export type PictureSource = { readonly location: string; readonly bands: readonly BandFacts[] };

/** Equal keys are equal pictures. */
type PictureJob = Look & { readonly key: string; readonly format: PictureFormat };

/** A part of the ground; of sources that overlap, the first that has data there shows. */
export type GroundPicture = PictureJob & { readonly sources: readonly PictureSource[]; readonly grid: GroundGrid };

/** A whole image as it lies in its file. */
export type Thumbnail = PictureJob & { readonly source: PictureSource; readonly longestSide: number };

/** Draws away from the thread that answers requests; `unavailable` where too many wait already. */
export type Pictures = {
  ofGround(job: GroundPicture, signal?: AbortSignal): Promise<Uint8Array>;
  ofImage(job: Thumbnail, signal?: AbortSignal): Promise<Uint8Array>;
};

export type LocalFile = {
  readonly byteLength: number;
  /** Another text for another content. */
  readonly version: string;
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Files of the archive by path or `file://`; refuses what lies elsewhere. */
export type LocalFiles = { open(location: string): Promise<LocalFile> };
