import { expect, test } from 'vitest';
import { bandStatistics } from '../../../server/src/imagery/item/band-statistics.ts';
import { sampleImage } from '../../../server/src/imagery/item/sample-image.ts';
import { spreadBlocks } from '../../../server/src/imagery/item/spread-blocks.ts';
import { type ImageToMake, ascii, drawSamples, makeTiff, plainImage } from '../support/make-image.ts';
import { openBytes } from '../support/open-bytes.ts';

const large: ImageToMake = { ...plainImage, width: 1600, height: 1500, bands: 1, bits: 16, blocks: [128, 128] };

test('of a large image that is data everywhere some blocks tell about the same as all', async () => {
  const image = await openBytes(makeTiff(large));
  let pixels = 0;
  const watched: typeof image = {
    ...image,
    readPixels(level, window, options) {
      pixels += window.width * window.height;
      return image.readPixels(level, window, options);
    },
  };
  const sample = await sampleImage(watched);
  expect(pixels).toBeLessThanOrEqual(2 ** 20);
  expect(sample).toMatchObject({ width: 800, height: 750, columnStep: 2, rowStep: 2, mask: null });
  const all = [...drawSamples(large)];
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const told = bandStatistics(sample, 0)!;
  expect(Math.abs(told.mean - mean) / mean).toBeLessThan(0.03);
  expect(told.valid_percent).toBe(100);
});

test('a file that was cut off is refused: its last block is looked at', async () => {
  const whole = makeTiff({ ...large, packing: 'deflate' });
  const image = await openBytes(whole);
  const { columns, rows } = image.info.levels[0]!;
  expect(spreadBlocks(image.info.levels[0]!)!.at(-1)!.at(-1)).toEqual({ column: columns - 1, row: rows - 1 });
  const cut = openBytes(whole.subarray(0, whole.length - 1_000)).then((opened) => sampleImage(opened));
  await expect(cut).rejects.toThrow('beyond the end of the file');
});

test('of one that may lack data every block is looked at', async () => {
  const image = await openBytes(makeTiff({ ...large, fields: { 42113: ascii('0') } }));
  const { samples, width, height } = await sampleImage(image);
  expect(samples.length).toBe(width * height);
});

test('of a wide image of many bands no more than a part is in memory at once, and what is told is the same', async () => {
  const small = await openBytes(makeTiff({ ...plainImage, fields: { 42113: ascii('0') } }));
  const [width, height, bands] = [20_000, 1_500, 8];
  const level = {
    ...small.info.levels[0]!,
    width,
    height,
    blockWidth: 1_024,
    blockHeight: 1_024,
    columns: 20,
    rows: 2,
  };
  let most = 0;
  /** The first band is the column, the second the row; each third pixel of the sample is no data. */
  const wide: typeof small = {
    ...small,
    info: {
      ...small.info,
      width,
      height,
      levels: [level],
      sampleType: 'uint16',
      bands: Array.from({ length: bands }, () => small.info.bands[0]!),
    },
    readPixels: async (_, window, { step = 1 } = {}) => {
      most = Math.max(most, window.width * window.height * bands * 2);
      const [columns, rows] = [Math.ceil(window.width / step), Math.ceil(window.height / step)];
      const samples = new Uint16Array(columns * rows * bands);
      const mask = new Uint8Array(columns * rows);
      for (let at = 0; at < mask.length; at++) {
        const [x, y] = [window.column + (at % columns) * step, window.row + Math.floor(at / columns) * step];
        samples.set([x, y], at * bands);
        mask[at] = (x / step) % 3 === 0 ? 0 : 255;
      }
      return { width: columns, height: rows, bands: [...Array(bands).keys()], samples, mask };
    },
  };
  const sample = await sampleImage(wide);
  expect(most).toBeLessThanOrEqual(40 << 20);
  expect(sample).toMatchObject({ width: 1_000, height: 75, columnStep: 20 });
  const isElsewhere = (_: number, at: number) => {
    const [x, y] = [(at % 1_000) * 20, Math.floor(at / 1_000) * 20];
    const isThere = sample.samples[at * bands] === x && sample.samples[at * bands + 1] === y;
    return !isThere || sample.mask![at] !== ((x / 20) % 3 === 0 ? 0 : 255);
  };
  expect(sample.mask!.findIndex(isElsewhere)).toBe(-1);
});

test.each([
  { columns: 8, rows: 8, blockWidth: 256, blockHeight: 256 },
  { columns: 1, rows: 5_000, blockWidth: 5_000, blockHeight: 1 },
  { columns: 300, rows: 2, blockWidth: 512, blockHeight: 512 },
  { columns: 1, rows: 3, blockWidth: 40_000, blockHeight: 10_000 },
])('chosen blocks are few, different and of the grid: %o', (grid) => {
  const chosen = spreadBlocks(grid)!.flat();
  expect(new Set(chosen.map(({ column, row }) => `${column} ${row}`)).size).toBe(chosen.length);
  expect(chosen.length).toBeLessThanOrEqual(64);
  expect(chosen.every(({ column, row }) => column < grid.columns && row < grid.rows)).toBe(true);
  const pixels = chosen.length * grid.blockWidth * grid.blockHeight;
  expect(chosen.length === 1 || pixels <= 2 ** 20).toBe(true);
});

test('small grids are read whole', () => {
  expect(spreadBlocks({ columns: 4, rows: 4, blockWidth: 256, blockHeight: 256 })).toBeNull();
  expect(spreadBlocks({ columns: 1, rows: 1, blockWidth: 9_000, blockHeight: 9_000 })).toBeNull();
});
