import { describe, expect, test } from 'vitest';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import type { TileFormat } from '../../server/src/adapters/tiff/write/level-fields.ts';
import type { SampleType } from '../../server/src/imagery/image.ts';
import { itemFromImage } from '../../server/src/imagery/item/item-from-image.ts';
import { type Samples, samplesOf } from '../../server/src/imagery/pixels.ts';
import { rasterOfImage } from '../../server/src/imagery/raster-of-image.ts';
import { drawGround } from '../../server/src/imagery/render/draw-ground.ts';
import { thumbnailOf } from '../../server/src/imagery/render/thumbnail.ts';
import { limitsOf, nextTo, saysNoData } from '../../server/src/imagery/sample-values.ts';
import { hasStacFiles, whyNoStacFiles } from '../stac/support-stac-files.ts';
import { stacProblems } from '../stac/support-stac-schemas.ts';
import { gridOf } from './resample/draw.ts';
import { imageInMemory } from './resample/image-in-memory.ts';
import { rasterBytes } from './support/cut-bytes.ts';
import { openBytes, wholeLevel } from './support/open-bytes.ts';

const grid = gridOf(40, 30, 32633, [10, 0, 500_000, 0, -10, 5_400_000]);
const request = { id: 'scene', datetime: '2026-05-01T10:00:00Z' };
const extremes: Readonly<Record<string, readonly number[]>> = {
  int16: [-32_768, 32_767, -1, 0],
  uint32: [0, 2 ** 32 - 1, 2 ** 31, 1],
  int32: [-(2 ** 31), 2 ** 31 - 1, -1, 7],
  float32: [-1.5, 3.25e38, 1e-40, 0],
};

const drawn = (type: SampleType, bands: number): Samples =>
  samplesOf(type, 40 * 30 * bands).map((_, at) => extremes[type]![(at * 7 + (at >> 5)) % 4]!);

async function written(samples: Samples, predictor: 1 | 2 | 3, nodata: number | null = null) {
  const bands = samples.length / 1200;
  const isNone = (at: number) => Number.isNaN(samples[at]) || samples[at] === nodata;
  const mask = nodata === null ? null : new Uint8Array(1200).map((_, at) => (isNone(at) ? 0 : 255));
  const image = imageInMemory({ ...grid, bands, samples, mask, nodata });
  const format: TileFormat = { compression: 'deflate', predictor };
  return openBytes((await rasterBytes(rasterOfImage(image), { format, tileSize: 16 })).bytes);
}

/** Of the first samples of a file of floats, for these values. */
async function maskOf(nodata: number | null, ...values: readonly number[]): Promise<readonly number[]> {
  const samples = new Float32Array(1200).fill(12.5);
  samples.set(values, 0);
  const image = await written(samples, 3, nodata);
  return [...(await image.readPixels(0, wholeLevel(image))).mask!.subarray(0, values.length)];
}

const cases = (['int16', 'uint32', 'int32', 'float32'] as const).flatMap((type) =>
  ([1, 2, 3] as const)
    .filter((predictor) => predictor < 3 || type === 'float32')
    .flatMap((predictor) => [1, 3].map((bands) => ({ type, predictor, bands }))),
);

describe('samples of more than 16 bits, or with a sign', () => {
  test.each(cases)('$bands $type, predictor $predictor: what is written is read', async (each) => {
    const samples = drawn(each.type, each.bands);
    const image = await written(samples, each.predictor);
    expect(image.info).toMatchObject({ sampleType: each.type, levels: [{}, {}, {}] });
    expect((await image.readPixels(0, wholeLevel(image))).samples).toEqual(samples);
  });

  test('an overview is the mean of what is data: neither NaN nor a sign is lost in it', async () => {
    const samples = new Float32Array(1200).fill(-2.5);
    for (let at = 0; at < samples.length; at += 2) samples[at] = Number.NaN;
    const image = await written(samples, 3, Number.NaN);
    expect(image.info.gdal.nodata).toBe('nan');
    const half = await image.readPixels(1, wholeLevel(image, 1));
    expect(new Set(half.samples)).toEqual(new Set([-2.5]));
    const whole = await written(
      Int16Array.from({ length: 1200 }, (_, at) => (at % 2 === 0 ? -3 : -4)),
      2,
    );
    expect(new Set((await whole.readPixels(1, wholeLevel(whole, 1))).samples)).toEqual(new Set([-3]));
  });

  test('what is not a number is no data, beside the value that says so and without one', async () => {
    expect(await maskOf(-9999, Number.NaN, -9999, 12.5)).toEqual([0, 0, 255]);
    expect(await maskOf(null, Number.NaN, -9999, 12.5)).toEqual([0, 255, 255]);
  });

  test('a float is no data where it differs in digits that files leave out, as GDAL has it', async () => {
    const lowest = -3.402_823_466_385_288_6e38;
    // As the desktop GIS that most elevation models come from spells it.
    expect(await maskOf(-3.402_823_1e38, lowest, -1e30, 12.5)).toEqual([0, 255, 255]);
    const step = 2 ** -10;
    expect(await maskOf(-9999, -9999 - 4 * step, -9999 + 4 * step)).toEqual([0, 0]);
    expect(await maskOf(-9999, -9999 - 5 * step, -9999 + 5 * step)).toEqual([255, 255]);
    expect(await maskOf(0, 0, 2 ** -126, -(2 ** -126))).toEqual([0, 255, 255]);
  });

  test('data stays off the value that says that there is none', () => {
    expect(nextTo(-32_768, limitsOf('int16'))).toBe(-32_767);
    expect(nextTo(0, limitsOf('uint16'))).toBe(1);
    const lowest = Math.fround(-3.402_823_466_385_288_6e38);
    for (const nodata of [lowest, -9999, 1e-30])
      expect(saysNoData(nodata, limitsOf('float32'))(Math.fround(nextTo(nodata, limitsOf('float32'))))).toBe(false);
    expect(Math.fround(nextTo(0, limitsOf('float32')))).toBeGreaterThan(0);
  });
});

/** Heights from 100 to 139 by columns, and a corner without data. */
const heights = () => {
  const samples = Float32Array.from({ length: 1200 }, (_, at) => 100 + (at % 40) + 0.25);
  for (let row = 0; row < 10; row++) samples.fill(Number.NaN, row * 40, row * 40 + 10);
  return written(samples, 3, Number.NaN);
};

const itemOfHeights = async () => itemFromImage(await heights(), createProjections(), request);

describe('an elevation model', () => {
  test('has an item that tells its numbers, and its nodata in a way that JSON has', async () => {
    const { data } = JSON.parse(JSON.stringify((await itemOfHeights()).assets)) as Record<string, { bands: unknown[] }>;
    expect(data).toMatchObject({ data_type: 'float32', nodata: 'nan' });
    expect(data!.bands[0]).toMatchObject({ statistics: { minimum: 100.25, maximum: 139.25, valid_percent: 91.667 } });
  });

  test.skipIf(!hasStacFiles)(`it obeys the schema of STAC 1.1${whyNoStacFiles}`, async () => {
    expect(stacProblems(JSON.parse(JSON.stringify(await itemOfHeights())))).toEqual([]);
  });

  test('is drawn between its lowest and highest heights, in tiles and thumbnails', async () => {
    const image = await heights();
    const facts = { location: '', bands: [] };
    const ground = await drawGround(
      { sources: [facts], grid, bands: null, rescale: null },
      createProjections(),
      (_, use) => use({ image, ranges: new Map() }),
    );
    const small = await thumbnailOf(image, 40);
    for (const { channels, samples } of [ground, small]) {
      expect(channels).toBe(2);
      expect([...samples.subarray(0, 2)]).toEqual([0, 0]);
      const last = samples.subarray(2 * 29 * 40);
      expect([last[0], last[1], last[2 * 39], last[2 * 20]! > 120 && last[2 * 20]! < 140]).toEqual([0, 255, 255, true]);
    }
  });
});
