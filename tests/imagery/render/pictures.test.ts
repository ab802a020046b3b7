import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createSharpEncoder } from '../../../server/src/adapters/pictures/sharp-encoder.ts';
import type { BandColor, ImageInfo } from '../../../server/src/imagery/image.ts';
import type { Picture } from '../../../server/src/imagery/ports.ts';
import { chooseBands } from '../../../server/src/imagery/render/choose-bands.ts';
import { laidUnder } from '../../../server/src/imagery/render/lay-under.ts';
import type { BandFacts } from '../../../server/src/imagery/render/look.ts';
import { paint, toBytes } from '../../../server/src/imagery/render/paint.ts';
import { thumbnailOf } from '../../../server/src/imagery/render/thumbnail.ts';
import { tileBox, tileGrid, zoomOf } from '../../../server/src/imagery/render/tile-grid.ts';
import { valueRanges } from '../../../server/src/imagery/render/value-ranges.ts';
import { ascii } from '../support/make-image.ts';
import { openBytes } from '../support/open-bytes.ts';
import { makeImage } from '../../http/imagery/picture-archive.ts';

const infoOf = (colors: readonly BandColor[], names: readonly string[] = []) =>
  ({
    bands: colors.map((color, at) => ({ name: names[at] ?? null, color, metadata: {} })),
    alphaBand: colors.includes('alpha') ? colors.indexOf('alpha') : null,
  }) as unknown as ImageInfo;
const fact = (commonName: string): BandFacts => ({ name: null, commonName, statistics: null });

describe('the bands that are shown', () => {
  test('by colour, by what the item says, else the first three, else the first', () => {
    expect(chooseBands(infoOf(['red', 'green', 'blue', 'alpha']), [], null)).toEqual([0, 1, 2]);
    expect(chooseBands(infoOf(['blue', 'green', 'red', 'undefined']), [], null)).toEqual([2, 1, 0]);
    expect(
      chooseBands(
        infoOf(['grey', 'undefined', 'undefined', 'undefined']),
        ['blue', 'green', 'red', 'nir'].map(fact),
        null,
      ),
    ).toEqual([2, 1, 0]);
    expect(chooseBands(infoOf(['grey', 'undefined', 'undefined', 'undefined']), [], null)).toEqual([0, 1, 2]);
    expect(chooseBands(infoOf(['grey', 'alpha']), [], null)).toEqual([0]);
    expect(chooseBands(infoOf(['grey', 'undefined']), [], null)).toEqual([0]);
  });

  test('as they are asked for: a name goes before a number', () => {
    expect(chooseBands(infoOf(['grey', 'undefined'], ['2', 'b']), [], ['2'])).toEqual([0]);
    expect(chooseBands(infoOf(['grey', 'undefined'], ['a', 'NIR']), [], ['nir', '1', 'a'])).toEqual([1, 0, 0]);
    for (const word of ['0', '3', '-1', '1.0', 'alpha', 'x', '1e0'])
      expect(() => chooseBands(infoOf(['grey', 'alpha']), [], [word])).toThrow(`'bands' names '${word}'`);
  });
});

const ramp = () => openBytes(makeImage({ width: 101, height: 10, bands: 1, bits: 16 }, (column) => column * 100));

describe('the values that are black and white', () => {
  test('eight bits stay, sixteen lie between their darkest and brightest 2 %', async () => {
    const eight = await openBytes(makeImage({ width: 10, height: 10, bands: 1 }, () => 7));
    expect(await valueRanges(eight, [0], [], null, new Map())).toBeNull();
    const known = new Map();
    expect(await valueRanges(await ramp(), [0], [], null, known)).toEqual([[200, 9800]]);
    expect(known.size).toBe(1);
  });

  test('nodata does not count, a constant image is neither black nor white', async () => {
    const hollow = await openBytes(
      makeImage({ width: 100, height: 10, bands: 1, bits: 16, fields: { 42113: ascii('0') } }, (column) =>
        column < 50 ? 0 : 500,
      ),
    );
    expect(await valueRanges(hollow, [0], [], null, new Map())).toEqual([[499, 501]]);
    const nothing = await openBytes(
      makeImage({ width: 10, height: 10, bands: 1, bits: 16, fields: { 42113: ascii('0') } }, () => 0),
    );
    expect(await valueRanges(nothing, [0], [], null, new Map())).toEqual([[0, 65_535]]);
  });

  test('what the item knows spares a look at the image', async () => {
    const image = { ...(await ramp()), readPixels: () => Promise.reject(new Error('not to be read')) };
    const facts = [
      { name: null, commonName: null, statistics: { minimum: 100, maximum: 9000, mean: 1000, stddev: 1000 } },
    ];
    const [[black, white]] = (await valueRanges(image, [0], facts, null, new Map())) as [readonly [number, number]];
    expect([black, Math.round(white)]).toEqual([100, 3054]);
  });

  test('given ranges are for all or for each', async () => {
    const image = await ramp();
    expect(await valueRanges(image, [0], [], [[1, 2]], new Map())).toEqual([[1, 2]]);
    await expect(
      valueRanges(
        image,
        [0],
        [],
        [
          [1, 2],
          [3, 4],
        ],
        new Map(),
      ),
    ).rejects.toThrow("'rescale'");
  });

  test('samples are clamped and rounded', () => {
    expect([...toBytes(Uint16Array.of(0, 100, 149, 151, 200, 65_535), [[100, 200]])]).toEqual([
      0, 0, 125, 130, 255, 255,
    ]);
    expect([...toBytes(Uint16Array.of(0, 65_535, 32_768), null)]).toEqual([0, 255, 128]);
  });
});

const rgba = ({ channels, samples }: Picture): Uint8Array =>
  Uint8Array.from({ length: (samples.length / channels) * 4 }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / 4) * channels, at % 4];
    if (channel === 3) return channels % 2 === 0 ? samples[pixel + channels - 1]! : 255;
    return samples[channels < 3 ? pixel : pixel + channel]!;
  });

const pixels = (mask: Uint8Array | null) => ({
  width: 2,
  height: 1,
  bands: [0, 1, 2],
  samples: Uint8Array.of(1, 2, 3, 4, 5, 6),
  mask,
});

describe('a picture', () => {
  test('has alpha only where something is hidden', () => {
    expect(paint(pixels(null), null).channels).toBe(3);
    expect(paint(pixels(Uint8Array.of(255, 255)), null).channels).toBe(3);
    expect(paint(pixels(Uint8Array.of(0, 255)), null)).toEqual({
      width: 2,
      height: 1,
      channels: 4,
      samples: Uint8Array.of(0, 0, 0, 0, 4, 5, 6, 255),
    });
  });

  test('fills what another leaves open, grey beside colour', () => {
    const above: Picture = {
      width: 3,
      height: 1,
      channels: 4,
      samples: Uint8Array.of(1, 2, 3, 255, 0, 0, 0, 0, 0, 0, 0, 0),
    };
    const below: Picture = { width: 3, height: 1, channels: 2, samples: Uint8Array.of(9, 255, 8, 255, 7, 0) };
    expect(laidUnder(above, below).samples).toEqual(Uint8Array.of(1, 2, 3, 255, 8, 8, 8, 255, 7, 7, 7, 0));
    expect(laidUnder(above, { width: 3, height: 1, channels: 1, samples: Uint8Array.of(9, 8, 7) })).toMatchObject({
      channels: 3,
      samples: Uint8Array.of(1, 2, 3, 8, 8, 8, 7, 7, 7),
    });
  });

  test.each([1, 2, 3, 4] as const)(
    'of %i channels is the same after PNG, and decodes from WebP and JPEG',
    async (channels) => {
      const [width, height] = [31, 17];
      const samples = Uint8Array.from({ length: width * height * channels }, (_, at) =>
        at % channels === channels - 1 && channels % 2 === 0 ? 255 * (at % 3 === 0 ? 0 : 1) : (at * 37) % 256,
      );
      const picture = { width, height, channels, samples };
      const encoder = createSharpEncoder();
      const { data, info } = await sharp(await encoder.encode(picture, 'png'))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, height]);
      expect(Buffer.compare(data, rgba(picture))).toBe(0);
      for (const format of ['jpeg', 'webp'] as const) {
        const decoded = await sharp(await encoder.encode(picture, format)).metadata();
        expect([decoded.format, decoded.width, decoded.height]).toEqual([format, width, height]);
      }
    },
  );
});

describe('the grid of tiles', () => {
  test('the whole world, and a tile of it', () => {
    expect(tileGrid({ z: 0, x: 0, y: 0 }, 256).pixelToWorld.map((each) => Math.round(each * 100) / 100)).toEqual([
      156_543.03, 0, -20_037_508.34, 0, -156_543.03, 20_037_508.34,
    ]);
    const [west, south, east, north] = tileBox({ z: 1, x: 1, y: 0 });
    expect([west, Math.abs(south), east, Math.round(north * 1e6) / 1e6]).toEqual([0, 0, 180, 85.051129]);
  });

  test('the zoom of a gsd, at the equator and farther north', () => {
    expect([zoomOf(0.597, 0, 256), zoomOf(0.3, 0, 256), zoomOf(0.3, 48, 256), zoomOf(0.3, 48, 512)]).toEqual([
      18, 19, 19, 18,
    ]);
    expect([zoomOf(1e9, 0, 256), zoomOf(1e-9, 0, 256)]).toEqual([0, 24]);
  });
});

describe('a thumbnail', () => {
  test('keeps the shape, averages, and is never larger than the image', async () => {
    const image = await openBytes(
      makeImage({ width: 400, height: 200, bands: 3 }, (column) => (column % 2 === 0 ? 100 : 200)),
    );
    expect(await thumbnailOf(image, 100)).toMatchObject({ width: 100, height: 50, channels: 3 });
    expect((await thumbnailOf(image, 100)).samples.every((value) => value === 150)).toBe(true);
    expect(await thumbnailOf(image, 1000)).toMatchObject({ width: 400, height: 200 });
    expect(await thumbnailOf(image, 1)).toMatchObject({ width: 1, height: 1 });
  });

  test('of sides that do not divide, every pixel counts once', async () => {
    const image = await openBytes(
      makeImage({ width: 97, height: 31, bands: 1, bits: 16 }, (column, row) => column * 31 + row),
    );
    for (const side of [96, 50, 7, 3]) {
      const { width, height, samples } = await thumbnailOf(image, side, { rescale: [[0, 255]] });
      expect([width, samples.length]).toEqual([side, width * height]);
    }
  });

  test('where the image has no data it is transparent, and averages are of data alone', async () => {
    const image = await openBytes(
      makeImage({ width: 64, height: 64, bands: 1, fields: { 42113: ascii('0') } }, (column) => (column < 30 ? 0 : 80)),
    );
    const { channels, samples } = await thumbnailOf(image, 16);
    expect(channels).toBe(2);
    expect([...samples.subarray(0, 2), ...samples.subarray(14, 16), ...samples.subarray(30, 32)]).toEqual([
      0, 0, 80, 255, 80, 255,
    ]);
  });

  test('stops when its caller has gone', async () => {
    const image = await openBytes(makeImage({ width: 64, height: 64, bands: 1 }, () => 1));
    await expect(thumbnailOf(image, 16, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});
