import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { GroundGrid } from '../../../server/src/imagery/raster.ts';
import { type WarpOptions, warped } from '../../../server/src/imagery/resample/warped.ts';
import { digest, draws, gridOf, noiseOn, partition, readInParts, samplesOf, wholeOf } from './draw.ts';
import { imageInMemory } from './image-in-memory.ts';

const projections = createProjections();
const kernels = ['nearest', 'bilinear', 'cubic'] as const;
const [x, y] = [500_000, 5_400_000];
const place = gridOf(120, 90, 32633, [0.5, 0, x, 0, -0.5, y]);

const slopeAt = (column: number, row: number) => 2000 + 150 * column + 50 * row;

const readAll = (image: ReturnType<typeof imageInMemory>, target: GroundGrid, options: WarpOptions) =>
  warped(image, target, projections, options).read(wholeOf(target));

/** Around the middle of `place`, in the next zone. */
function nextZone(pixel: number, width: number, height = width): GroundGrid {
  const [east, north] = projections.between({ epsg: 32633 }, { epsg: 32634 })(x + 30, y - 22);
  return gridOf(width, height, 32634, [pixel, 0, east - (pixel * width) / 2, 0, -pixel, north + (pixel * height) / 2]);
}

describe('a warp onto the same grid', () => {
  test.each(kernels.flatMap((kernel) => [8, 16].map((bits) => [kernel, bits as 8 | 16] as const)))(
    'is the image itself: %s, %i bits, with and without a mask',
    async (kernel, bits) => {
      for (const hasMask of [false, true]) {
        const noise = noiseOn(place, { bits, bands: 4, hasMask });
        const { samples, mask } = await readAll(imageInMemory(noise), place, { kernel });
        expect(mask).toEqual(noise.mask);
        const wanted = noise.samples.map((value, at) => (noise.mask?.[Math.floor(at / 4)] === 0 ? 0 : value));
        expect(Buffer.from(samples.buffer).equals(Buffer.from(wanted.buffer))).toBe(true);
      }
    },
  );

  test('moved by whole pixels, it is the image beside itself', async () => {
    const noise = noiseOn(place);
    const target = { ...place, width: 10, height: 8, pixelToWorld: [0.5, 0, x + 20, 0, -0.5, y - 15] as const };
    for (const kernel of kernels) {
      const { samples, mask } = await readAll(imageInMemory(noise), target, { kernel });
      expect(mask).toBeNull();
      expect([...samples.subarray(0, 30)]).toEqual([
        ...noise.samples.subarray((30 * 120 + 40) * 3, (30 * 120 + 50) * 3),
      ]);
    }
  });

  test('turned by a quarter, columns are rows', async () => {
    const noise = noiseOn(gridOf(20, 20, 32633, [1, 0, 0, 0, -1, 20]), { bands: 1 });
    const target = gridOf(20, 20, 32633, [0, -1, 20, -1, 0, 20]);
    for (const kernel of kernels) {
      const { samples } = await readAll(imageInMemory(noise), target, { kernel });
      const wanted = samples.map((_, at) => noise.samples[(at % 20) * 20 + 19 - Math.floor(at / 20)]!);
      expect([...samples]).toEqual([...wanted]);
    }
  });
});

describe('what is plain stays plain', () => {
  test.each(kernels.flatMap((kernel) => [0, 1, 128, 255].map((value) => [kernel, value] as const)))(
    '%s keeps %i',
    async (kernel, value) => {
      for (const bits of [8, 16] as const) {
        const samples = samplesOf(bits, 120 * 90).fill(value);
        const image = imageInMemory({ ...place, bands: 1, samples, mask: null });
        const read = await readAll(image, nextZone(0.37, 100), { kernel });
        expect(read.mask!.every((each) => each === 255)).toBe(true);
        expect(read.samples.every((each) => each === value)).toBe(true);
      }
    },
  );

  test.each(['bilinear', 'cubic'] as const)('%s keeps a slope', async (kernel) => {
    const samples = samplesOf(16, 120 * 90).map((_, at) => slopeAt(at % 120, Math.floor(at / 120)));
    const target = gridOf(60, 40, 32633, [0.7, 0.1, x + 8, 0.05, -0.6, y - 9]);
    const read = await readAll(imageInMemory({ ...place, bands: 1, samples, mask: null }), target, { kernel });
    expect(read.mask).toBeNull();
    const misses = [...read.samples].map((value, at) => {
      const [column, row] = [(at % 60) + 0.5, Math.floor(at / 60) + 0.5];
      const [east, north] = [0.7 * column + 0.1 * row + 8, 0.05 * column - 0.6 * row - 9];
      return Math.abs(value - slopeAt(east / 0.5 - 0.5, -north / 0.5 - 0.5));
    });
    expect(Math.max(...misses)).toBeLessThan(1);
  });
});

describe('any way of cutting a read into windows gives the same bytes', () => {
  const half = { width: 60, height: 45 };
  const overviews = [{ ...half, ...noiseOn({ ...place, ...half }, { hasMask: true }), ...half }];
  const sources = {
    plain: noiseOn(place),
    'with holes': noiseOn(place, { hasMask: true }),
    '16 bits': noiseOn(place, { bits: 16, bands: 2, hasMask: true }),
    'with an overview': { ...noiseOn(place, { hasMask: true }), overviews },
  };
  const targets = {
    'next zone': nextZone(0.43, 180, 130),
    'next zone, half': nextZone(1.1, 70, 60),
    'next zone, a sixth': nextZone(3, 40, 30),
    'a large grid': nextZone(0.06, 1100, 800),
    shifted: { ...place, pixelToWorld: [0.41, 0.03, x + 3.33, -0.02, -0.44, y - 1.1] as const },
    'the whole world': gridOf(256, 256, 3857, [156_543, 0, -20_037_504, 0, -156_543, 20_037_504]),
  };
  const cases = Object.keys(sources).flatMap((source) =>
    Object.keys(targets).map((target) => [source, target] as const),
  );
  test.each(cases)('%s, %s', async (source, target) => {
    for (const [index, kernel] of kernels.entries()) {
      const image = imageInMemory(sources[source as keyof typeof sources]);
      const raster = warped(image, targets[target as keyof typeof targets], projections, { kernel });
      const whole = await raster.read(wholeOf(raster));
      const parts = partition(wholeOf(raster), draws(index + 7));
      expect(parts.length).toBeGreaterThan(3);
      expect(digest(await readInParts(raster, parts))).toBe(digest(whole));
      // A scene smaller than a pixel need not hold the middle of one.
      const isSeen = whole.mask?.some((value) => value > 0) ?? true;
      expect(isSeen || kernel === 'nearest').toBe(true);
    }
  });
});

test.each(['bilinear', 'cubic'] as const)(
  '%s: eight bits in whole numbers are what sixteen are in fractions, within 1',
  async (kernel) => {
    for (const bands of [1, 3, 4]) {
      const noise = noiseOn(place, { bands, hasMask: true });
      const wide = { ...noise, samples: Uint16Array.from(noise.samples) };
      const target = nextZone(0.43, 150, 120);
      const eight = await readAll(imageInMemory(noise), target, { kernel });
      const sixteen = await readAll(imageInMemory(wide), target, { kernel });
      const misses = [...eight.samples].map((value, at) => Math.abs(value - Math.min(255, sixteen.samples[at]!)));
      expect(Math.max(...misses)).toBeLessThanOrEqual(1);
      expect(eight.mask).toEqual(sixteen.mask);
    }
  },
);

test('bands are given as they are asked for', async () => {
  const noise = noiseOn(place, { bands: 4 });
  const raster = warped(imageInMemory(noise), place, projections, { kernel: 'cubic', bands: [2, 0] });
  const { bands, samples } = await raster.read({ column: 7, row: 5, width: 1, height: 1 });
  const at = (5 * 120 + 7) * 4;
  expect([bands, [...samples]]).toEqual([
    [2, 0],
    [noise.samples[at + 2], noise.samples[at]],
  ]);
  expect(raster.bands.length).toBe(2);
});

test('data does not become nodata: a pixel that comes out as it is moved by one', async () => {
  const samples = new Uint8Array(120 * 90).map((_, at) => (at % 2 === 0 ? 99 : 101));
  const mask = new Uint8Array(120 * 90).fill(255);
  const image = imageInMemory({ ...place, bands: 1, samples, mask, nodata: 100 });
  const target = { ...place, width: 50, pixelToWorld: [0.5, 0, x + 0.25, 0, -0.5, y] as const };
  const read = await readAll(image, target, { kernel: 'bilinear' });
  expect(new Set(read.samples)).toEqual(new Set([99]));
});

test('where there is no data, samples are the nodata value', async () => {
  const image = imageInMemory({ ...noiseOn(place, { hasMask: true }), nodata: 7 });
  const raster = warped(image, nextZone(0.5, 400), projections, { kernel: 'cubic' });
  const { samples, mask } = await raster.read(wholeOf(raster));
  const empty = [...mask!.keys()].filter((pixel) => mask![pixel] === 0);
  expect(raster.nodata).toBe(7);
  expect(empty.length).toBeGreaterThan(1000);
  expect(empty.every((pixel) => samples.subarray(pixel * 3, pixel * 3 + 3).every((value) => value === 7))).toBe(true);
});

test('the same bytes as ever', async () => {
  const [zone, turned] = [nextZone(0.43, 64), gridOf(64, 64, 32633, [0.4, 0.11, x + 5, 0.09, -0.43, y - 4])];
  const found: Record<string, string> = {};
  for (const kernel of kernels) {
    for (const bits of [8, 16] as const) {
      const image = imageInMemory(noiseOn(place, { bits, hasMask: true }));
      found[`${kernel} ${bits}`] = digest(await readAll(image, turned, { kernel }));
      found[`${kernel} ${bits} zone`] = digest(await readAll(image, zone, { kernel }));
    }
  }
  expect(found).toMatchInlineSnapshot(`
    {
      "bilinear 16": "83d7863a73393724e34e39a0867530df",
      "bilinear 16 zone": "0bf97e0c6dda3061581d4ac99ed88cf7",
      "bilinear 8": "bf215c8eecb4e27e8e4413dc31a7faf1",
      "bilinear 8 zone": "82859b76258e2c17f3c2612df68d046e",
      "cubic 16": "e291d6ea94315de2f05ed4b4aa663ed3",
      "cubic 16 zone": "8885ed85474b6d1592d318ff467f812e",
      "cubic 8": "b64ff4130c06f7576a59136c23b9bd88",
      "cubic 8 zone": "137bcc12c7f1d43104150697711dcf64",
      "nearest 16": "823dfef0d85abf2faf7ecb9c96218d25",
      "nearest 16 zone": "a8e31a559c9ae159a4d4fac976b7c7a7",
      "nearest 8": "f1740c1cb1487aa6ae095f42bfdb3901",
      "nearest 8 zone": "3c6e316f333e34dcab76e6d10f65c3ea",
    }
  `);
});
