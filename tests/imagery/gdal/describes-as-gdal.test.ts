import proj4 from 'proj4';
import { afterAll, describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { worldOf } from '../../../server/src/imagery/georeference.ts';
import { degrees, proj4TextOf } from '../../../server/src/imagery/known-systems.ts';
import type { ImageInfo } from '../../../server/src/imagery/image.ts';
import { findGdal, makeGdalFiles } from '../support/gdal.ts';

const python = findGdal();
const files = python === null ? null : makeGdalFiles(python, 'systems', 'metadata', 'refused');
const reader = createTiffReader({ localRoots: ['/'] });
const systems = (files?.cases ?? []).filter(({ name }) => name.startsWith('crs-'));

afterAll(() => files?.remove());

async function infoOf(name: string): Promise<ImageInfo> {
  const image = await reader.open(files!.path(`${name}.tif`));
  await image.close();
  return image.info;
}

// National datums whose grid files are not everywhere: both sides use parameters, and not quite the same.
const digitsOf = (epsg: string) => (['27700', '28992', '2056'].includes(epsg) ? 4 : 7);

describe.skipIf(files === null)('georeferencing is GDAL’s', () => {
  test.each(systems)('$name: pixel to world', async ({ name, transform }) => {
    const { pixelToWorld } = await infoOf(name);
    const [c, a, b, f, d, e] = transform ?? [];
    const rounded = pixelToWorld?.map((value) => Number(value.toFixed(9))) ?? null;
    expect(rounded).toEqual(transform === null ? null : [a, b, c, d, e, f]);
  });

  test.each(systems.filter(({ epsg }) => epsg !== null))('$name: EPSG code', async ({ name, epsg }) => {
    expect((await infoOf(name)).crs).toEqual({ epsg: Number(epsg) });
  });

  test.each(systems.filter(({ name }) => name.startsWith('crs-text')))('$name: the same place', async (each) => {
    const { crs, pixelToWorld, width, height } = await infoOf(each.name);
    const { proj4: text } = crs as { proj4: string };
    const corners = [worldOf(pixelToWorld!, 0, 0), worldOf(pixelToWorld!, width, height)];
    const lonLat = corners.map((corner) => proj4(text, 'EPSG:4326', [...corner]));
    for (const [index, [longitude, latitude]] of each.lonLat!.entries()) {
      expect(lonLat[index]![0], `by ${text}`).toBeCloseTo(longitude, 7);
      expect(lonLat[index]![1], `by ${text}`).toBeCloseTo(latitude, 7);
    }
  });

  const known = systems.filter(({ epsg }) => epsg !== null && proj4TextOf({ epsg: Number(epsg) }) !== null);

  test.each(known)('$name: longitude and latitude', async ({ name, epsg, lonLat }) => {
    const { pixelToWorld, width, height } = await infoOf(name);
    const toDegrees = createProjections().between({ epsg: Number(epsg) }, degrees);
    const corners = [worldOf(pixelToWorld!, 0, 0), worldOf(pixelToWorld!, width, height)];
    for (const [index, [longitude, latitude]] of lonLat!.entries()) {
      const [x, y] = toDegrees(...corners[index]!);
      expect(x).toBeCloseTo(longitude, digitsOf(epsg!));
      expect(y).toBeCloseTo(latitude, digitsOf(epsg!));
    }
  });

  test('most of the systems were known', () => expect(known.length).toBeGreaterThan(35));

  test('a file that names no system has none', async () => {
    expect(await infoOf('crs-none')).toMatchObject({ crs: null });
  });

  test('names, colours and metadata of bands are kept', async () => {
    const info = await infoOf('metadata');
    expect(info.bands.map(({ name }) => name)).toEqual(['blue', 'green', 'red', 'nir']);
    expect(info.bands.map(({ color }) => color)).toEqual(['blue', 'green', 'red', 'undefined']);
    expect(info.bands.map(({ metadata }) => metadata['WAVELENGTH'])).toEqual(['450', '550', '650', '750']);
    expect(info.metadata).toEqual({ ACQUIRED: '2026-05-01T10:00:00Z', ODD: `a < b & "c" > 'd' é` });
    expect(info.gdal.metadata).toContain('<GDALMetadata>');
  });
});

describe.skipIf(files === null)('what is not read is refused by its name when the file is opened', () => {
  const reasons: Readonly<Record<string, RegExp>> = {
    PACKBITS: /PackBits compression is not supported/,
    LZMA: /LZMA compression is not supported/,
    WEBP: /WebP compression is not supported/,
    LERC: /LERC compression is not supported/,
    CCITTFAX4: /1 bits are not supported/,
    NBITS4: /samples of 4 bits are not supported/,
    MINISWHITE: /MinIsWhite/,
    PALETTE: /colour palette/,
    CMYK: /CMYK/,
    CIELAB: /CIELab/,
    Float64: /floating point samples of 64 bits are not supported/,
    CFloat32: /64 bits|complex/,
  };
  test.each(Object.entries(reasons))('%s', async (name, reason) => {
    await expect(reader.open(files!.path(`refused-${name}.tif`))).rejects.toMatchObject({
      name: 'PlatformError',
      kind: 'invalid_parameters',
      message: expect.stringMatching(reason) as unknown,
    });
  });
});
