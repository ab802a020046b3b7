import { describe, expect, test } from 'vitest';
import { rasterOfImage } from '../../../server/src/imagery/raster-of-image.ts';
import { doubled } from '../../../server/src/imagery/resample/doubled.ts';
import { digest, draws, gridOf, noiseOn, partition, readInParts, samplesOf, wholeOf } from './draw.ts';
import { type MemoryImage, imageInMemory } from './image-in-memory.ts';

const place = gridOf(70, 50, 32633, [0.5, 0, 500_000, 0, -0.5, 5_400_000]);

const double = (image: MemoryImage) => doubled(rasterOfImage(imageInMemory(image)));

const readAll = (image: MemoryImage) => {
  const raster = double(image);
  return raster.read(wholeOf(raster));
};

test('the grid is twice as fine, on the same ground', () => {
  const raster = double(noiseOn(place));
  expect([raster.width, raster.height]).toEqual([140, 100]);
  expect(raster.pixelToWorld).toEqual([0.25, 0, 500_000, 0, -0.25, 5_400_000]);
  expect(raster.crs).toEqual({ epsg: 32633 });
});

describe('what is plain stays plain', () => {
  test.each([0, 1, 100, 254, 255])('%i', async (value) => {
    for (const bits of [8, 16] as const) {
      for (const hasMask of [false, true]) {
        const { mask } = noiseOn(place, { hasMask });
        const samples = samplesOf(bits, 70 * 50).fill(value);
        const read = await readAll({ ...place, bands: 1, samples, mask });
        expect(read.samples.every((each, at) => each === (read.mask?.[at] === 0 ? 0 : value))).toBe(true);
      }
    }
  });

  test('a slope stays one, away from the edge of the image', async () => {
    const samples = samplesOf(16, 70 * 50).map((_, at) => 1000 + 90 * (at % 70) + 60 * Math.floor(at / 70));
    const read = await readAll({ ...place, bands: 1, samples, mask: null });
    let farthest = 0;
    for (let row = 6; row < 94; row++) {
      for (let column = 6; column < 134; column++) {
        const wanted = 1000 + 90 * (column / 2 - 0.25) + 60 * (row / 2 - 0.25);
        farthest = Math.max(farthest, Math.abs(read.samples[row * 140 + column]! - wanted));
      }
    }
    // Lanczos bends a slope by a fiftieth of a step.
    expect(farthest).toBeLessThan(3.5);
  });
});

describe('any way of cutting a read into windows gives the same bytes', () => {
  test.each([
    ['three bands', noiseOn(place)],
    ['one band', noiseOn(place, { bands: 1 })],
    ['with holes', noiseOn(place, { hasMask: true })],
    ['16 bits, four bands, with holes', noiseOn(place, { bits: 16, bands: 4, hasMask: true })],
    ['nodata', { ...noiseOn(place, { hasMask: true }), nodata: 3 }],
  ])('%s', async (_, image) => {
    const raster = double(image);
    const whole = await raster.read(wholeOf(raster));
    const parts = partition(wholeOf(raster), draws(3));
    expect(parts.length).toBeGreaterThan(10);
    expect(digest(await readInParts(raster, parts))).toBe(digest(whole));
  });
});

test('eight bits in whole numbers are what sixteen are in fractions, within 1', async () => {
  const noise = noiseOn(place);
  const [eight, sixteen] = await Promise.all([
    readAll(noise),
    readAll({ ...noise, samples: Uint16Array.from(noise.samples) }),
  ]);
  const misses = [...eight.samples].map((value, at) => Math.abs(value - Math.min(255, sixteen.samples[at]!)));
  expect(Math.max(...misses)).toBeLessThanOrEqual(1);
});

test('the mask is the source’s, each pixel four times', async () => {
  const noise = noiseOn(place, { hasMask: true });
  const { mask } = await readAll(noise);
  expect(mask!.every((value, at) => value === noise.mask![((at % 140) >> 1) + 70 * Math.floor(at / 280)])).toBe(true);
});

test('a pixel that stands alone keeps its colour', async () => {
  const mask = new Uint8Array(70 * 50);
  mask[20 * 70 + 30] = 255;
  const noise = noiseOn(place);
  const read = await readAll({ ...noise, mask });
  const at = (20 * 70 + 30) * 3;
  const four = [40, 41].flatMap((row) => [60, 61].map((column) => (row * 140 + column) * 3));
  for (const to of four)
    expect([...read.samples.subarray(to, to + 3)]).toEqual([...noise.samples.subarray(at, at + 3)]);
  expect(read.samples.filter((value) => value > 0).length).toBeLessThanOrEqual(12);
});

test('data does not become nodata, and no data is nodata', async () => {
  const image = { ...noiseOn(place, { bands: 1, hasMask: true }), nodata: 90 };
  const { samples, mask } = await readAll(image);
  expect(samples.every((value, at) => (value === 90) === (mask![at] === 0))).toBe(true);
});

test('a window reads its own pixels and three around', async () => {
  const image = imageInMemory(noiseOn(place));
  await doubled(rasterOfImage(image)).read({ column: 40, row: 30, width: 20, height: 10 });
  expect(image.reads).toEqual([{ level: 0, window: { column: 17, row: 12, width: 16, height: 11 } }]);
});

test('who has left: nothing is read', async () => {
  const image = imageInMemory(noiseOn(place));
  const raster = doubled(rasterOfImage(image));
  await expect(raster.read(wholeOf(raster), AbortSignal.abort())).rejects.toThrow(/abort/i);
  expect(image.reads).toEqual([]);
});

test('a window that does not lie in the image is refused', async () => {
  const read = double(noiseOn(place)).read({ column: 130, row: 0, width: 11, height: 1 });
  await expect(read).rejects.toThrow('the window does not lie in the image (140 x 100)');
});

test('the same bytes as ever', async () => {
  const found: Record<string, string> = {};
  for (const bits of [8, 16] as const) {
    for (const bands of [1, 3, 4]) {
      for (const hasMask of [false, true]) {
        found[`${bits} bits, ${bands}${hasMask ? ', holes' : ''}`] = digest(
          await readAll(noiseOn(place, { bits, bands, hasMask })),
        );
      }
    }
  }
  expect(found).toMatchInlineSnapshot(`
    {
      "16 bits, 1": "05e31a2ed002ecea98b81e45538d9b6a",
      "16 bits, 1, holes": "fea6dd742cad23e80887ad6543e86a47",
      "16 bits, 3": "ecb687608837dacdc1fe8ae5ab7de52e",
      "16 bits, 3, holes": "f5aeddfdf2b06afa36fceed2d61e8a28",
      "16 bits, 4": "380ec2dc6c5c7445e28f559aaa253241",
      "16 bits, 4, holes": "bf3639386ae73fdc7057d619753b744c",
      "8 bits, 1": "21b99e74332aeb9af4ad41f335bf2da0",
      "8 bits, 1, holes": "e97e00140a6b245454f9707e1d13a1a7",
      "8 bits, 3": "2b427ef3d1f29fadae2f7ebaa4d3bc07",
      "8 bits, 3, holes": "b65b71b876bcdea001f3844e3207ef39",
      "8 bits, 4": "077dc30f39bd1af1882ce393a7b7cb16",
      "8 bits, 4, holes": "ab2978f794975cd918c9b4a0402162f5",
    }
  `);
});
