import type { TileGrid } from '../../../imagery/cut/levels.ts';
import type { Band, SampleType } from '../../../imagery/image.ts';
import { bytesPerSample } from '../../../imagery/pixels.ts';
import { sampleFormats } from '../structure/sample-type.ts';
import { tag } from '../structure/tags.ts';
import { type OutField, long, rational, short, text } from './field.ts';
import { gdalMetadataText } from './gdal-text.ts';
import { type Ground, geoFields } from './geo-fields.ts';

/** How all tiles of the file are stored. */
export type TileFormat =
  | { readonly compression: 'jpeg'; readonly subsampling: '4:2:0' | '4:4:4'; readonly quality: number }
  | { readonly compression: 'deflate'; readonly predictor: 1 | 2 | 3 };

/** All that the directories say, but for where the tiles lie. */
export type CogDescription = {
  readonly sampleType: SampleType;
  readonly bands: readonly Band[];
  readonly format: TileFormat;
  readonly ground: Ground;
  readonly nodata: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};

const overviewFlag = 1;
const maskFlag = 4;
const deflate = 8;
const jpeg = 7;
const photometric = { grey: 1, rgb: 2, mask: 4, ycbcr: 6 } as const;
const referenceBlackWhite = 532;

export const isColor = (bands: readonly Band[]) =>
  ['red', 'green', 'blue'].every((color, index) => bands[index]?.color === color);

/** Of the full resolution (level 0) or an overview; the index of tiles is added when they are laid out. */
export function pixelFields(about: CogDescription, grid: TileGrid, level: number): readonly OutField[] {
  const { bands, format, sampleType } = about;
  const base = isColor(bands) ? 3 : 1;
  const color = base === 1 ? photometric.grey : format.compression === 'jpeg' ? photometric.ycbcr : photometric.rgb;
  const extra = bands.length - base;
  return [
    ...(level === 0 ? [] : [long(tag.newSubfileType, overviewFlag)]),
    ...sizeFields(grid),
    short(tag.bitsPerSample, ...bands.map(() => 8 * bytesPerSample(sampleType))),
    short(tag.compression, format.compression === 'jpeg' ? jpeg : deflate),
    short(tag.photometric, color),
    short(tag.samplesPerPixel, bands.length),
    short(tag.planarConfiguration, 1),
    ...(format.compression === 'deflate' ? [short(tag.predictor, format.predictor)] : []),
    ...(extra === 0 ? [] : [short(tag.extraSamples, ...Array.from({ length: extra }, () => 0))]),
    short(tag.sampleFormat, ...bands.map(() => sampleFormats[sampleType])),
    ...(color === photometric.ycbcr ? chromaFields(format) : []),
    ...(level === 0 ? wholeFileFields(about) : []),
  ];
}

function chromaFields(format: TileFormat): readonly OutField[] {
  const isFull = format.compression === 'jpeg' && format.subsampling === '4:4:4';
  return [
    short(tag.yCbCrSubsampling, ...(isFull ? [1, 1] : [2, 2])),
    rational(referenceBlackWhite, 0, 255, 128, 255, 128, 255),
  ];
}

function wholeFileFields({ ground, metadata, bands, nodata }: CogDescription): readonly OutField[] {
  // The tags can say red, green and blue, or grey; anything else is GDAL's to note.
  const isPlain = bands.every(({ color }, i) => color === (isColor(bands) ? ['red', 'green', 'blue'][i] : ['grey'][i]));
  const xml = gdalMetadataText(metadata, bands, !isPlain);
  return [
    ...geoFields(ground),
    ...(xml === null ? [] : [text(tag.gdalMetadata, xml)]),
    ...(nodata === null ? [] : [text(tag.gdalNodata, nodata)]),
  ];
}

export const maskFields = (grid: TileGrid, level: number): readonly OutField[] => [
  long(tag.newSubfileType, level === 0 ? maskFlag : maskFlag | overviewFlag),
  ...sizeFields(grid),
  short(tag.bitsPerSample, 1),
  short(tag.compression, deflate),
  short(tag.photometric, photometric.mask),
  short(tag.samplesPerPixel, 1),
  short(tag.planarConfiguration, 1),
  short(tag.sampleFormat, 1),
];

const sizeFields = ({ width, height, tileSize }: TileGrid): readonly OutField[] => [
  long(tag.imageWidth, width),
  long(tag.imageLength, height),
  short(tag.tileWidth, tileSize),
  short(tag.tileLength, tileSize),
];
