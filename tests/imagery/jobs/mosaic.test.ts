import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Pixels } from '../../../server/src/imagery/pixels.ts';
import { ascii } from '../support/make-image.ts';
import { type Shade, createMosaics, jobOf, north, west, zone } from './mosaic-sources.ts';

const mosaics = createMosaics();
const { folder, file, cutToFile, make, cut } = mosaics;
afterAll(mosaics.remove);

const even =
  (value: number): Shade =>
  (_column, _row, band) =>
    value + band;
const varied: Shade = (column, row, band) => (column * 7 + row * 13 + band * 50) % 251;

const isOutside = (least: number) => (column: number, row: number) => Math.hypot(column - 100, row - 80) >= least;

const at = ({ samples, mask, width, bands }: Pixels, column: number, row: number) =>
  (mask?.[row * width + column] ?? 255) === 0
    ? null
    : [...samples.subarray((row * width + column) * bands.length, (row * width + column + 1) * bands.length)];

describe('a cut of several images', () => {
  test('shows the pixels of each where those above it have none, on those of the uppermost', async () => {
    const [left, right] = [
      make('left.tif', { west, north }, varied),
      make('right.tif', { west: west + 150, north }, even(9)),
    ];
    const { made, pixels, image } = await cut(jobOf([left, right]));
    expect(made.ground).toMatchObject({ width: 300, height: 160, pixelToWorld: [1, 0, west, 0, -1, north] });
    expect([made.isOwnPixels, image.info.isCloudOptimized]).toEqual([false, true]);
    expect(at(pixels, 199, 50)).toEqual([0, 1, 2].map((band) => varied(199, 50, band)));
    expect(at(pixels, 200, 50)).toEqual([9, 10, 11]);
    expect(at(pixels, 0, 159)).toEqual([0, 1, 2].map((band) => varied(0, 159, band)));
    expect([...(pixels.mask ?? [])].includes(0)).toBe(false);
    const turned = await cut(jobOf([right, left]));
    expect([at(turned.pixels, 160, 50), at(turned.pixels, 149, 50)]).toEqual([
      [9, 10, 11],
      [0, 1, 2].map((band) => varied(149, 50, band)),
    ]);
  });

  test('a hole shows what lies below it, through as many as it takes, and stays one where nobody has data', async () => {
    const layers = [
      make('hole-60.tif', { west, north }, even(10), { isData: isOutside(60) }),
      make('hole-40.tif', { west, north }, even(20), { isData: isOutside(40) }),
      make('hole-20.tif', { west, north }, even(30), { isData: isOutside(20) }),
    ];
    const box = { crs: zone, box: [west, north - 160, west + 200, north] as const };
    const { pixels } = await cut(jobOf(layers, { cover: box }));
    expect([10, 50, 70, 95].map((column) => at(pixels, column, 80)?.[0] ?? null)).toEqual([10, 20, 30, null]);
  });

  test('is the copy of the uppermost where that leaves no hole, with or without a mask', async () => {
    const box = { crs: zone, box: [west, north - 160, west + 200, north] as const };
    const below = make('below.tif', { west, north }, even(99));
    for (const [name, more] of [
      ['plain.tif', {}],
      ['full-mask.tif', { isData: () => true }],
      ['unused-nodata.tif', { fields: { 42113: ascii('255') } }],
    ] as const) {
      const top = make(name, { west, north }, varied, more);
      const alone = await cutToFile(jobOf([top], { cover: box }), file('alone.tif'));
      const made = await cutToFile(jobOf([top, below], { cover: box }), file('both.tif'));
      expect([name, made!.isOwnPixels, made!.sha256]).toEqual([name, true, alone!.sha256]);
    }
  });

  test('leaves out what lies elsewhere, also where that is the uppermost', async () => {
    const here = make('here.tif', { west, north }, varied);
    const elsewhere = make('elsewhere.tif', { west: west + 90_000, north }, even(3), { bands: 1 });
    const alone = await cutToFile(jobOf([here]), file('alone.tif'));
    for (const locations of [
      [here, elsewhere],
      [elsewhere, here],
    ]) {
      expect((await cutToFile(jobOf(locations), file('both.tif')))!.sha256).toBe(alone!.sha256);
    }
    const beside = make('beside.tif', { west: west + 95_000, north }, even(3));
    expect(await cutToFile(jobOf([elsewhere, beside]), file('none.tif'))).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test('is refused by name where bands or samples differ', async () => {
    const colors = make('colors.tif', { west, north }, even(10));
    for (const [name, kind] of [
      ['grey.tif', { bands: 1 }],
      ['deep.tif', { bits: 16 }],
    ] as const) {
      const other = make(name, { west: west + 150, north }, even(10), kind);
      await expect(cutToFile(jobOf([colors, other]), file('x.tif'))).rejects.toMatchObject({
        kind: 'invalid_parameters',
        message: expect.stringMatching(new RegExp(`${name} has .* and .*colors.tif has 3 bands of uint8`)) as unknown,
      });
    }
  });

  test('data that looks like the nodata value of the uppermost is kept', async () => {
    const marked = { fields: { 42113: ascii('0') } };
    const top = make('marked.tif', { west, north }, (column) => (column < 100 ? 0 : 50), marked);
    const black = make('black.tif', { west, north }, even(0), { bands: 3 });
    const { pixels } = await cut(jobOf([top, black]));
    expect([at(pixels, 150, 50), at(pixels, 50, 50)]).toEqual([
      [50, 50, 50],
      [0, 1, 2],
    ]);
    const dark = make('dark.tif', { west, north }, () => 0);
    expect(at((await cut(jobOf([top, dark]))).pixels, 50, 50)).toEqual([1, 1, 1]);
  });

  test('on the grid of the box, doubled and clipped, it has the same bytes each time', async () => {
    const first = make('first.tif', { west: west + 0.3, north: north + 0.4 }, varied);
    const second = make('second.tif', { west: west + 120.7, north, size: 1.3 }, varied);
    const clip = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [15, 45.152],
          [15.003, 45.152],
          [15.002, 45.1535],
          [15, 45.152],
        ],
      ],
    };
    const job = jobOf([first, second], { pixels: { halvedFrom: 300 }, isDoubled: true, clip });
    const made = [await cutToFile(job, file('1.tif')), await cutToFile(job, file('2.tif'))];
    // 300 m halved eight times is 1.17 m, which is nearer to a metre than 0.59 m.
    expect(made[0]!.ground).toMatchObject({ width: 512, height: 274 });
    expect(made[0]!.ground.pixelToWorld[0]).toBe(300 / 512);
    expect(made[1]!.sha256).toBe(made[0]!.sha256);
  });

  test('nothing comes of images whose data lie beside the area', async () => {
    const layers = ['one.tif', 'two.tif'].map((name) =>
      make(name, { west, north }, even(5), { isData: (column) => column < 20 }),
    );
    const box = { crs: zone, box: [west + 100, north - 100, west + 150, north - 50] as const };
    expect(await cutToFile(jobOf(layers, { cover: box }), file('none.tif'))).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });
});
