/** The numbers of the tags that are read. */
export const tag = {
  newSubfileType: 254,
  subfileType: 255,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  dateTime: 306,
  predictor: 317,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  yCbCrSubsampling: 530,
  modelPixelScale: 33550,
  modelTiepoint: 33922,
  modelTransformation: 34264,
  geoKeyDirectory: 34735,
  geoDoubleParams: 34736,
  geoAsciiParams: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
} as const;

const known: ReadonlySet<number> = new Set(Object.values(tag));

export const isKnownTag = (number: number): boolean => known.has(number);

/** Read one by one when a block is asked for: they can be larger than all the rest. */
export const blockTableTags: ReadonlySet<number> = new Set([
  tag.stripOffsets,
  tag.stripByteCounts,
  tag.tileOffsets,
  tag.tileByteCounts,
]);

/** No file needs more for one tag; a count beyond it is a lie. */
export const maxTagBytes = (number: number): number => (number === tag.gdalMetadata ? 1 << 20 : 1 << 17);
