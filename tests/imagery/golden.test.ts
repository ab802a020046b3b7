import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openBytes, wholeLevel } from './support/open-bytes.ts';
import { sampleBytes } from './support/sample-bytes.ts';

/** Files written by GDAL 3.6.2, with the checksums of what it read from them: pixels and mask of each level. */
const golden: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'jpeg-ycbcr-mask-cog': [
    ['373c47bc02e030e434f74101a726b507', 'e81e6ba3ceebe18d49f4f800aa18baaf'],
    ['3263104910f5c29bba25ac0659c429f3', '5a21cfd31dc8647db50657fc7fbc871d'],
    ['993a609de1db34602e95feddb4925add', 'bdb79a209635732fb0c95034a0e1e667'],
  ],
  'jpeg-rgb-strips': [['72a2b152ac2f7084936c6060481f6d9d', 'f6c2cb0dff57f674a3ae418a1c257d5d']],
  'lzw-uint16-predictor-big-endian-bigtiff': [['59badf91746845242e33420baaf019f6', 'f6c2cb0dff57f674a3ae418a1c257d5d']],
  'deflate-uint16-planes-mask': [
    ['65d1da81ec96fbbfb7b8f86f3a56abdf', '2ba8c20caf70b19030920bdd45a66b48'],
    ['32f2ac5b4dd2d9d4eb98d37dbaed90f6', '29f68b5370117da4a738d557dcd3b6c9'],
  ],
  'zstd-predictor': [['818bc98e7b268ebeae72d4b01cdbcc06', 'f6c2cb0dff57f674a3ae418a1c257d5d']],
};

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

describe('files of GDAL, read where there is no GDAL', () => {
  test.each(Object.entries(golden))('%s', async (name, levels) => {
    const image = await openBytes(readFileSync(new URL(`./golden/${name}.tif`, import.meta.url)));
    expect(image.info).toMatchObject({ crs: { epsg: 32633 }, pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000] });
    expect(image.info.levels.length).toBe(levels.length);
    const bands = [...image.info.bands.keys()];
    for (const [level, [pixels, mask]] of levels.entries()) {
      const window = wholeLevel(image, level);
      const read = await image.readPixels(level, window, { bands });
      expect(digest(sampleBytes(read.samples))).toBe(pixels);
      expect(digest(read.mask ?? new Uint8Array(window.width * window.height).fill(255))).toBe(mask);
    }
  });
});
