import type { Samples } from '../../../server/src/imagery/pixels.ts';
import { type Packing, compressionCodes, encodeBlock } from './encode-block.ts';
import { type DirectoryToWrite, type FieldToWrite, buildTiff } from './tiff-builder.ts';

export type ImageToMake = {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16;
  readonly packing: Packing;
  readonly predictor: 1 | 2;
  readonly arrangement: 'pixels' | 'planes';
  /** Width and height of tiles, or the rows of a strip. */
  readonly blocks: readonly [number, number] | number;
  readonly order: 'little' | 'big';
  readonly isBig: boolean;
  readonly fields?: Readonly<Record<number, FieldToWrite>>;
};

export const plainImage: ImageToMake = {
  width: 50,
  height: 37,
  bands: 3,
  bits: 8,
  packing: 'none',
  predictor: 1,
  arrangement: 'pixels',
  blocks: [16, 16],
  order: 'little',
  isBig: false,
};

/** Every sample differs from its neighbours and from the same place in another band. */
export function drawSamples({ width, height, bands, bits }: ImageToMake): Samples {
  const samples = bits === 8 ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
  for (let at = 0; at < samples.length; at++) {
    const [band, pixel] = [at % bands, Math.floor(at / bands)];
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    samples[at] =
      row % 11 === 5 ? band * 40 : (column * 7 + row * 131 + band * 1999 + ((column * row) % 17) * 257) % 65_521;
  }
  return samples;
}

export const short = (...values: number[]): FieldToWrite => ({ type: 3, values });
export const long = (...values: number[]): FieldToWrite => ({ type: 4, values });
export const ascii = (text: string): FieldToWrite => ({ type: 2, values: [...Buffer.from(`${text}\0`)] });
export const double = (...values: number[]): FieldToWrite => ({ type: 12, values });

export function directoryOf(image: ImageToMake, samples: Samples): DirectoryToWrite {
  const { width, height, bands, bits, blocks } = image;
  const isTiled = typeof blocks !== 'number';
  const [blockWidth, blockHeight] = isTiled ? blocks : [width, blocks];
  const inBlock =
    image.arrangement === 'planes' ? [...Array(bands).keys()].map((band) => [band]) : [[...Array(bands).keys()]];
  const encoded: Uint8Array[] = [];
  for (const chosen of inBlock) {
    for (let top = 0; top < height; top += blockHeight) {
      for (let left = 0; left < width; left += blockWidth) {
        const rows = isTiled ? blockHeight : Math.min(blockHeight, height - top);
        const block = cut(image, samples, chosen, { left, top, columns: blockWidth, rows });
        encoded.push(encodeBlock(block, { ...image, rowLength: blockWidth * chosen.length, bands: chosen.length }));
      }
    }
  }
  const fields = {
    256: long(width),
    257: long(height),
    258: short(...Array<number>(bands).fill(bits)),
    259: short(compressionCodes[image.packing]),
    262: short(bands >= 3 ? 2 : 1),
    277: short(bands),
    284: short(image.arrangement === 'planes' ? 2 : 1),
    317: short(image.predictor),
    ...(isTiled ? { 322: long(blockWidth), 323: long(blockHeight) } : { 278: long(blockHeight) }),
    ...image.fields,
  };
  return { isTiled, blocks: encoded, fields };
}

type Cut = { readonly left: number; readonly top: number; readonly columns: number; readonly rows: number };

/** What sticks out of the image is filled with 77, which nobody should see again. */
function cut({ width, height, bands }: ImageToMake, samples: Samples, chosen: readonly number[], at: Cut): Samples {
  const length = at.columns * at.rows * chosen.length;
  const out = samples instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length);
  let place = 0;
  for (let row = at.top; row < at.top + at.rows; row++) {
    for (let column = at.left; column < at.left + at.columns; column++) {
      const isInside = row < height && column < width;
      for (const band of chosen) out[place++] = isInside ? samples[(row * width + column) * bands + band]! : 77;
    }
  }
  return out;
}

export const makeTiff = (image: ImageToMake, ...more: DirectoryToWrite[]): Buffer =>
  buildTiff({ order: image.order, isBig: image.isBig, directories: [directoryOf(image, drawSamples(image)), ...more] });
