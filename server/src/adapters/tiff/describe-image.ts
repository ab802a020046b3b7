import type { Band, BandColor, ImageInfo, SampleType, Validity } from '../../imagery/image.ts';
import { limitsOf } from '../../imagery/sample-values.ts';
import { type GdalMetadata, parseGdalMetadata } from './gdal-metadata.ts';
import { rawGeoKeys } from './georeference/geo-keys.ts';
import { readGeoreference } from './georeference/read-georeference.ts';
import type { RangeSource } from './sources/range-source.ts';
import type { Directory } from './structure/directory.ts';
import type { StoredLevel } from './structure/levels.ts';
import type { StoredGrid } from './structure/stored-grid.ts';
import { tag } from './structure/tags.ts';
import { numbersOf, textOf } from './structure/values.ts';

/** All that is known of a file before any block is read. */
export function describeImage(
  source: RangeSource,
  first: Directory,
  levels: readonly StoredLevel[],
): Omit<ImageInfo, 'isCloudOptimized'> {
  const { grid, layout } = levels[0]!.pixels;
  const gdal = { metadata: textOf(first, tag.gdalMetadata), nodata: textOf(first, tag.gdalNodata) };
  const metadata = parseGdalMetadata(gdal.metadata);
  const bands = describeBands(first, levels[0]!.pixels, metadata);
  const alpha = bands.findLastIndex(({ color }) => color === 'alpha');
  const { sampleType } = layout;
  const nodata = readNodata(gdal.nodata, sampleType);
  const dateTime = textOf(first, tag.dateTime);
  const hasMask = levels[0]!.mask !== null;
  const validity: Validity = hasMask ? 'mask' : alpha !== -1 ? 'alpha' : nodata !== null ? 'nodata' : 'all';
  return {
    location: source.location,
    byteLength: source.byteLength,
    width: grid.width,
    height: grid.height,
    sampleType,
    bands,
    alphaBand: alpha === -1 ? null : alpha,
    validity,
    nodata,
    ...readGeoreference(first),
    geoKeys: rawGeoKeys(first),
    metadata: metadata.file,
    ...(dateTime === null ? {} : { dateTime }),
    gdal,
    levels: levels.map(({ pixels, mask }) => ({ ...pixels.grid, mask: mask?.grid ?? null })),
  };
}

/** A value that no sample can have marks nothing; what is not a number is no data, whether a file says so or not. */
function readNodata(text: string | null, sampleType: SampleType): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : numberIn(text.trim());
  const { lowest, highest, isWhole } = limitsOf(sampleType);
  if (!isWhole) return Math.fround(value);
  return Number.isInteger(value) && value >= lowest && value <= highest ? value : null;
}

const infinity = /^([+-]?)inf(?:inity)?$/i;

/** As GDAL writes it. */
const numberIn = (text: string) => Number(text.replace(infinity, '$1Infinity'));

const colorNames: readonly BandColor[] = ['grey', 'red', 'green', 'blue', 'alpha'];

/** What GDAL noted of a band's colour goes before what the TIFF tags say. */
function describeBands(first: Directory, { grid, layout }: StoredGrid, metadata: GdalMetadata): readonly Band[] {
  const extra = numbersOf(first, tag.extraSamples) ?? [];
  const base: readonly BandColor[] = grid.encoding.photometric === 'grey' ? ['grey'] : ['red', 'green', 'blue'];
  const start = layout.samplesPerPixel - extra.length;
  return Array.from({ length: layout.samplesPerPixel }, (_, index) => {
    const own = metadata.bands.get(index);
    const tagged = base[index] ?? (isAlphaSample(extra[index - start]) ? 'alpha' : 'undefined');
    const color = own === undefined || own.color === null ? tagged : namedColor(own.color);
    return { name: own?.name ?? null, color, metadata: own?.items ?? {} };
  });
}

const namedColor = (name: string): BandColor =>
  colorNames.find((color) => color === name.replace('gray', 'grey')) ?? 'undefined';

/** Associated (1) or not (2): both say what the pixel covers. */
const isAlphaSample = (kind: number | undefined) => kind === 1 || kind === 2;
