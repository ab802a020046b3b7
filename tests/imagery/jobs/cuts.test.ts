import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { CutJob } from '../../../server/src/imagery/cut/cut-job.ts';
import { cutterOf } from '../support/cut-to-file.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { sampleBytes } from '../support/sample-bytes.ts';
import { inZone } from './georeferenced.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-cut-'));
const file = (name: string) => join(folder, name);
const cut = cutterOf(folder);
const zone = { epsg: 32633 };
const whole: CutJob = { location: file('a.tif'), cover: null, pixels: 'own', clip: null, isDoubled: false };

beforeAll(() => {
  writeFileSync(file('a.tif'), inZone(zone.epsg, 500_000, 5_000_000, 0.5));
  writeFileSync(file('b.tif'), inZone(zone.epsg, 500_000.2, 5_000_000.3, 0.4));
  writeFileSync(file('large.tif'), inZone(zone.epsg, 500_000, 5_000_000, 0.5, { width: 3000, height: 3000 }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const openFile = (name: string) => openBytes(readFileSync(file(name)));
const pixelsOf = async (name: string) => {
  const image = await openFile(name);
  return image.readPixels(0, wholeLevel(image));
};

describe('a cut', () => {
  test('the whole image has the pixels that it had, and the size and digest that are told', async () => {
    const made = await cut(whole, file('whole.tif'));
    const bytes = readFileSync(file('whole.tif'));
    expect(made).toMatchObject({ byteLength: bytes.length, isOwnPixels: true });
    expect(made!.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [before, after] = [await pixelsOf('a.tif'), await pixelsOf('whole.tif')];
    expect(sampleBytes(after.samples).equals(sampleBytes(before.samples))).toBe(true);
    expect((await openFile('whole.tif')).info).toMatchObject({ isCloudOptimized: true, crs: zone });
  });

  test('a box in the same zone stays on the image’s own pixels and tiles', async () => {
    // From 128 to 384 and from 128 to 384: whole tiles, but for a pixel on each side.
    const box = [500_064.5, 4_999_808.5, 500_191.5, 4_999_935.5] as const;
    const made = await cut({ ...whole, cover: { crs: zone, box } }, file('box.tif'));
    expect(made!.ground).toMatchObject({
      width: 256,
      height: 256,
      pixelToWorld: [0.5, 0, 500_064, 0, -0.5, 4_999_936],
    });
    const source = await openFile('a.tif');
    const before = await source.readPixels(0, { column: 128, row: 128, width: 256, height: 256 });
    expect(sampleBytes((await pixelsOf('box.tif')).samples).equals(sampleBytes(before.samples))).toBe(true);
  });

  test('a box that whole tiles would overshoot is cut to the pixel', async () => {
    const box = [500_070, 4_999_900, 500_080, 4_999_930] as const;
    const made = await cut({ ...whole, cover: { crs: zone, box } }, file('exact.tif'));
    expect(made!.ground).toMatchObject({ width: 20, height: 60, pixelToWorld: [0.5, 0, 500_070, 0, -0.5, 4_999_930] });
  });

  test('on a fixed pixel size, images of different grids stack', async () => {
    const cover = { crs: zone, box: [500_050, 4_999_850, 500_150, 4_999_950] as const };
    const stacked = { ...whole, cover, pixels: { size: 0.5 } };
    const first = await cut(stacked, file('first.tif'));
    const second = await cut({ ...stacked, location: file('b.tif') }, file('second.tif'));
    expect(first!.ground).toEqual(second!.ground);
    expect(first!.ground).toMatchObject({
      width: 200,
      height: 200,
      pixelToWorld: [0.5, 0, 500_050, 0, -0.5, 4_999_950],
    });
    expect((await openFile('second.tif')).info).toMatchObject({ width: 200, height: 200, crs: zone });
  });

  test('a box in another zone is computed there', async () => {
    const next = { epsg: 32634 };
    const [x, y] = createProjections().between(zone, next)(500_150, 4_999_875).map(Math.round) as [number, number];
    const cover = { crs: next, box: [x - 50, y - 40, x + 50, y + 40] as const };
    const made = await cut({ ...whole, cover }, file('next.tif'));
    expect(made).toMatchObject({ isOwnPixels: false, ground: { crs: next, width: 200, height: 160 } });
    expect((await openFile('next.tif')).info.crs).toEqual(next);
    const { mask, samples } = await pixelsOf('next.tif');
    expect([mask?.includes(0) ?? false, new Set(samples).size > 100]).toEqual([false, true]);
  });

  test('twice the density has twice the pixels over the same ground', async () => {
    const made = await cut({ ...whole, isDoubled: true }, file('double.tif'));
    expect(made!.ground).toMatchObject({
      width: 1200,
      height: 1000,
      pixelToWorld: [0.25, 0, 500_000, 0, -0.25, 5_000_000],
    });
  });

  test('what lies outside the area holds no data', async () => {
    // About 60 m square around the middle of the image, 15° east being the zone's own meridian.
    const clip = square(15.0019, 45.15215, 0.0004);
    await cut({ ...whole, clip }, file('clip.tif'));
    const { mask } = await pixelsOf('clip.tif');
    const share = mask!.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / mask!.length;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.2);
  });

  test('nothing comes of a box beside the image, and no file', async () => {
    const cover = { crs: zone, box: [0, 0, 10, 10] as const };
    expect(await cut({ ...whole, cover }, file('beside.tif'))).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith('beside'))).toEqual([]);
  });

  test('a file that is not there, or may not be read, is told as such', async () => {
    await expect(cut({ ...whole, location: file('none.tif') }, file('x.tif'))).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(cut({ ...whole, location: '/etc/hostname' }, file('x.tif'))).rejects.toMatchObject({
      kind: expect.stringMatching(/forbidden|invalid_parameters|not_found/) as unknown,
    });
  });

  test('a cut that is called off ends, and leaves nothing', async () => {
    const off = new AbortController();
    const large = { ...whole, location: file('large.tif'), isDoubled: true };
    const cutting = cut(large, file('off.tif'), off.signal);
    setTimeout(() => off.abort(new Error('called off')), 100);
    await expect(cutting).rejects.toThrow('called off');
    expect(readdirSync(folder).filter((name) => /off|tmp$/.test(name))).toEqual([]);
  });

  test('the same cut gives the same bytes, also beside others', async () => {
    const made = await Promise.all(
      [1, 2, 3].map((n) => cut({ ...whole, location: file('large.tif') }, file(`same-${n}.tif`))),
    );
    expect(new Set(made.map((each) => each!.sha256)).size).toBe(1);
  });
});

const square = (x: number, y: number, half: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
      [x - half, y - half],
    ],
  ],
});
