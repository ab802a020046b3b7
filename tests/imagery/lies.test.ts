import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type ImageToMake,
  ascii,
  directoryOf,
  drawSamples,
  long,
  makeTiff,
  plainImage,
  short,
} from './support/make-image.ts';
import { openBytes, wholeLevel } from './support/open-bytes.ts';
import { type DirectoryToWrite, buildTiff } from './support/tiff-builder.ts';

const plain = directoryOf(plainImage, drawSamples(plainImage));

const build = (...directories: DirectoryToWrite[]) => buildTiff({ order: 'little', isBig: false, directories });
const withFields = (fields: DirectoryToWrite['fields']) => build({ ...plain, fields: { ...plain.fields, ...fields } });

async function readAll(bytes: Uint8Array): Promise<void> {
  const image = await openBytes(bytes);
  const { width, height } = wholeLevel(image);
  await image.readPixels(0, { column: 0, row: 0, width: Math.min(width, 500), height: Math.min(height, 500) });
}

const refusal = (reason: RegExp) => ({
  name: 'PlatformError',
  kind: 'invalid_parameters',
  message: expect.stringMatching(reason) as unknown,
});

describe('files that lie', () => {
  test('directories in a loop, of one, two and three', async () => {
    for (const count of [1, 2, 3]) {
      const bytes = build(...Array.from({ length: count }, () => plain));
      const first = bytes.readUInt32LE(4);
      let last = first;
      const next = (at: number) => at + 2 + bytes.readUInt16LE(at) * 12;
      while (bytes.readUInt32LE(next(last)) !== 0) last = bytes.readUInt32LE(next(last));
      bytes.writeUInt32LE(first, next(last));
      await expect(readAll(bytes)).rejects.toMatchObject(refusal(/form a loop/));
    }
  });

  test('directories without end', async () => {
    const many = build(...Array.from({ length: 130 }, () => ({ ...plain, blocks: [] })));
    await expect(readAll(many)).rejects.toMatchObject(refusal(/more than 128 directories/));
  });

  test('no directory, one beyond the end, one of no fields, one of 65,535', async () => {
    const bytes = build(plain);
    bytes.writeUInt32LE(0, 4);
    await expect(readAll(bytes)).rejects.toMatchObject(refusal(/holds no image/));
    bytes.writeUInt32LE(0xffff_fff0, 4);
    await expect(readAll(bytes)).rejects.toMatchObject(refusal(/beyond the end/));
    const full = build(plain);
    const at = full.readUInt32LE(4);
    full.writeUInt16LE(0, at);
    await expect(readAll(full)).rejects.toMatchObject(refusal(/directory of 0 fields/));
    full.writeUInt16LE(0xffff, at);
    await expect(readAll(full)).rejects.toMatchObject(refusal(/directory of 65535 fields/));
  });

  test('a BigTIFF directory of 2^63 fields', async () => {
    const bytes = makeTiff({ ...plainImage, isBig: true });
    const at = Number(bytes.readBigUInt64LE(8));
    bytes.writeBigUInt64LE(2n ** 63n, at);
    await expect(readAll(bytes)).rejects.toMatchObject(refusal(/beyond any file/));
    bytes.writeBigUInt64LE(2n ** 40n, at);
    await expect(readAll(bytes)).rejects.toMatchObject(refusal(/directory of/));
  });

  test.each([
    ['a width of 2^31', { 256: long(2 ** 31) }, /a width of 2147483648/],
    ['a height of 0', { 257: long(0) }, /a height of 0/],
    ['2^31 - 1 pixels square', { 256: long(2 ** 31 - 1), 257: long(2 ** 31 - 1) }, /lists 12 of/],
    ['one row of tiles too many', { 257: long(49) }, /lists 12 of 16 blocks/],
    ['tiles of 2^31 - 1', { 322: long(2 ** 31 - 1), 323: long(2 ** 31 - 1) }, /MiB are not supported/],
    ['tiles of 0', { 322: long(0) }, /a tile width of 0/],
    ['no bands', { 277: short(0) }, /no bands/],
    ['65,535 bands', { 277: short(65_535) }, /more than 64 bands/],
    ['bands of different depths', { 258: short(8, 8, 16) }, /different depths \(8, 8, 16 bits\)/],
    ['planar configuration 3', { 284: short(3) }, /planar configuration 3/],
    ['a floating point predictor', { 259: short(8), 317: short(3) }, /floating point predictor/],
    ['predictor 9', { 259: short(8), 317: short(9) }, /predictor 9/],
    ['reversed bits', { 266: short(2) }, /FillOrder 2/],
    ['JPEG 2000', { 259: short(34_712) }, /JPEG 2000 compression is not supported/],
    ['WebP', { 259: short(50_001) }, /WebP compression is not supported/],
    ['compression 12345', { 259: short(12_345) }, /number 12345 compression/],
    ['CMYK', { 262: short(5) }, /CMYK/],
    ['YCbCr without JPEG', { 262: short(6) }, /YCbCr without JPEG/],
    ['two bands of RGB', { 277: short(2), 258: short(8, 8) }, /with 2 bands/],
    ['floating point of 8 bits', { 339: short(3, 3, 3) }, /floating point samples of 8 bits are not supported/],
    ['signed numbers of 8 bits', { 339: short(2) }, /signed integer samples of 8 bits/],
    ['bands of different formats', { 339: short(1, 2, 1) }, /different sample formats/],
    ['JPEG of 16 bits', { 258: short(16, 16, 16), 259: short(7) }, /JPEG of 16 bits/],
  ])('%s', async (_, fields, reason) => {
    await expect(openBytes(withFields(fields))).rejects.toMatchObject(refusal(reason));
  });

  test('a tag of 2^32 - 1 values is refused', async () => {
    const bytes = withFields({ 42112: ascii('x'.repeat(100)) });
    const at = bytes.indexOf(Buffer.from([0x80, 0xa4, 2, 0]));
    bytes.writeUInt32LE(0xffff_ffff, at + 4);
    await expect(openBytes(bytes)).rejects.toMatchObject(refusal(/tag 42112 claims 4294967295 values/));
  });

  test('an index of blocks beyond the end of the file', async () => {
    const bytes = build(plain);
    const at = bytes.indexOf(Buffer.from([0x44, 1, 4, 0]));
    bytes.writeUInt32LE(bytes.length - 5, at + 8);
    await expect(openBytes(bytes)).rejects.toMatchObject(refusal(/tag 324 lies beyond the end/));
  });

  test('blocks beyond the end of the file, or of more bytes than a block can have', async () => {
    const count = plain.blocks.length;
    const offsets = plain.blocks.map((_, index) => 0x7000_0000 + index);
    await expect(readAll(withFields({ 324: long(...offsets) }))).rejects.toMatchObject(refusal(/beyond the end/));
    const packed = withFields({ 259: short(8), 325: long(...Array<number>(count).fill(0xffff_fff0)) });
    await expect(readAll(packed)).rejects.toMatchObject(refusal(/a block claims 4294967280 bytes/));
    const short1 = withFields({ 325: long(...Array<number>(count).fill(10)) });
    await expect(readAll(short1)).rejects.toMatchObject(refusal(/a block is too short/));
  });

  test('a file cut off anywhere is refused or read as far as it goes, never worse', async () => {
    const bytes = makeTiff({ ...plainImage, packing: 'deflate' });
    for (let length = 0; length < bytes.length; length += 13) {
      await expect(readAll(bytes.subarray(0, length))).rejects.toMatchObject({ kind: 'invalid_parameters' });
    }
  });
});

const bomb = (packing: ImageToMake['packing'], block: Uint8Array) => {
  const kind: ImageToMake = { ...plainImage, width: 16, height: 16, bands: 1, packing };
  return build({ ...directoryOf(kind, drawSamples(kind)), blocks: [block] });
};

describe('bombs', () => {
  test('DEFLATE of 100 MB in a tile of 256 bytes ends at the tile', async () => {
    const block = deflateSync(Buffer.alloc(100_000_000));
    const started = process.memoryUsage().arrayBuffers;
    const bytes = bomb('deflate', block.subarray(0, 60_000));
    await expect(readAll(bytes)).rejects.toMatchObject(refusal(/DEFLATE data/));
    expect(process.memoryUsage().arrayBuffers - started).toBeLessThan(10_000_000);
  });

  test('ZSTD of 128 MB in a tile of 256 bytes ends at the tile', async () => {
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000, 0, 0, 0, 8]);
    const run = Buffer.from([0b010 | (0xff << 3), 0xff, 0xff, 7]);
    const blocks = Array.from({ length: 1000 }, () => run);
    await expect(readAll(bomb('zstd', Buffer.concat([frame, ...blocks])))).rejects.toMatchObject(refusal(/ZSTD data/));
  });

  test('a tile of 64 MB that is stored in a few bytes is refused without making room for it', async () => {
    for (const packing of ['deflate', 'lzw', 'none'] as const) {
      const started = process.memoryUsage().arrayBuffers;
      const kind: ImageToMake = { ...plainImage, bands: 1, packing, fields: { 322: long(8192), 323: long(8192) } };
      const bytes = build({ ...directoryOf(kind, drawSamples(kind)), blocks: [Buffer.alloc(40, 1)] });
      await expect(readAll(bytes)).rejects.toMatchObject(refusal(/a block is too short/));
      expect(process.memoryUsage().arrayBuffers - started).toBeLessThan(10_000_000);
    }
  });
});

test('LZW of the old style, low bit first, is refused by that name', async () => {
  const kind: ImageToMake = { ...plainImage, width: 16, height: 16, bands: 1, packing: 'lzw' };
  const bytes = build({ ...directoryOf(kind, drawSamples(kind)), blocks: [Buffer.from('0001c0ffee', 'hex')] });
  await expect(readAll(bytes)).rejects.toMatchObject(refusal(/old-style LZW/));
});

describe('what is no TIFF is called by its name', () => {
  test.each([
    ['89504e470d0a1a0a00000000', 'PNG'],
    ['ffd8ffe000104a4649460001', 'JPEG'],
    ['0000000c6a5020200d0a870a', 'JPEG 2000'],
    ['504b03041400000008000000', 'ZIP'],
    ['894844460d0a1a0a00000000', 'HDF5'],
    ['4e4954463032313030303030', 'NITF'],
    ['3c3f786d6c2076657273696f', 'XML'],
    ['000102030405060708090a0b', 'not a TIFF'],
    ['49492b0008000000ffffffffffffffff', 'beyond any file'],
    ['49492b000400000010000000', 'BigTIFF header'],
    ['49492c0008000000', 'version 44'],
  ])('%s: %s', async (hex, name) => {
    await expect(openBytes(Buffer.from(hex, 'hex'))).rejects.toThrow(name);
  });

  test('a file of 0 and of 7 bytes', async () => {
    await expect(openBytes(new Uint8Array())).rejects.toThrow('a file of 0 bytes');
    await expect(openBytes(Buffer.from('II*\0\0\0\0'))).rejects.toThrow('a file of 7 bytes');
  });
});
