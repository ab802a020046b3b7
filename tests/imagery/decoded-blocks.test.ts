import { describe, expect, test } from 'vitest';
import { createByteCache } from '../../server/src/adapters/tiff/byte-cache.ts';
import { createFileBytes } from '../../server/src/adapters/tiff/file-bytes.ts';
import { openTiff } from '../../server/src/adapters/tiff/open-tiff.ts';
import type { Samples } from '../../server/src/imagery/pixels.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { ascii, makeTiff, plainImage } from './support/make-image.ts';
import { memorySource, openBytes } from './support/open-bytes.ts';

/** Larger than the first bytes that come with the opening, so that every block is a read. */
const size = { width: 300, height: 260 };
const images = {
  tiles: { ...plainImage, ...size },
  planes: { ...plainImage, ...size, bits: 16, bands: 4, arrangement: 'planes', fields: { 42113: ascii('40') } },
  strips: { ...plainImage, ...size, blocks: 8 },
} as const;

async function openRemembering(bytes: Uint8Array, decodedBytes: number) {
  const { source, head, reads } = memorySource(bytes);
  const decoded = createByteCache<Samples>(decodedBytes);
  const image = await openTiff(source, createFileBytes({ source, head }, createByteCache(1 << 20)), decoded);
  return { image, reads, decoded };
}

describe('decoded blocks that are kept', () => {
  test.each(Object.entries(images))(
    '%s: any window is what it is without them, and no block is read twice',
    async (_, image) => {
      const random = createRandom(testSeed());
      const bytes = makeTiff(image);
      const plain = await openBytes(bytes);
      const { image: remembering, reads } = await openRemembering(bytes, 1 << 24);
      reads.length = 0;
      for (let round = 0; round < 40; round++) {
        const [column, row] = [random.below(size.width - 1), random.below(size.height - 1)];
        const window = {
          column,
          row,
          width: 1 + random.below(Math.min(60, size.width - column)),
          height: 1 + random.below(Math.min(60, size.height - row)),
        };
        const bands = random.chance(0.5) ? { bands: [2, 0] } : {};
        const pixels = await remembering.readPixels(0, window, bands);
        expect(pixels).toEqual(await plain.readPixels(0, window, bands));
        // What is handed out is the caller's: nothing that is kept may change with it.
        pixels.samples.fill(1);
      }
      const places = reads.map(([offset]) => offset);
      expect(new Set(places).size).toBe(places.length);
    },
  );

  test('take no more room than they may', async () => {
    const { image, decoded } = await openRemembering(makeTiff(images.tiles), 16 * 16 * 3 * 8);
    await image.readPixels(0, { column: 0, row: 0, ...size });
    expect(decoded.heldBytes()).toBeLessThanOrEqual(16 * 16 * 3 * 8);
  });
});
