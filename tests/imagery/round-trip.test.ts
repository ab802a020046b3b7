import { describe, expect, test } from 'vitest';
import { type ImageToMake, drawSamples, makeTiff, plainImage } from './support/make-image.ts';
import { openBytes, wholeLevel } from './support/open-bytes.ts';
import { sampleBytes } from './support/sample-bytes.ts';

function* everyKind(): Generator<ImageToMake> {
  for (const packing of ['none', 'deflate', 'adobe-deflate', 'lzw', 'zstd'] as const) {
    for (const bits of [8, 16] as const) {
      for (const bands of packing === 'adobe-deflate' ? [3] : [1, 3, 4, 8]) {
        for (const blocks of [[16, 16], [48, 32], 9, 37] as const) {
          for (const arrangement of ['pixels', 'planes'] as const) {
            for (const order of ['little', 'big'] as const) {
              for (const isBig of [false, true]) {
                const predictor = (bands + (isBig ? 1 : 0)) % 2 === 0 && packing !== 'none' ? 2 : 1;
                yield { ...plainImage, packing, bits, bands, blocks, arrangement, order, isBig, predictor };
              }
            }
          }
        }
      }
    }
  }
}

const kinds = [...everyKind()];

describe('what is written is read again, in every kind of file', () => {
  test.each(['none', 'deflate', 'adobe-deflate', 'lzw', 'zstd'] as const)('%s', async (packing) => {
    const some = kinds.filter((kind) => kind.packing === packing);
    expect(some.length).toBe(packing === 'adobe-deflate' ? 64 : 256);
    for (const kind of some) {
      const image = await openBytes(makeTiff(kind));
      expect(image.info).toMatchObject({ width: 50, height: 37, sampleType: `uint${kind.bits}`, validity: 'all' });
      const { samples, mask } = await image.readPixels(0, wholeLevel(image));
      const isSame = sampleBytes(samples).equals(sampleBytes(drawSamples(kind)));
      expect(isSame, `read again: ${JSON.stringify(kind)}`).toBe(true);
      expect(mask).toBeNull();
    }
  });

  test('LZW over the growth and the clearing of its table', async () => {
    for (const width of [1, 2, 255, 256, 257, 258, 300, 1000, 5000, 20_000]) {
      const kind: ImageToMake = { ...plainImage, width, height: 3, bands: 1, packing: 'lzw', blocks: 3, bits: 16 };
      const image = await openBytes(makeTiff(kind));
      const { samples } = await image.readPixels(0, wholeLevel(image));
      expect(sampleBytes(samples).equals(sampleBytes(drawSamples(kind))), `${width}`).toBe(true);
    }
  });
});
