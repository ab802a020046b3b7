import { describe, expect, test } from 'vitest';
import { parseGdalMetadata } from '../../server/src/adapters/tiff/gdal-metadata.ts';
import { type PixelToWorld, invert, isUsable, scaleTo, worldOf } from '../../server/src/imagery/georeference.ts';
import { proj4TextOf } from '../../server/src/imagery/known-systems.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { type ImageToMake, ascii, double, makeTiff, plainImage, short } from './support/make-image.ts';
import { openBytes } from './support/open-bytes.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const infoOf = async (fields: ImageToMake['fields'], more: Partial<ImageToMake> = {}) =>
  (await openBytes(makeTiff({ ...plainImage, ...more, fields: fields! }))).info;

/** Keys with their values in place, or in the list of doubles where they are not whole. */
function geoKeys(keys: Readonly<Record<number, number>>): NonNullable<ImageToMake['fields']> {
  const inDoubles = Object.entries(keys).filter(
    ([key]) => Number(key) >= 3077 || [2057, 2059, 2061].includes(Number(key)),
  );
  const entries = Object.entries(keys).flatMap(([key, value]) => {
    const at = inDoubles.findIndex(([each]) => each === key);
    return at === -1 ? [Number(key), 0, 1, value] : [Number(key), 34_736, 1, at];
  });
  return {
    34735: short(1, 1, 0, Object.keys(keys).length, ...entries),
    34736: double(...inDoubles.map(([, value]) => value), 0),
  };
}

const placed = { 33550: double(0.5, 0.25, 0), 33922: double(10, 20, 0, 1000, 2000, 0) };

describe('where pixels lie', () => {
  test('scale and a tie point that is not the corner, in both byte orders', async () => {
    for (const order of ['little', 'big'] as const) {
      expect((await infoOf(placed, { order })).pixelToWorld).toEqual([0.5, 0, 995, 0, -0.25, 2005]);
    }
  });

  test('a negative scale means the same', async () => {
    const { pixelToWorld } = await infoOf({ ...placed, 33550: double(0.5, -0.25, 0) });
    expect(pixelToWorld).toEqual([0.5, 0, 995, 0, -0.25, 2005]);
  });

  test('a tie point of a pixel’s centre lies half a pixel inside', async () => {
    const { pixelToWorld } = await infoOf({ ...placed, ...geoKeys({ 1025: 2 }) });
    expect(pixelToWorld).toEqual([0.5, 0, 994.75, 0, -0.25, 2005.125]);
  });

  test('a matrix goes before scale and tie point', async () => {
    const matrix = double(0.4, 0.3, 0, 7, 0.3, -0.4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1);
    expect((await infoOf({ ...placed, 34264: matrix })).pixelToWorld).toEqual([0.4, 0.3, 7, 0.3, -0.4, 8]);
  });

  test.each([
    ['a scale of nothing', { ...placed, 33550: double(0, 0, 0) }],
    ['a scale that is not a number', { ...placed, 33550: double(Number.NaN, 1, 0) }],
    ['tie points alone', { 33922: placed[33922] }],
    ['a short matrix', { 34264: double(1, 0, 0, 0) }],
    ['a matrix onto a line', { 34264: double(1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1) }],
  ])('%s is no georeference', async (_, fields) => {
    expect((await infoOf(fields)).pixelToWorld).toBeNull();
  });
});

describe('which system', () => {
  test.each([
    ['a projected code', { 1024: 1, 3072: 32_633 }, { epsg: 32_633 }],
    ['a geographic code', { 1024: 2, 2048: 4326 }, { epsg: 4326 }],
    ['a code without its model', { 3072: 3857 }, { epsg: 3857 }],
    ['UTM spelled out', { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_033 }, { epsg: 32_633 }],
    ['southern UTM spelled out', { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_133 }, { epsg: 32_733 }],
    [
      'transverse Mercator in US feet',
      {
        1024: 1,
        3072: 32_767,
        2048: 4269,
        3075: 1,
        3076: 9003,
        3080: -74,
        3081: 40,
        3082: 3937,
        3083: 0,
        3092: 0.9999,
      },
      { proj4: '+proj=tmerc +lat_0=40 +lon_0=-74 +k=0.9999 +x_0=1200 +y_0=0 +datum=NAD83 +units=us-ft +no_defs' },
    ],
    [
      'an ellipsoid of its own',
      { 1024: 2, 2048: 32_767, 2057: 6_378_200, 2059: 298 },
      { proj4: '+proj=longlat +a=6378200 +rf=298 +no_defs' },
    ],
    ['a method that is not known', { 1024: 1, 3072: 32_767, 2048: 4326, 3075: 27 }, null],
    ['angles in grads', { 1024: 1, 3072: 32_767, 2048: 4326, 2054: 9105, 3075: 1 }, null],
    ['a geocentric system', { 1024: 3, 2048: 4978 }, null],
    [
      'Mercator that is true at a latitude',
      { 1024: 1, 3072: 32_767, 2048: 4326, 3075: 7, 3078: 42, 3080: 10, 3082: 0, 3083: 0 },
      { proj4: '+proj=merc +lon_0=10 +lat_ts=42 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs' },
    ],
    [
      'UTM in kilometres',
      { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_033, 3076: 9036 },
      { proj4: '+proj=utm +zone=33 +datum=WGS84 +to_meter=1000 +no_defs' },
    ],
    [
      'a unit that is told by its size alone',
      { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_033, 3077: 0.3048 },
      { proj4: '+proj=utm +zone=33 +datum=WGS84 +to_meter=0.3048 +no_defs' },
    ],
    ['a unit that is not known', { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_033, 3076: 9014 }, null],
    ['a known code in feet', { 1024: 1, 3072: 32_633, 3076: 9003 }, null],
    ['a known code in grads', { 1024: 2, 2048: 4258, 2054: 9105 }, null],
    ['a code that is not known, in feet', { 1024: 1, 3072: 2263, 3076: 9003 }, { epsg: 2263 }],
    ['longitudes from Paris', { 1024: 2, 2048: 32_767, 2051: 8903, 2056: 7022 }, null],
    ['longitudes from a place of its own', { 1024: 2, 2048: 32_767, 2056: 7022, 2061: 2.5 }, null],
    ['a datum that is not known here', { 1024: 2, 2048: 32_767, 2050: 6314, 2056: 7004 }, null],
    ['a system below it that is not known here', { 1024: 1, 3072: 32_767, 2048: 4267, 3074: 16_014, 2056: 7008 }, null],
    ['nothing', {}, null],
  ])('%s', async (_, keys, crs) => {
    expect((await infoOf({ ...placed, ...geoKeys(keys) })).crs).toEqual(crs);
  });

  test.each([
    ['moves', [-87, -98, -121]],
    ['moves, turns and stretches', [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7]],
  ])('a datum of its own that %s to WGS 84', async (_, numbers) => {
    const keys = [1024, 0, 1, 2, 2048, 0, 1, 32_767, 2050, 0, 1, 32_767, 2056, 0, 1, 7004];
    const fields = {
      ...placed,
      34735: short(1, 1, 0, 5, ...keys, 2062, 34_736, numbers.length, 1),
      34736: double(0, ...numbers),
    };
    expect((await infoOf(fields)).crs).toEqual({
      proj4: `+proj=longlat +ellps=bessel +towgs84=${numbers.join(',')} +no_defs`,
    });
  });

  test('keys that point beyond their lists are left out', async () => {
    const fields = { ...placed, 34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 3072, 34_736, 1, 900, 2048, 34_737, 5, 900) };
    expect((await infoOf(fields)).crs).toBeNull();
  });

  test('zones are computed, other codes listed, the rest unknown', () => {
    expect(proj4TextOf({ epsg: 32_601 })).toContain('+zone=1 +datum=WGS84');
    expect(proj4TextOf({ epsg: 32_760 })).toContain('+zone=60 +south');
    expect(proj4TextOf({ epsg: 25_832 })).toContain('+zone=32 +ellps=GRS80');
    expect([32_600, 32_661, 32_700, 32_761, 25_839, 1].map((epsg) => proj4TextOf({ epsg }))).toEqual(
      Array(6).fill(null),
    );
  });
});

describe('transforms', () => {
  test('world and back, of chance', () => {
    const random = createRandom(testSeed());
    for (let round = 0; round < 500; round++) {
      const transform = Array.from({ length: 6 }, () => random.next() * 20 - 10) as unknown as PixelToWorld;
      if (Math.abs(transform[0] * transform[4] - transform[1] * transform[3]) < 0.1) continue;
      const [column, row] = [random.below(1000), random.below(1000)];
      const [x, y] = worldOf(invert(transform)!, ...worldOf(transform, column, row));
      expect(Math.hypot(x - column, y - row)).toBeLessThan(1e-6);
    }
  });

  test('an overview covers the same ground', () => {
    const scaled = scaleTo([0.5, 0, 100, 0, -0.5, 200], { width: 101, height: 51 }, { width: 51, height: 26 });
    expect(worldOf(scaled, 51, 26)).toEqual([150.5, 174.5]);
    expect(isUsable(scaled)).toBe(true);
  });
});

describe('GDAL’s own metadata', () => {
  test('names, values twice escaped, domains left out, nonsense passed over', async () => {
    const xml = `<GDALMetadata>
  <Item name="A">1 &amp;lt; 2 &amp;amp; &#233;</Item>
  <Item name="B" domain="RPC">hidden</Item>
  <Item name="DESCRIPTION" sample="1" role="description">near infrared</Item>
  <Item name="WAVE" sample="1">842</Item>
  <Item name="COLORINTERP" sample="2" role="colorinterp">Alpha</Item>
  <Item name="__proto__">x</Item>
  <Item>no name</Item><Item name="open">never closed
</GDALMetadata>`;
    const info = await infoOf({ 42112: ascii(xml) });
    expect(Object.entries(info.metadata)).toEqual([
      ['A', '1 < 2 & é'],
      ['__proto__', 'x'],
    ]);
    expect(info.bands.map(({ name }) => name)).toEqual([null, 'near infrared', null]);
    expect(info.bands[1]!.metadata).toEqual({ WAVE: '842' });
    expect(info).toMatchObject({ alphaBand: 2, validity: 'alpha', gdal: { metadata: xml } });
  });

  test('a megabyte made to be slow is not', () => {
    const started = cpuMs();
    for (const piece of ['a', ' a', '<Item ', '<Item a="', '<Item name="x">', '&amp;', ' a="']) {
      parseGdalMetadata(`<Item ${piece.repeat(1_000_000 / piece.length)}></Item>`);
    }
    expect(cpuMs() - started).toBeLessThan(5_000);
  });
});
