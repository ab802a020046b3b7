import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pixelArea } from '../../../server/src/imagery/cut/pixel-area.ts';
import type { Band } from '../../../server/src/imagery/image.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import type { Raster } from '../../../server/src/imagery/raster.ts';
import { cutBytes, rasterBytes } from '../support/cut-bytes.ts';
import { type ImageToMake, ascii, double, drawSamples, makeTiff, short } from '../support/make-image.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { sampleBytes } from '../support/sample-bytes.ts';
import { groundFields, groundedImage } from '../support/source-image.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

const digestOf = async (image: OpenImage): Promise<readonly (readonly [string, string])[]> => {
  const out: (readonly [string, string])[] = [];
  for (const level of image.info.levels.keys()) {
    const { samples, mask } = await image.readPixels(level, wholeLevel(image, level));
    out.push([digest(sampleBytes(samples)), mask === null ? 'none' : digest(mask)]);
  }
  return out;
};

const golden = (name: string) => openBytes(readFileSync(new URL(`../golden/${name}.tif`, import.meta.url)));

const ring = [
  [20.3, 10],
  [140, 30.5],
  [90, 95],
  [30, 80],
  [20.3, 10],
] as const;

const whole = ({ info: { width, height } }: OpenImage) => ({ column: 0, row: 0, width, height });

describe('cuts of files of GDAL', () => {
  // Compressed bytes differ between versions of zlib; what they hold does not.
  const expected: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'jpeg-ycbcr-mask-cog': [
      ['any', '12bd6732bdd55e2aa12055d21b061c49'],
      ['any', '8a2593a172bbe69027935d608f8e6761'],
      ['any', 'fa2e2754599882cd83aba748af51188b'],
    ],
    'lzw-uint16-predictor-big-endian-bigtiff': [
      ['5982e40009a803b69a3090e496d8ab7f', 'dbbe9220a7443abbf81fce6314b19fc8'],
    ],
    'deflate-uint16-planes-mask': [['797a070fdeaa813aa9bb313e4f34ee5f', '022cfbfe276fc78b71a2558bbf97a3d8']],
    'zstd-predictor': [['8cf2eaf857f393ca4f8efa65ff1f8fdd', 'dbbe9220a7443abbf81fce6314b19fc8']],
  };

  test.each([
    'jpeg-ycbcr-mask-cog',
    'lzw-uint16-predictor-big-endian-bigtiff',
    'deflate-uint16-planes-mask',
    'zstd-predictor',
  ])('%s: a polygon of it has the pixels that it had', async (name) => {
    const source = await golden(name);
    const made = await cutBytes(source, { window: whole(source), area: pixelArea([[ring]]) });
    const found = await digestOf(await openBytes(made.bytes));
    // Edges of JPEG are made anew: where they are is certain, their last bit is the encoder's.
    const isExact = source.info.levels[0]!.encoding.compression !== 'jpeg';
    expect(isExact ? found : found.map(([, mask]) => ['any', mask])).toEqual(expected[name]);
  });

  test.each(['jpeg-ycbcr-mask-cog', 'lzw-uint16-predictor-big-endian-bigtiff', 'zstd-predictor'])(
    '%s: the whole of it is what it was, on every level that it had',
    async (name) => {
      const source = await golden(name);
      const made = await cutBytes(source, { window: whole(source) });
      const before = await digestOf(source);
      expect((await digestOf(await openBytes(made.bytes))).slice(0, before.length)).toEqual(before);
    },
  );
});

describe('the same cut', () => {
  test('is the same file, also when made twice at the same time', async () => {
    const source = await golden('jpeg-ycbcr-mask-cog');
    const cut = () => cutBytes(source, { window: whole(source), area: pixelArea([[ring]]) });
    const [one, other] = await Promise.all([cut(), cut()]);
    const third = await cut();
    expect(one.bytes.equals(other.bytes) && one.bytes.equals(third.bytes)).toBe(true);
    expect(one.sha256).toBe(createHash('sha256').update(one.bytes).digest('hex'));
    expect(one.byteLength).toBe(one.bytes.length);
  });
});

const stored = async (image: OpenImage, column: number) =>
  inflateSync((await image.readStoredBlock({ level: 0, of: 'pixels', column, row: 0, plane: 0 }))!);

describe('a cut that ends within a block', () => {
  test('carries nothing of what lies beyond it', async () => {
    const kind = { ...groundedImage, width: 300, height: 140, bands: 1, predictor: 1 } as const;
    const source = await openBytes(makeTiff(kind));
    const made = await openBytes(
      (await cutBytes(source, { window: { column: 128, row: 0, width: 140, height: 128 } })).bytes,
    );
    expect((await stored(made, 0)).equals(await stored(source, 1))).toBe(true);
    const [own, drawn] = [await stored(made, 1), drawSamples(kind)];
    for (let row = 0; row < 128; row++) {
      const wanted = Array.from({ length: 128 }, (_, column) => drawn[row * 300 + 256 + Math.min(column, 11)]);
      expect([...own.subarray(row * 128, row * 128 + 128)], `row ${row}`).toEqual(wanted);
    }
  });
});

describe('every kind of image', () => {
  const kinds = ([8, 16] as const).flatMap((bits) =>
    [1, 2, 3, 4, 8].flatMap((bands) =>
      (['little', 'big'] as const).map((order): ImageToMake => ({
        ...groundedImage,
        width: 300,
        height: 140,
        bits,
        bands,
        order,
        isBig: bands === 4,
        packing: bands === 8 ? 'none' : 'adobe-deflate',
        predictor: bands % 2 === 1 ? 2 : 1,
        arrangement: bands === 2 ? 'planes' : 'pixels',
      })),
    ),
  );
  test.each(kinds)('$bits bits, $bands bands, $order: the pixels are what they were', async (kind) => {
    const source = await openBytes(makeTiff(kind));
    const image = await openBytes((await cutBytes(source, { window: whole(source) })).bytes);
    const { samples, mask } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(kind)))).toBe(true);
    expect(mask).toBeNull();
    expect(image.info.levels.map(({ width }) => width)).toEqual([300, 150, 75]);
  });

  test.each([
    [1, 1],
    [513, 1],
    [1, 513],
  ])('%d x %d pixels', async (width, height) => {
    const kind = { ...groundedImage, width, height };
    const source = await openBytes(makeTiff(kind));
    const image = await openBytes((await cutBytes(source, { window: whole(source) })).bytes);
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(kind)))).toBe(true);
    expect(image.info.isCloudOptimized).toBe(true);
  });
});

const described = async (fields: ImageToMake['fields'], kind: Partial<ImageToMake> = {}) => {
  const source = await openBytes(makeTiff({ ...groundedImage, ...kind, fields: { ...groundFields, ...fields } }));
  const window = { column: 10, row: 20, width: 30, height: 15 };
  return { source: source.info, cut: (await openBytes((await cutBytes(source, { window })).bytes)).info };
};

describe('what is known of an image stays known', () => {
  test('a turned transform', async () => {
    const turned = { 34264: double(0.4, 0.3, 0, 5e5, 0.3, -0.4, 0, 54e5, 0, 0, 0, 0, 0, 0, 0, 1) };
    const { cut } = await described(turned);
    expect(cut.pixelToWorld).toEqual([0.4, 0.3, 5e5 + 0.4 * 10 + 0.3 * 20, 0.3, -0.4, 54e5 + 0.3 * 10 - 0.4 * 20]);
  });

  test('a transform that names the centres of pixels', async () => {
    const { source, cut } = await described({
      34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32633),
    });
    expect(source.pixelToWorld).toEqual([0.5, 0, 499_999.75, 0, -0.5, 5_400_000.25]);
    expect(cut.pixelToWorld).toEqual([0.5, 0, 500_004.75, 0, -0.5, 5_399_990.25]);
  });

  test('a system without a code, by its keys', async () => {
    const keys = [
      3072, 0, 1, 32767, 3074, 0, 1, 32767, 3075, 0, 1, 1, 3080, 34736, 1, 0, 3081, 34736, 1, 1, 3092, 34736, 1, 2,
    ];
    const { source, cut } = await described({
      34735: short(1, 1, 0, 9, 1024, 0, 1, 1, 1025, 0, 1, 1, 2048, 0, 1, 4326, ...keys),
      34736: double(9.5, 40, 0.9999),
      34737: ascii('own|'),
    });
    expect(source.crs).toMatchObject({ proj4: expect.stringContaining('+proj=tmerc') });
    expect(cut.crs).toEqual(source.crs);
    expect(cut.geoKeys).toEqual(source.geoKeys);
  });

  test('nodata that no sample can have, names, colours and notes of bands; statistics of the whole do not', async () => {
    const xml = `<GDALMetadata>
      <Item name="ACQUIRED">a &amp;lt; b &amp;amp; "c"</Item><Item name="STATISTICS_X">1</Item>
      <Item name="DESCRIPTION" sample="1" role="description">red edge</Item>
      <Item name="COLORINTERP" sample="0" role="colorinterp">Blue</Item>
      <Item name="SCALE" sample="0" role="scale">0.01</Item><Item name="STATISTICS_MEAN" sample="0">4</Item>
    </GDALMetadata>`;
    const { cut } = await described({ 42112: ascii(xml), 42113: ascii('-9999') }, { bands: 4, bits: 16 });
    expect(cut.metadata).toEqual({ ACQUIRED: 'a < b & "c"' });
    expect(cut.bands.map(({ name, color }) => [name, color])).toEqual([
      [null, 'blue'],
      ['red edge', 'green'],
      [null, 'blue'],
      [null, 'undefined'],
    ]);
    expect(cut.bands[0]!.metadata).toEqual({ SCALE: '0.01' });
    expect([cut.nodata, cut.gdal.nodata, cut.validity]).toEqual([null, '-9999', 'all']);
    // What GDAL reads as more than a note stays that.
    expect(cut.gdal.metadata).toContain('<Item name="SCALE" sample="0" role="scale">0.01</Item>');
  });

  test('an alpha band becomes the mask', async () => {
    const source = await openBytes(
      makeTiff({ ...groundedImage, bands: 4, fields: { ...groundFields, 338: short(2) } }),
    );
    const image = await openBytes((await cutBytes(source, { window: whole(source) })).bytes);
    expect(image.info).toMatchObject({ validity: 'mask', alphaBand: null });
    expect(image.info.bands.map(({ color }) => color)).toEqual(['red', 'green', 'blue']);
    const [before, after] = [await source.readPixels(0, whole(source)), await image.readPixels(0, whole(source))];
    const alpha = before.mask!;
    expect(alpha.includes(0) && alpha.some((value) => value > 0 && value < 255)).toBe(true);
    expect([...after.mask!]).toEqual([...alpha].map((value) => (value === 0 ? 0 : 255)));
    expect(
      after.samples.every((value, at) => value === (alpha[Math.floor(at / 3)] === 0 ? 0 : before.samples[at])),
    ).toBe(true);
  });
});

describe('rasters of any kind', () => {
  const grey: Band = { name: 'depth', color: 'grey', metadata: {} };
  const raster = (over: Partial<Raster> = {}): Raster => ({
    width: 200,
    height: 150,
    crs: { epsg: 4326 },
    pixelToWorld: [0.001, 0, 12, 0, -0.001, 48],
    sampleType: 'uint16',
    bands: [grey],
    hasMask: true,
    nodata: null,
    read: ({ column, row, width, height }) => {
      const samples = Uint16Array.from({ length: width * height }, (_, at) => 7 * (column + (at % width)) + row);
      const mask = Uint8Array.from({ length: width * height }, (_, at) => (at % 5 === 0 ? 0 : 255));
      return Promise.resolve({ width, height, bands: [0], samples, mask });
    },
    ...over,
  });
  const format = { compression: 'deflate', predictor: 2 } as const;

  test('become files with a mask, or with nodata where they have a value for it', async () => {
    for (const nodata of [null, 3]) {
      const made = await rasterBytes(raster({ nodata }), { format, tileSize: 128 });
      const image = await openBytes(made.bytes);
      expect(image.info).toMatchObject({ validity: nodata === null ? 'mask' : 'nodata', nodata, crs: { epsg: 4326 } });
      const read = await image.readPixels(0, { column: 0, row: 0, width: 128, height: 2 });
      expect([...read.samples.subarray(0, 7)]).toEqual([nodata ?? 0, 7, 14, 21, 28, nodata ?? 0, 42]);
      expect([...read.mask!.subarray(0, 7)]).toEqual([0, 255, 255, 255, 255, 0, 255]);
      expect(image.info.levels.map(({ width, height }) => [width, height])).toEqual([
        [200, 150],
        [100, 75],
      ]);
    }
  });

  test('an area without a pixel gives a file without data', async () => {
    const made = await rasterBytes(raster({ hasMask: false }), { format, tileSize: 128, area: pixelArea([]) });
    const image = await openBytes(made.bytes);
    const { samples, mask } = await image.readPixels(0, wholeLevel(image));
    expect([samples.some((value) => value !== 0), mask!.some((value) => value !== 0)]).toEqual([false, false]);
  });

  test('what JPEG cannot hold is refused as such', async () => {
    const jpeg = { compression: 'jpeg', quality: 80, subsampling: '4:2:0' } as const;
    for (const over of [
      {},
      { sampleType: 'uint8', bands: [grey, grey] },
      { sampleType: 'uint8', bands: [grey, grey, grey] },
    ] as const) {
      await expect(rasterBytes(raster(over), { format: jpeg })).rejects.toMatchObject({ kind: 'invalid_parameters' });
    }
  });
});
