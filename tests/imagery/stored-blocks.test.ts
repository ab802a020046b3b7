import { describe, expect, test } from 'vitest';
import { type ImageToMake, directoryOf, drawSamples, makeTiff, plainImage } from './support/make-image.ts';
import { memorySource, openBytes, wholeLevel } from './support/open-bytes.ts';
import { sampleBytes } from './support/sample-bytes.ts';
import { createByteCache } from '../../server/src/adapters/tiff/byte-cache.ts';
import { createFileBytes } from '../../server/src/adapters/tiff/file-bytes.ts';
import { openTiff } from '../../server/src/adapters/tiff/open-tiff.ts';

describe('blocks as they are stored', () => {
  test.each(['pixels', 'planes'] as const)('%s: every block is the bytes that were written', async (arrangement) => {
    for (const packing of ['none', 'deflate', 'lzw', 'zstd'] as const) {
      const kind: ImageToMake = { ...plainImage, packing, arrangement, bits: 16, order: 'big' };
      const { blocks } = directoryOf(kind, drawSamples(kind));
      const image = await openBytes(makeTiff(kind));
      const { columns, rows, encoding } = image.info.levels[0]!;
      expect(encoding).toMatchObject({ arrangement, byteOrder: 'big', compression: packing, predictor: 1 });
      for (const [index, block] of blocks.entries()) {
        const plane = Math.floor(index / (columns * rows));
        const inPlane = index % (columns * rows);
        const address = {
          level: 0,
          of: 'pixels',
          column: inPlane % columns,
          row: Math.floor(inPlane / columns),
          plane,
        } as const;
        expect(Buffer.compare((await image.readStoredBlock(address))!, block!)).toBe(0);
      }
    }
  });

  test.each([
    { level: 1, of: 'pixels', column: 0, row: 0, plane: 0 },
    { level: 0, of: 'mask', column: 0, row: 0, plane: 0 },
    { level: 0, of: 'pixels', column: 4, row: 0, plane: 0 },
    { level: 0, of: 'pixels', column: 0, row: 3, plane: 0 },
    { level: 0, of: 'pixels', column: 0, row: 0, plane: 1 },
    { level: 0, of: 'pixels', column: -1, row: 0.5, plane: 0 },
  ] as const)('there is none at %j', async (address) => {
    const image = await openBytes(makeTiff(plainImage));
    await expect(image.readStoredBlock(address)).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });
});

describe('windows', () => {
  test.each([
    { column: -1, row: 0, width: 2, height: 2 },
    { column: 49, row: 0, width: 2, height: 2 },
    { column: 0, row: 36, width: 2, height: 2 },
    { column: 0, row: 0, width: 0, height: 2 },
    { column: 0.5, row: 0, width: 2, height: 2 },
    { column: Number.NaN, row: 0, width: 2, height: 2 },
  ])('%j does not lie in the image', async (window) => {
    const image = await openBytes(makeTiff(plainImage));
    await expect(image.readPixels(0, window)).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });

  test('bands that are not there, or none, are refused', async () => {
    const image = await openBytes(makeTiff(plainImage));
    for (const bands of [[3], [-1], [0.5], []]) {
      await expect(image.readPixels(0, wholeLevel(image), { bands })).rejects.toMatchObject({
        kind: 'invalid_parameters',
      });
    }
  });

  test('bands come in the order and as often as they are asked for', async () => {
    for (const arrangement of ['pixels', 'planes'] as const) {
      const image = await openBytes(makeTiff({ ...plainImage, arrangement }));
      const { samples } = await image.readPixels(0, wholeLevel(image), { bands: [2, 0, 2] });
      const drawn = drawSamples(plainImage);
      expect([...samples]).toEqual([...drawn].map((_, at) => drawn[at - (at % 3) + [2, 0, 2][at % 3]!]));
    }
  });

  test('a caller who has left ends the reading', async () => {
    const image = await openBytes(makeTiff(plainImage));
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(image.readPixels(0, wholeLevel(image), { signal })).rejects.toThrow('gone');
  });

  test('what is read belongs to the caller: writing into it changes nothing for others', async () => {
    const image = await openBytes(makeTiff({ ...plainImage, width: 16, height: 16 }));
    const { samples } = await image.readPixels(0, wholeLevel(image));
    samples.fill(1);
    const again = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(again.samples).equals(sampleBytes(drawSamples({ ...plainImage, width: 16, height: 16 })))).toBe(
      true,
    );
  });
});

describe('strips of many rows, uncompressed', () => {
  const tall: ImageToMake = { ...plainImage, width: 3000, height: 1000, bands: 1 };

  test.each([
    ['one strip', 1000],
    ['strips that divide', 500],
    ['strips of a prime number of rows', 499],
  ])('%s: a window reads its rows, not the image', async (_, blocks) => {
    for (const arrangement of ['pixels', 'planes'] as const) {
      const kind = { ...tall, blocks, arrangement, bands: arrangement === 'planes' ? 2 : 1 };
      const drawn = drawSamples(kind);
      const bytes = makeTiff(kind);
      const { source, head, reads } = memorySource(bytes);
      const image = await openTiff(source, createFileBytes({ source, head }, createByteCache(1 << 20)));
      const before = reads.length;
      const { samples } = await image.readPixels(0, { column: 0, row: 700, width: 3000, height: 10 });
      const wanted = drawn.subarray(700 * 3000 * kind.bands, 710 * 3000 * kind.bands);
      expect(sampleBytes(samples).equals(sampleBytes(wanted))).toBe(true);
      const fetched = reads.slice(before).reduce((sum, [, length]) => sum + length, 0);
      expect(fetched).toBeLessThan(1_600_000 * kind.bands + 200_000);
      const whole = await image.readPixels(0, wholeLevel(image));
      expect(sampleBytes(whole.samples).equals(sampleBytes(drawn))).toBe(true);
    }
  });
});
