import type { Samples } from '../../../server/src/imagery/pixels.ts';
import { pack } from './encode-block.ts';
import { type ImageToMake, directoryOf, double, long, plainImage, short } from './make-image.ts';
import { type DirectoryToWrite, type FieldToWrite, buildTiff } from './tiff-builder.ts';

/** UTM zone 33, half a metre a pixel. */
export const groundFields: Readonly<Record<number, FieldToWrite>> = {
  33550: double(0.5, 0.5, 0),
  33922: double(0, 0, 0, 500_000, 5_400_000, 0),
  34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633),
};

export const groundedImage: ImageToMake = {
  ...plainImage,
  packing: 'adobe-deflate',
  predictor: 2,
  blocks: [128, 128],
  fields: groundFields,
};

export type LevelToMake = {
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
  /** 0 or 255 a pixel. */
  readonly mask?: Uint8Array;
};

/** An image with overviews and masks of its own choosing: the full resolution first. */
export function sourceTiff(image: ImageToMake, levels: readonly LevelToMake[]): Buffer {
  const directories = levels.flatMap(({ width, height, samples, mask }, level) => {
    const fields = level === 0 ? image.fields : { 254: long(1) };
    const pixels = directoryOf({ ...image, width, height, ...(fields === undefined ? {} : { fields }) }, samples);
    return mask === undefined ? [pixels] : [pixels, maskDirectory(image, width, height, mask, level)];
  });
  return buildTiff({ order: image.order, isBig: image.isBig, directories });
}

function maskDirectory(
  { blocks }: ImageToMake,
  width: number,
  height: number,
  mask: Uint8Array,
  level: number,
): DirectoryToWrite {
  if (typeof blocks === 'number') throw new Error('masks are made in tiles');
  const [across, down] = blocks;
  const encoded: Uint8Array[] = [];
  for (let top = 0; top < height; top += down) {
    for (let left = 0; left < width; left += across) {
      const bits = new Uint8Array((across / 8) * down);
      for (let row = top; row < Math.min(height, top + down); row++) {
        for (let column = left; column < Math.min(width, left + across); column++) {
          const at = (row - top) * across + column - left;
          if (mask[row * width + column] !== 0) bits[at >> 3]! |= 128 >> (at & 7);
        }
      }
      encoded.push(pack(bits, 'adobe-deflate'));
    }
  }
  const fields = {
    254: long(level === 0 ? 4 : 5),
    256: long(width),
    257: long(height),
    258: short(1),
    259: short(8),
    262: short(4),
    277: short(1),
    322: long(across),
    323: long(down),
  };
  return { isTiled: true, blocks: encoded, fields };
}
