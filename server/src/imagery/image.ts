import type { Crs, PixelToWorld } from './georeference.ts';

export type SampleType = 'uint8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32';

export type Compression = 'none' | 'jpeg' | 'deflate' | 'lzw' | 'zstd';

export type BandColor = 'grey' | 'red' | 'green' | 'blue' | 'alpha' | 'undefined';

export type Band = {
  readonly name: string | null;
  readonly color: BandColor;
  readonly metadata: Readonly<Record<string, string>>;
};

/** What says which pixels hold data. */
export type Validity = 'mask' | 'alpha' | 'nodata' | 'all';

/** How the blocks of a level are stored: all that is needed to decode one, or to copy it into another file. */
export type Encoding = {
  readonly compression: Compression;
  readonly predictor: 1 | 2 | 3;
  /** 1 is for masks alone. */
  readonly bitsPerSample: 1 | 8 | 16 | 32;
  readonly photometric: 'grey' | 'rgb' | 'ycbcr' | 'mask';
  /** `planes`: a block holds one band, and there is one set of blocks for each band. */
  readonly arrangement: 'pixels' | 'planes';
  readonly byteOrder: 'little' | 'big';
  /** Tables that abbreviated JPEG blocks need (TIFF tag 347). */
  readonly jpegTables: Uint8Array | null;
  readonly chromaSubsampling: readonly [number, number];
};

/** One grid of blocks. A strip is a block as wide as the image. */
export type BlockGrid = {
  readonly width: number;
  readonly height: number;
  readonly isTiled: boolean;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly columns: number;
  readonly rows: number;
  readonly encoding: Encoding;
};

/** The full resolution (level 0) or an overview, largest first. */
export type Level = BlockGrid & { readonly mask: BlockGrid | null };

/** The tags of a file that say its coordinate system, as they stand. */
export type RawGeoKeys = {
  readonly directory: readonly number[];
  readonly doubles: readonly number[];
  readonly ascii: string;
};

export type ImageInfo = {
  readonly location: string;
  readonly byteLength: number;
  readonly width: number;
  readonly height: number;
  readonly sampleType: SampleType;
  readonly bands: readonly Band[];
  readonly alphaBand: number | null;
  readonly validity: Validity;
  readonly nodata: number | null;
  readonly crs: Crs | null;
  readonly pixelToWorld: PixelToWorld | null;
  readonly geoKeys: RawGeoKeys | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** What TIFF's own tag says of when the image was made, as it is written there. */
  readonly dateTime?: string;
  /** The texts of GDAL's own tags as they stand, for a writer that keeps them. */
  readonly gdal: { readonly metadata: string | null; readonly nodata: string | null };
  readonly levels: readonly Level[];
  /** Tiled, with overviews where it is large, and its directories before its pixels: cheap to read from afar. */
  readonly isCloudOptimized: boolean;
};

/** By their index in the file: all but an alpha band. */
export const dataBands = ({ bands, alphaBand }: Pick<ImageInfo, 'bands' | 'alphaBand'>): readonly number[] =>
  [...bands.keys()].filter((band) => band !== alphaBand);

/** Images of one kind can be laid together. */
export const kindOf = (info: Pick<ImageInfo, 'bands' | 'alphaBand' | 'sampleType'>): string =>
  `${dataBands(info).length} bands of ${info.sampleType}`;
