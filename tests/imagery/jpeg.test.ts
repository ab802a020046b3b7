import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { headerSegments, joinTables, tablesOf } from '../../server/src/imagery/jpeg-stream.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { directoryOf, drawSamples, plainImage, short } from './support/make-image.ts';
import { openBytes, wholeLevel } from './support/open-bytes.ts';
import { type FieldToWrite, buildTiff } from './support/tiff-builder.ts';

const size = 32;
const kind = { ...plainImage, width: size, height: size, blocks: [size, size] as const };

/** Soft colours, so that a wrong colour space shows and JPEG's own loss does not. */
const colours = Buffer.from(
  Uint8Array.from({ length: size * size * 3 }, (_, at) => {
    const [band, pixel] = [at % 3, Math.floor(at / 3)];
    return [200 - (pixel % size), 60 + Math.floor(pixel / size), 120][band]!;
  }),
);

const encode = (options: JpegOptions = {}) =>
  sharp(colours, { raw: { width: size, height: size, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false, ...options })
    .toBuffer();

const isTable = (marker: number) => marker === 0xdb || marker === 0xc4;

/** The tables of a stream, and the stream without them. */
function part(jpeg: Buffer): { readonly tables: Buffer; readonly rest: Buffer } {
  const segments = headerSegments(jpeg)!;
  const pick = (wanted: boolean) =>
    segments.filter(({ marker }) => isTable(marker) === wanted).map(({ start, end }) => jpeg.subarray(start, end));
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return {
    tables: Buffer.concat([start, ...pick(true), end]),
    rest: Buffer.concat([start, ...pick(false), jpeg.subarray(segments.at(-1)!.end)]),
  };
}

function tiff(block: Buffer, photometric: number, tables?: Buffer): Buffer {
  const directory = directoryOf(kind, drawSamples(kind));
  const fields: Record<number, FieldToWrite> = { ...directory.fields, 259: short(7), 262: short(photometric) };
  if (tables !== undefined) fields[347] = { type: 7, values: [...tables] };
  return buildTiff({ order: 'little', isBig: false, directories: [{ ...directory, fields, blocks: [block] }] });
}

const rgb = 2;
const ycbcr = 6;

async function pixels(bytes: Buffer): Promise<Buffer> {
  const image = await openBytes(bytes);
  return Buffer.from((await image.readPixels(0, wholeLevel(image))).samples);
}

const farthest = (one: Buffer, other: Buffer) =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0);

describe('JPEG blocks', () => {
  test('decode alike with tables of their own and with shared ones', async () => {
    const jpeg = await encode();
    const { tables, rest } = part(jpeg);
    const whole = await pixels(tiff(jpeg, ycbcr));
    expect(farthest(whole, colours)).toBeLessThan(8);
    expect((await pixels(tiff(rest, ycbcr, tables))).equals(whole)).toBe(true);
    expect((await pixels(tiff(jpeg, ycbcr, tables))).equals(whole)).toBe(true);
  });

  test('a block without its tables is damaged', async () => {
    const { rest } = part(await encode());
    await expect(pixels(tiff(rest, ycbcr))).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });

  test('the TIFF says what the colours are, whatever the stream says', async () => {
    const plain = await encode();
    // JFIF: always YCbCr to a reader of JPEG.
    const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
    const jpeg = Buffer.concat([plain.subarray(0, 2), jfif, plain.subarray(2)]);
    expect((await pixels(tiff(jpeg, ycbcr))).equals(await pixels(tiff(plain, ycbcr)))).toBe(true);
    const unconverted = await pixels(tiff(jpeg, rgb));
    const [y, cb, cr] = unconverted;
    const [red, green, blue] = colours as unknown as [number, number, number];
    expect(y).toBeCloseTo(0.299 * red + 0.587 * green + 0.114 * blue, -1);
    expect(cb).toBeCloseTo(128 - 0.169 * red - 0.331 * green + 0.5 * blue, -1);
    expect(cr).toBeCloseTo(128 + 0.5 * red - 0.419 * green - 0.081 * blue, -1);
  });

  test('spliced tables make a block whole for any reader', async () => {
    const { tables, rest } = part(await encode());
    const spliced = joinTables(tablesOf(tables)!, rest)!;
    const { data } = await sharp(spliced).raw().toBuffer({ resolveWithObject: true });
    expect(farthest(data, colours)).toBeLessThan(8);
    expect(tablesOf(Buffer.from('no JPEG'))).toBeNull();
    expect(joinTables(tables, Buffer.from('no JPEG'))).toBeNull();
  });

  test('a progressive stream, another size, another number of bands and a scan too many are refused', async () => {
    await expect(pixels(tiff(await encode({ progressive: true }), ycbcr))).rejects.toThrow(
      'progressive JPEG is not supported',
    );
    const small = await sharp(colours, { raw: { width: size, height: size, channels: 3 } })
      .resize(16, 16)
      .jpeg()
      .toBuffer();
    await expect(pixels(tiff(small, ycbcr))).rejects.toThrow('another shape');
    const grey = await sharp(colours, { raw: { width: size, height: size, channels: 3 } })
      .toColourspace('b-w')
      .jpeg()
      .toBuffer();
    await expect(pixels(tiff(grey, ycbcr))).rejects.toThrow('another shape');
    const jpeg = await encode();
    const scan = jpeg.subarray(headerSegments(jpeg)!.at(-1)!.end, -2);
    const repeated = Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: 50 }, () => scan),
      Buffer.from([0xff, 0xd9]),
    ]);
    await expect(pixels(tiff(repeated, ycbcr))).rejects.toThrow('too many scans');
  });

  test('a stream that claims 65,535 pixels square is refused before it is decoded', async () => {
    const jpeg = await encode();
    const frame = headerSegments(jpeg)!.find(({ marker }) => marker === 0xc0)!;
    jpeg.fill(0xff, frame.start + 5, frame.start + 9);
    await expect(pixels(tiff(jpeg, ycbcr))).rejects.toThrow('another shape');
  });

  test('segments of noise never run past the end', () => {
    const random = createRandom(testSeed());
    for (let round = 0; round < 20_000; round++) {
      const noise = Uint8Array.from({ length: random.below(60) }, () =>
        random.chance(0.3) ? 0xff : random.below(256),
      );
      if (noise.length > 1) noise.set([0xff, 0xd8]);
      const segments = headerSegments(noise) ?? [];
      expect(segments.every(({ start, end }) => start < end && end <= noise.length)).toBe(true);
    }
  });
});
