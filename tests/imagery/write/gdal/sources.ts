import type { SampleType } from '../../../../server/src/imagery/image.ts';

/** An image that GDAL makes. */
export type GdalSource = {
  readonly name: string;
  readonly type: SampleType;
  readonly bands: number;
  readonly width: number;
  readonly height: number;
  readonly validity: 'all' | 'mask' | 'nodata' | 'alpha';
  readonly nodata?: number | 'nan';
  readonly driver: 'GTiff' | 'COG';
  readonly options: readonly string[];
  readonly overviews?: readonly number[];
};

const usual = { type: 'uint8', bands: 3, width: 830, height: 650, validity: 'all' } as const;

const tiled = (size: number, ...more: string[]) => ['TILED=YES', `BLOCKXSIZE=${size}`, `BLOCKYSIZE=${size}`, ...more];
const cog = (compression: string, size: number, ...more: string[]) => [
  `COMPRESS=${compression}`,
  `BLOCKSIZE=${size}`,
  'OVERVIEW_RESAMPLING=AVERAGE',
  ...more,
];

type Given = Partial<GdalSource> & Pick<GdalSource, 'name' | 'driver' | 'options'>;
const source = (given: Given): GdalSource => ({ ...usual, ...given });

/** Whose tiles can be copied as they are. */
export const deflateCogs: readonly GdalSource[] = [
  source({ name: 'cog', driver: 'COG', options: cog('DEFLATE', 256) }),
  source({ name: 'cog-predicted', driver: 'COG', options: cog('DEFLATE', 256, 'PREDICTOR=YES') }),
  source({ name: 'cog-512', driver: 'COG', options: cog('DEFLATE', 512, 'PREDICTOR=YES') }),
  source({ name: 'cog-16', driver: 'COG', type: 'uint16', options: cog('DEFLATE', 256, 'PREDICTOR=YES') }),
  source({ name: 'cog-16-4', driver: 'COG', type: 'uint16', bands: 4, options: cog('DEFLATE', 256) }),
  source({ name: 'cog-1', driver: 'COG', bands: 1, options: cog('DEFLATE', 256) }),
  source({ name: 'cog-mask', driver: 'COG', validity: 'mask', options: cog('DEFLATE', 256) }),
  source({ name: 'cog-nodata', driver: 'COG', validity: 'nodata', nodata: 0, options: cog('DEFLATE', 256) }),
  source({ name: 'cog-big', driver: 'COG', options: cog('DEFLATE', 256, 'BIGTIFF=YES') }),
];

/** Every other way in which an image may be stored. */
export const otherSources: readonly GdalSource[] = [
  source({ name: 'tiles', driver: 'GTiff', options: tiled(256, 'COMPRESS=DEFLATE') }),
  source({ name: 'tiles-overviews', driver: 'GTiff', options: tiled(256, 'COMPRESS=DEFLATE'), overviews: [2, 4] }),
  source({ name: 'strips', driver: 'GTiff', options: ['COMPRESS=DEFLATE'] }),
  source({ name: 'plain-strips', driver: 'GTiff', options: [], type: 'uint16', bands: 1 }),
  source({ name: 'planes', driver: 'GTiff', options: tiled(256, 'COMPRESS=DEFLATE', 'INTERLEAVE=BAND') }),
  source({ name: 'lzw', driver: 'GTiff', options: tiled(512, 'COMPRESS=LZW', 'PREDICTOR=2'), bands: 4 }),
  source({ name: 'plain', driver: 'GTiff', options: tiled(256), type: 'uint16' }),
  source({
    name: 'big-endian',
    driver: 'GTiff',
    type: 'uint16',
    options: tiled(256, 'COMPRESS=DEFLATE', 'PREDICTOR=2', 'ENDIANNESS=BIG'),
  }),
  source({ name: 'big-tiff', driver: 'GTiff', options: tiled(256, 'COMPRESS=DEFLATE', 'BIGTIFF=YES') }),
  source({
    name: 'nodata-7',
    driver: 'GTiff',
    type: 'uint16',
    validity: 'nodata',
    nodata: 7,
    options: tiled(256, 'COMPRESS=DEFLATE'),
    overviews: [2],
  }),
  source({ name: 'nodata-1', driver: 'GTiff', bands: 1, validity: 'nodata', nodata: 0, options: ['COMPRESS=LZW'] }),
  source({ name: 'mask', driver: 'GTiff', type: 'uint16', validity: 'mask', options: tiled(256, 'COMPRESS=LZW') }),
  source({ name: 'alpha', driver: 'GTiff', validity: 'alpha', options: tiled(256, 'COMPRESS=DEFLATE', 'ALPHA=YES') }),
  source({
    name: 'alpha-16',
    driver: 'GTiff',
    type: 'uint16',
    bands: 1,
    validity: 'alpha',
    options: tiled(512, 'COMPRESS=DEFLATE', 'ALPHA=YES'),
  }),
];

/** Signed, 32 bits and floating point: the first ones can be copied. */
export const wideSources: readonly GdalSource[] = [
  source({
    name: 'cog-float',
    driver: 'COG',
    type: 'float32',
    bands: 1,
    validity: 'nodata',
    nodata: 'nan',
    options: cog('DEFLATE', 256, 'PREDICTOR=YES'),
  }),
  source({
    name: 'cog-int16',
    driver: 'COG',
    type: 'int16',
    bands: 1,
    validity: 'nodata',
    nodata: -32_768,
    options: cog('DEFLATE', 256, 'PREDICTOR=YES'),
  }),
  source({
    name: 'float-marked',
    driver: 'GTiff',
    type: 'float32',
    validity: 'nodata',
    nodata: -9999,
    options: tiled(256, 'COMPRESS=DEFLATE', 'PREDICTOR=2'),
  }),
  source({
    name: 'float-planes',
    driver: 'GTiff',
    type: 'float32',
    validity: 'nodata',
    nodata: 'nan',
    options: tiled(256, 'COMPRESS=LZW', 'PREDICTOR=3', 'INTERLEAVE=BAND'),
  }),
  source({ name: 'int16-mask', driver: 'GTiff', type: 'int16', validity: 'mask', options: tiled(256, 'COMPRESS=LZW') }),
  source({ name: 'int32', driver: 'GTiff', type: 'int32', options: ['COMPRESS=ZSTD', 'PREDICTOR=2'] }),
  source({ name: 'uint32', driver: 'GTiff', type: 'uint32', bands: 4, options: tiled(256, 'ENDIANNESS=BIG') }),
];

export const jpegSources: readonly GdalSource[] = [
  source({ name: 'jpeg-75', driver: 'COG', options: cog('JPEG', 256, 'QUALITY=75') }),
  source({ name: 'jpeg-85', driver: 'COG', options: cog('JPEG', 512, 'QUALITY=85') }),
  source({ name: 'jpeg-95', driver: 'COG', options: cog('JPEG', 256, 'QUALITY=95') }),
  source({ name: 'jpeg-mask', driver: 'COG', validity: 'mask', options: cog('JPEG', 256, 'QUALITY=85') }),
  source({ name: 'jpeg-grey', driver: 'COG', bands: 1, options: cog('JPEG', 256, 'QUALITY=85') }),
];
