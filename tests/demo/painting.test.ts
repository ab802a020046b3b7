import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cloudMask } from '../../server/src/demo/cloud-mask.ts';
import { createStudio } from '../../server/src/demo/paint/studio.ts';
import { frameOf } from '../../server/src/demo/scene-frame.ts';
import { sceneRaster } from '../../server/src/demo/scene-raster.ts';
import type { Scene } from '../../server/src/demo/scene.ts';
import { demoScenes } from '../../server/src/demo/scenes.ts';
import type { PixelWindow, Pixels } from '../../server/src/imagery/pixels.ts';
import { smallScene } from './small-scene.ts';

const checksum = ({ samples, mask }: Pixels): string => {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return createHash('sha256').update(bytes).update(mask!).digest('hex').slice(0, 16);
};
const whole = (scene: Scene): PixelWindow => {
  const { width, height } = frameOf(scene);
  return { column: 0, row: 0, width, height };
};
const readAll = (scene: Scene) => sceneRaster(scene).read(whole(scene));

/** The mean of each band over what holds data. */
function meansOf({ samples, mask, bands }: Pixels): readonly number[] {
  const sums = bands.map(() => 0);
  let seen = 0;
  for (let at = 0; at < mask!.length; at++) {
    if (mask![at] === 0) continue;
    seen += 1;
    for (const band of bands.keys()) sums[band]! += samples[at * bands.length + band]!;
  }
  return sums.map((sum) => sum / seen);
}

const edges = (cuts: readonly number[], end: number) => [0, ...cuts.filter((cut) => cut < end), end];

const lake = (id: string) => smallScene(id, { middle: [40, -60], size: [160, 120], gsd: 0.5, turn: 0, clouds: null });

/** Deep water is dark and more blue than red. */
const waterShare = ({ samples, mask }: Pixels) => {
  const wet = mask!.filter((_, at) => samples[at * 3]! < 75 && samples[at * 3 + 2]! > samples[at * 3]! + 5).length;
  return wet / mask!.length;
};

/** The means of the four bands around a place of the town. */
const bandsAt = async (middle: readonly [number, number]) =>
  meansOf(await readAll(smallScene('ellerfurt-20250702-ms', { middle, size: [20, 10], turn: 0 })));

describe('painting', () => {
  it.each([
    ['ellerfurt-20230602', 'ce97a0c2cffb6338'],
    ['ellerfurt-20250702-ms', '99b41a616bb3a15f'],
    ['hohenwehr-20230917', '4f4b8376897c899b'],
    ['rooivlei-20241005', '1ee2da62dc179719'],
  ])('%s has the same pixels as ever', async (id, sum) => {
    expect(checksum(await readAll(smallScene(id)))).toBe(sum);
  });

  it('is the same however the windows are cut', async () => {
    const scene = smallScene('ellerfurt-20240828', { size: [460, 440], gsd: 0.4 });
    const raster = sceneRaster(scene);
    const window = { column: 700, row: 690, width: 420, height: 400 };
    const once = await raster.read(window);
    const again = sceneRaster(scene);
    const split = [300, 324, 333];
    for (const [rows, columns] of [
      [split, split],
      [[1], [419]],
    ] as const) {
      const [tops, lefts] = [edges(rows, window.height), edges(columns, window.width)];
      for (let y = 1; y < tops.length; y++) {
        for (let x = 1; x < lefts.length; x++) {
          const [left, top] = [lefts[x - 1]!, tops[y - 1]!];
          const part = { width: lefts[x]! - left, height: tops[y]! - top };
          const pixels = await again.read({ column: window.column + left, row: window.row + top, ...part });
          for (let row = 0; row < part.height; row++) {
            const from = ((top + row) * window.width + left) * 3;
            const own = pixels.samples.subarray(row * part.width * 3, (row + 1) * part.width * 3);
            expect(Buffer.from(own).equals(Buffer.from(once.samples.subarray(from, from + part.width * 3)))).toBe(true);
          }
        }
      }
    }
  });

  it('has no seam where one painted block meets the next', async () => {
    const scene = smallScene('rooivlei-20230311', { size: [620, 300], turn: 0, middle: [-100, 100] });
    const { samples, width } = await sceneRaster(scene).read({ column: 1020, row: 100, width: 8, height: 400 });
    const step = (column: number) => {
      let sum = 0;
      for (let row = 0; row < 400; row++)
        sum += Math.abs(samples[(row * width + column) * 3]! - samples[(row * width + column + 1) * 3]!);
      return sum / 400;
    };
    expect(step(3)).toBeLessThan(1.5 * Math.max(step(1), step(2), step(4), step(5)));
  });

  it('shows pixels of data within the footprint alone', async () => {
    const pixels = await readAll(smallScene('ellerfurt-20230602'));
    const share = pixels.mask!.filter((value) => value === 255).length / pixels.mask!.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.9);
    const dark = pixels.mask!.findIndex((value) => value === 0);
    expect([...pixels.samples.subarray(dark * 3, dark * 3 + 3)]).toEqual([0, 0, 0]);
  });
});

describe('change between dates', () => {
  it('the reservoir falls and is filled again', async () => {
    const [full, low, later] = await Promise.all(
      ['hohenwehr-20210530', 'hohenwehr-20230917', 'hohenwehr-20251008'].map(async (id) =>
        waterShare(await readAll(lake(id))),
      ),
    );
    expect(full).toBeGreaterThan(0.5);
    expect(low).toBeLessThan(full! - 0.3);
    expect(later).toBeGreaterThan(low! + 0.2);
  });

  it('fields of the town become houses', async () => {
    const quarter = { middle: [560, 190] as const, size: [120, 120] as const, gsd: 0.5, turn: 0, clouds: null };
    const spread = async (id: string) => {
      const pixels = await readAll(smallScene(id, quarter));
      const [mean] = meansOf(pixels);
      const sum = pixels.mask!.reduce((total, _, at) => total + Math.abs(pixels.samples[at * 3]! - mean!), 0);
      return sum / pixels.mask!.length;
    };
    expect(await spread('ellerfurt-20260621')).toBeGreaterThan(1.5 * (await spread('ellerfurt-20210424')));
  });
});

describe('near infrared', () => {
  it('is bright on leaves and dark on water', async () => {
    const [, , woodRed, woodInfrared] = await bandsAt([-480, 480]);
    const [, , waterRed, waterInfrared] = await bandsAt([0, -217]);
    expect(woodInfrared! / woodRed!).toBeGreaterThan(2.5);
    expect(waterInfrared! / waterRed!).toBeLessThan(1);
  });
});

describe('clouds', () => {
  it('are white where their outline says so, and nowhere else', async () => {
    const scene = demoScenes.find(({ id }) => id === 'ellerfurt-20240828')!;
    const studio = createStudio(scene);
    const frame = frameOf(scene);
    const clouds = cloudMask(scene, frame, studio.clouds);
    expect(clouds.percent).toBeGreaterThan(10);
    const window = { column: 1024, row: 1024, width: 1024, height: 1024 };
    const { samples } = await sceneRaster(scene, studio).read(window);
    const white = { inside: 0, outside: 0 };
    const all = { inside: 0, outside: 0 };
    for (let row = 8; row < 1024; row += 16) {
      for (let column = 8; column < 1024; column += 16) {
        const cell = ((window.row + row) >> 4) * clouds.width + ((window.column + column) >> 4);
        const side = clouds.mask[cell] === 255 ? 'inside' : 'outside';
        const at = (row * 1024 + column) * 3;
        all[side] += 1;
        if (Math.min(samples[at]!, samples[at + 1]!, samples[at + 2]!) > 160) white[side] += 1;
      }
    }
    expect(all.inside).toBeGreaterThan(200);
    expect(white.inside / all.inside).toBeGreaterThan(0.85);
    expect(white.outside / all.outside).toBeLessThan(0.1);
  });
});
