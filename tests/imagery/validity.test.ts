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

const write = (...directories: DirectoryToWrite[]) => buildTiff({ order: 'little', isBig: false, directories });

/** One bit a pixel, in one strip: data where `isData` says so. */
function maskDirectory(
  width: number,
  height: number,
  isData: (column: number, row: number) => boolean,
  subfile = 4,
): DirectoryToWrite {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (isData(column, row)) bits[row * rowBytes + (column >> 3)]! |= 128 >> (column & 7);
    }
  }
  const fields = {
    254: long(subfile),
    256: long(width),
    257: long(height),
    258: short(1),
    259: short(1),
    262: short(4),
    277: short(1),
    278: long(height),
  };
  return { isTiled: false, blocks: [bits], fields };
}

const { width, height } = plainImage;
const isData = (column: number, row: number) => (column * 3 + row * 5) % 7 < 4;
const expected = (scale = 1) =>
  Uint8Array.from({ length: (width / scale) * Math.floor(height / scale) }, (_, at) => {
    const columns = width / scale;
    return isData(at % columns, Math.floor(at / columns)) ? 255 : 0;
  });

const level = (side: number, more: Partial<ImageToMake>, subfile = 1): DirectoryToWrite => {
  const kind = { ...plainImage, width: side, height: side, ...more, fields: { 254: long(subfile) } };
  return directoryOf(kind, drawSamples(kind));
};

describe('which pixels hold data', () => {
  test('an internal mask, in any window', async () => {
    const image = await openBytes(
      write(directoryOf(plainImage, drawSamples(plainImage)), maskDirectory(width, height, isData)),
    );
    expect(image.info.validity).toBe('mask');
    expect((await image.readPixels(0, wholeLevel(image))).mask).toEqual(expected());
    const window = { column: 13, row: 9, width: 21, height: 11 };
    const { mask } = await image.readPixels(0, window);
    expect([...mask!]).toEqual(
      Array.from({ length: 21 * 11 }, (_, at) => (isData(13 + (at % 21), 9 + Math.floor(at / 21)) ? 255 : 0)),
    );
  });

  test('each level has its own mask; an overview without one is left out', async () => {
    const half: ImageToMake = { ...plainImage, width: 25, height: 18, fields: { 254: long(1) } };
    const quarter: ImageToMake = { ...plainImage, width: 13, height: 9, fields: { 254: long(1) } };
    const image = await openBytes(
      write(
        directoryOf(plainImage, drawSamples(plainImage)),
        maskDirectory(width, height, isData),
        directoryOf(quarter, drawSamples(quarter)),
        directoryOf(half, drawSamples(half)),
        maskDirectory(25, 18, isData, 5),
      ),
    );
    expect(image.info.levels.map((level) => [level.width, level.mask?.width])).toEqual([
      [50, 50],
      [25, 25],
    ]);
    expect((await image.readPixels(1, wholeLevel(image, 1))).mask).toEqual(expected(2));
  });

  test('overviews come largest first; a thumbnail of another kind and a second page are none', async () => {
    const image = await openBytes(
      write(
        level(64, {}, 0),
        level(8, {}),
        level(32, {}),
        level(16, { bands: 1 }),
        level(20, { bits: 16 }),
        level(24, {}, 0),
      ),
    );
    expect(image.info.levels.map((each) => each.width)).toEqual([64, 32, 8]);
  });

  test('an alpha band is the mask, and is read as a band only when asked for', async () => {
    for (const arrangement of ['pixels', 'planes'] as const) {
      const kind: ImageToMake = { ...plainImage, bands: 4, arrangement, fields: { 338: short(2) } };
      const image = await openBytes(makeTiff(kind));
      expect(image.info).toMatchObject({ validity: 'alpha', alphaBand: 3 });
      const { bands, samples, mask } = await image.readPixels(0, wholeLevel(image));
      const drawn = drawSamples(kind);
      expect(bands).toEqual([0, 1, 2]);
      expect([...mask!]).toEqual([...drawn].filter((_, at) => at % 4 === 3));
      expect([...samples]).toEqual([...drawn].filter((_, at) => at % 4 !== 3));
      const alone = await image.readPixels(0, wholeLevel(image), { bands: [3, 1] });
      expect([...alone.samples].filter((_, at) => at % 2 === 0)).toEqual([...mask!]);
    }
  });

  test('nodata: a pixel is empty when all its bands have the value', async () => {
    const kind: ImageToMake = {
      ...plainImage,
      width: 3,
      height: 1,
      bands: 2,
      blocks: 1,
      fields: { 42113: ascii('7') },
    };
    const image = await openBytes(write(directoryOf(kind, Uint8Array.of(7, 7, 7, 0, 0, 7))));
    expect(image.info).toMatchObject({ validity: 'nodata', nodata: 7 });
    expect([...(await image.readPixels(0, wholeLevel(image))).mask!]).toEqual([0, 255, 255]);
    expect([...(await image.readPixels(0, wholeLevel(image), { bands: [0] })).mask!]).toEqual([0, 0, 255]);
  });

  test.each(['-9999', '256', 'nan', '1.5', '', 'none'])(
    'nodata %j is no value of a byte: kept, and marks nothing',
    async (text) => {
      const image = await openBytes(makeTiff({ ...plainImage, fields: { 42113: ascii(text) } }));
      expect(image.info).toMatchObject({ validity: 'all', nodata: null, gdal: { nodata: text } });
    },
  );

  test('blocks that are not stored read as nodata, or as 0', async () => {
    for (const [text, value] of [
      [null, 0],
      ['9', 9],
    ] as const) {
      const fields: ImageToMake['fields'] = text === null ? {} : { 42113: ascii(text) };
      for (const arrangement of ['pixels', 'planes'] as const) {
        const kind: ImageToMake = { ...plainImage, arrangement, fields };
        const drawn = drawSamples(kind);
        const directory = directoryOf(kind, drawn);
        const blocks = directory.blocks.map((block, index) =>
          index === 0 || (arrangement === 'planes' && index % 12 === 0) ? null : block,
        );
        const image = await openBytes(write({ ...directory, blocks }));
        const { samples, mask } = await image.readPixels(0, wholeLevel(image));
        expect([...samples.subarray(0, 48)]).toEqual(Array(48).fill(value));
        expect([...samples.subarray(48, 60)]).toEqual([...drawn.subarray(48, 60)]);
        expect(mask?.[0] ?? null).toBe(text === null ? null : 0);
        expect(await image.readStoredBlock({ level: 0, of: 'pixels', column: 0, row: 0, plane: 0 })).toBeNull();
      }
    }
  });
});
