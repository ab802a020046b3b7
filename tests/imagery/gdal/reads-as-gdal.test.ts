import { afterAll, describe, expect, test } from 'vitest';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import { type GdalCase, findGdal, makeGdalFiles } from '../support/gdal.ts';
import { sampleBytes } from '../support/sample-bytes.ts';

const python = findGdal();
const files =
  python === null
    ? null
    : makeGdalFiles(python, 'matrix', 'wide', 'jpeg', 'validity', 'odd', 'sparse', 'cloud_optimized');
const cases = files?.cases ?? [];
const reader = createTiffReader({ localRoots: ['/'] });

afterAll(() => files?.remove());

const named = (prefix: string) => cases.filter(({ name }) => name.startsWith(prefix));

async function withImage<T>(name: string, use: (image: OpenImage) => Promise<T> | T): Promise<T> {
  const image = await reader.open(files!.path(`${name}.tif`));
  try {
    return await use(image);
  } finally {
    await image.close();
  }
}

/** GDAL's mask flags: 1 all valid, 2 per dataset, 4 alpha, 8 nodata. */
const validityOf = ({ maskFlags, nodata, type, colors }: GdalCase): string => {
  // This GDAL looks for alpha in the last of 2 or 4 bands alone.
  if (maskFlags & 4 || colors.includes('Alpha')) return 'alpha';
  if (maskFlags & 2) return 'mask';
  // What is not a number is no data here, whether a file says so or not.
  if (type === 'Float32') return 'nodata';
  if (type !== 'Byte' && type !== 'UInt16') return maskFlags & 8 ? 'nodata' : 'all';
  const isPossible = nodata !== null && nodata >= 0 && nodata <= (type === 'Byte' ? 255 : 65535);
  return maskFlags & 8 && isPossible ? 'nodata' : 'all';
};

async function expectSame(each: GdalCase): Promise<void> {
  await withImage(each.name, async (image) => {
    const { info } = image;
    expect(info.levels.map(({ width, height }) => [width, height])).toEqual(
      each.levels.map((l) => [l.width, l.height]),
    );
    expect(info.bands.length).toBe(each.bands);
    expect(info.sampleType).toBe(each.type === 'Byte' ? 'uint8' : each.type.toLowerCase());
    expect(info.validity).toBe(validityOf(each));
    expect(info.isCloudOptimized).toBe(each.isCloudOptimized);
    expect(info.bands.map(({ color }) => color)).toEqual(
      each.colors.map((name) => name.toLowerCase().replace('gray', 'grey')),
    );
    const bands = [...info.bands.keys()];
    for (const [index, { raw, width, height }] of each.levels.entries()) {
      const { samples, mask } = await image.readPixels(index, { column: 0, row: 0, width, height }, { bands });
      expect(sampleBytes(samples).equals(files!.bytes(raw)), `pixels of level ${index}`).toBe(true);
      // A mask by nodata is one for all bands here and one for each band in GDAL.
      if (info.validity === 'nodata' && each.bands > 1) continue;
      if (info.sampleType === 'float32') continue;
      if (info.validity === 'alpha' && (each.maskFlags & 4) === 0) continue;
      const theirs = files!.bytes(`${raw}.mask`);
      expect(Buffer.from(mask ?? new Uint8Array(width * height).fill(255)).equals(theirs), `mask of ${index}`).toBe(
        true,
      );
    }
  });
}

describe.skipIf(files === null)('pixels, masks and overviews are GDAL’s own, bit for bit', () => {
  test.each(named('m-'))('$name', expectSame);
  test.each(named('w-'))('$name', expectSame);
  test.each(named('jpeg-'))('$name', expectSame);
  test.each([...named('mask-'), ...named('alpha-'), ...named('nodata-')])('$name', expectSame);
  test.each([...named('sparse-'), ...named('cog-'), ...named('odd-')])('$name', expectSame);

  test('a JPEG file without shared tables was among them', () =>
    withImage('jpeg-tables-0', ({ info }) => expect(info.levels[0]!.encoding.jpegTables).toBeNull()));
});

describe.skipIf(files === null)('any window is the same cut of the whole', () => {
  const windows = [
    { column: 0, row: 0, width: 1, height: 1 },
    { column: 149, row: 100, width: 1, height: 1 },
    { column: 63, row: 31, width: 2, height: 2 },
    { column: 13, row: 5, width: 101, height: 77 },
    { column: 64, row: 32, width: 64, height: 32 },
  ];
  test.each(named('m-').filter((_, index) => index % 7 === 0))(
    '$name',
    async ({ name, bands: count, type, levels }) => {
      const whole = files!.bytes(levels[0]!.raw);
      const bytesPerSample = type === 'Byte' ? 1 : 2;
      await withImage(name, async (image) => {
        for (const window of windows) {
          const bands = [count - 1, 0];
          const { samples } = await image.readPixels(0, window, { bands });
          const wanted: number[] = [];
          for (let row = 0; row < window.height; row++) {
            for (let column = 0; column < window.width; column++) {
              for (const band of bands) {
                const at = (((window.row + row) * 150 + window.column + column) * count + band) * bytesPerSample;
                wanted.push(bytesPerSample === 1 ? whole[at]! : whole.readUInt16LE(at));
              }
            }
          }
          expect([...samples]).toEqual(wanted);
        }
      });
    },
  );
});
