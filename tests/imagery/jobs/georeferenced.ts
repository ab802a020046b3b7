import { type ImageToMake, double, makeTiff, plainImage, short } from '../support/make-image.ts';

/** A file in a UTM zone with square pixels. */
export const inZone = (epsg: number, west: number, north: number, size: number, image: Partial<ImageToMake> = {}) =>
  makeTiff({
    ...plainImage,
    width: 600,
    height: 500,
    blocks: [128, 128],
    packing: 'deflate',
    ...image,
    fields: {
      33550: double(size, size, 0),
      33922: double(0, 0, 0, west, north, 0),
      34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg),
      ...image.fields,
    },
  });
