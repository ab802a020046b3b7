import { describe, expect, test } from 'vitest';
import { pixelArea } from '../../../server/src/imagery/cut/pixel-area.ts';
import { rasterOfImage } from '../../../server/src/imagery/raster-of-image.ts';
import { doubled } from '../../../server/src/imagery/resample/doubled.ts';
import { inZone } from '../jobs/georeferenced.ts';
import { cutBytes } from '../support/cut-bytes.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { sampleBytes } from '../support/sample-bytes.ts';

const source = () => openBytes(inZone(32633, 500_000, 5_000_000, 0.5));
const window = { column: 128, row: 128, width: 300, height: 256 };

const levelOf = async (bytes: Uint8Array, level: number) => {
  const image = await openBytes(bytes);
  return image.readPixels(level, wholeLevel(image, level));
};

describe('a file of twice the density', () => {
  test('has the doubled pixels, with what lies beyond the cut taken into account', async () => {
    const image = await source();
    const { bytes } = await cutBytes(image, { window, isDoubled: true });
    const whole = doubled(rasterOfImage(image));
    const expected = await whole.read({ column: 256, row: 256, width: 600, height: 512 });
    expect(sampleBytes((await levelOf(bytes, 0)).samples).equals(sampleBytes(expected.samples))).toBe(true);
  });

  test('has the image’s own pixels as its first overview, and says where it lies', async () => {
    const image = await source();
    const { bytes } = await cutBytes(image, { window, isDoubled: true });
    const own = await image.readPixels(0, window);
    expect(sampleBytes((await levelOf(bytes, 1)).samples).equals(sampleBytes(own.samples))).toBe(true);
    const { info } = await openBytes(bytes);
    expect(info.levels.map(({ width, height }) => [width, height])).toEqual([
      [600, 512],
      [300, 256],
      [150, 128],
      [75, 64],
    ]);
    expect(info).toMatchObject({ isCloudOptimized: true, pixelToWorld: [0.25, 0, 500_064, 0, -0.25, 4_999_936] });
  });

  test('is clipped at the same places on all its levels', async () => {
    const area = pixelArea([[square(40, 30, 200, 220)]]);
    const { bytes } = await cutBytes(await source(), { window, area, isDoubled: true });
    for (const [level, step] of [0.5, 1, 2].entries()) {
      const { mask, width } = await levelOf(bytes, level);
      const isData = (x: number, y: number) => mask![Math.floor(y / step) * width + Math.floor(x / step)];
      expect([isData(38, 100), isData(42, 100), isData(198, 100), isData(202, 100)]).toEqual([0, 255, 255, 0]);
      expect([isData(100, 28), isData(100, 32), isData(100, 218), isData(100, 222)]).toEqual([0, 255, 255, 0]);
    }
  });

  test('that is a single tile has no overview', async () => {
    const small = { column: 0, row: 0, width: 60, height: 50 };
    const { bytes } = await cutBytes(await source(), { window: small, isDoubled: true });
    expect((await openBytes(bytes)).info.levels).toHaveLength(1);
  });
});

const square = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ] as const;
