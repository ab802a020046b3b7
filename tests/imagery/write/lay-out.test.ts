import { describe, expect, test } from 'vitest';
import { createByteCache } from '../../../server/src/adapters/tiff/byte-cache.ts';
import { createFileBytes } from '../../../server/src/adapters/tiff/file-bytes.ts';
import { createBlockTable } from '../../../server/src/adapters/tiff/structure/block-table.ts';
import { readDirectories } from '../../../server/src/adapters/tiff/structure/directory.ts';
import { readHeader } from '../../../server/src/adapters/tiff/structure/header.ts';
import { type StoredLevel as ReadLevel, readLevels } from '../../../server/src/adapters/tiff/structure/levels.ts';
import { assemble } from '../../../server/src/adapters/tiff/write/assemble.ts';
import { type CogLayout, type StoredLevel, layOut } from '../../../server/src/adapters/tiff/write/lay-out.ts';
import type { CogDescription } from '../../../server/src/adapters/tiff/write/level-fields.ts';
import { type StoredTile, heldTile } from '../../../server/src/adapters/tiff/write/stored-tile.ts';
import { levelsOf } from '../../../server/src/imagery/cut/levels.ts';
import { memorySink } from '../support/cut-bytes.ts';

const about: CogDescription = {
  sampleType: 'uint8',
  bands: [{ name: 'height', color: 'grey', metadata: {} }],
  format: { compression: 'deflate', predictor: 1 },
  ground: { crs: { epsg: 32633 }, pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000], keys: null },
  nodata: null,
  metadata: {},
};

const lengthOnly = (length: number): StoredTile => ({
  length,
  read: () => Promise.reject(new Error('not to be read')),
});

function levelsWith(width: number, height: number, lengthOf: (index: number) => number, hasMask: boolean) {
  let index = 0;
  return levelsOf(width, height, 128).map((grid): StoredLevel => {
    const list = () => Array.from({ length: grid.columns * grid.rows }, () => lengthOnly(lengthOf(index++)));
    return { grid, tiles: list(), masks: hasMask ? list() : null };
  });
}

const withLast = (last: number) => levelsWith(256, 256, (index) => (index === 4 ? last : 1_000_000_000), false);

/** The head as our own reader understands it; what lies behind it is not there. */
async function parse({ head, byteLength }: CogLayout) {
  const source = {
    location: 'memory',
    version: '1',
    byteLength,
    isRemote: false,
    read: (offset: number, length: number) => Promise.resolve(new Uint8Array(head.subarray(offset, offset + length))),
    close: () => Promise.resolve(),
  };
  const file = createFileBytes({ source, head: head.subarray(0, 65_536) }, createByteCache(1 << 20));
  const header = await readHeader(file);
  const levels = readLevels(await readDirectories(file, header));
  const table = async (grid: ReadLevel['pixels'], which: 'offsets' | 'byteCounts') => {
    const read = createBlockTable(file, grid[which]!, grid.isLittle);
    const values: number[] = [];
    // One after the other: the first brings the others along.
    for (let at = 0; at < grid.grid.columns * grid.grid.rows; at++) values.push(await read.at(at));
    return values;
  };
  return { isBig: header.isBig, levels, table };
}

/** Every tile stands after the one before it, smallest overview first, each mask after its tile, with room for lengths. */
async function expectInOrder(layout: CogLayout, levels: readonly StoredLevel[]): Promise<void> {
  const { levels: read, table } = await parse(layout);
  expect(read.map(({ pixels }) => [pixels.grid.width, pixels.grid.height])).toEqual(
    levels.map(({ grid }) => [grid.width, grid.height]),
  );
  let at = layout.head.length;
  const wrong: unknown[] = [];
  for (const [index, { tiles, masks }] of [...levels.entries()].toReversed()) {
    const { pixels, mask } = read[index]!;
    expect(mask === null).toBe(masks === null);
    const [offsets, counts] = [await table(pixels, 'offsets'), await table(pixels, 'byteCounts')];
    const maskOffsets = mask === null ? [] : await table(mask, 'offsets');
    const maskCounts = mask === null ? [] : await table(mask, 'byteCounts');
    for (const [place, tile] of tiles.entries()) {
      if (offsets[place] !== at + 4 || counts[place] !== tile.length) wrong.push([index, place]);
      at += tile.length + 8;
      if (masks === null) continue;
      if (maskOffsets[place] !== at + 4 || maskCounts[place] !== masks[place]!.length) wrong.push([index, place]);
      at += masks[place]!.length + 8;
    }
  }
  expect(wrong).toEqual([]);
  expect(at).toBe(layout.byteLength);
}

describe('where everything lies in a file', () => {
  test.each([
    ['one tile', 100, 100, false],
    ['one tile with a mask', 1, 1, true],
    ['a row', 513, 1, true],
    ['some levels', 1000, 700, false],
    ['some levels with masks', 1000, 700, true],
  ])('%s, odd lengths among them: row by row, smallest first', async (_, width, height, hasMask) => {
    const levels = levelsWith(width, height, (index) => 10 + ((index * 37) % 91), hasMask);
    const layout = layOut(about, levels);
    expect(layout.kind).toBe('classic');
    await expectInOrder(layout, levels);
    expect(layout.order).toHaveLength(levels.reduce((sum, { tiles }) => sum + tiles.length * (hasMask ? 2 : 1), 0));
  });

  test('beyond 4 GiB it is BigTIFF', async () => {
    const levels = levelsWith(9000, 9000, (index) => 1_200_000 + (index % 7), true);
    const layout = layOut(about, levels);
    expect(layout.byteLength).toBeGreaterThan(2 ** 33);
    expect((await parse(layout)).isBig).toBe(true);
    await expectInOrder(layout, levels);
  });

  test('the last byte decides: 2^32 - 1 bytes are a TIFF, one more a BigTIFF', async () => {
    const spare = 2 ** 32 - 1 - layOut(about, withLast(0)).byteLength;
    const most = withLast(spare);
    const largest = layOut(about, most);
    expect([largest.kind, largest.byteLength]).toEqual(['classic', 2 ** 32 - 1]);
    await expectInOrder(largest, most);
    const over = withLast(spare + 1);
    const next = layOut(about, over);
    expect(next.kind).toBe('big');
    expect((await parse(next)).isBig).toBe(true);
    await expectInOrder(next, over);
  });
});

describe('the file as it is written', () => {
  test('each tile between its length and its last four bytes, also one that has fewer, also one larger than a piece', async () => {
    const [grid] = levelsOf(384, 128, 128);
    const tiles = [Uint8Array.of(1, 2), new Uint8Array(3 << 20).fill(5), Uint8Array.of(9, 8, 7, 6, 5)];
    const layout = layOut(about, [{ grid: grid!, tiles: tiles.map(heldTile), masks: null }]);
    const { sink, bytes } = memorySink();
    const written = await assemble(layout, sink);
    const file = bytes();
    expect(written.byteLength).toBe(file.length);
    let at = layout.head.length;
    for (const tile of tiles) {
      expect(file.readUInt32LE(at)).toBe(tile.length);
      expect(file.subarray(at + 4, at + 4 + tile.length).equals(tile)).toBe(true);
      const trailer = Buffer.alloc(4);
      trailer.set(tile.subarray(-4));
      expect(file.subarray(at + 4 + tile.length, at + 8 + tile.length)).toEqual(trailer);
      at += tile.length + 8;
    }
    expect(at).toBe(file.length);
  });

  test('a tile that is not as long as it said ends the writing', async () => {
    const [grid] = levelsOf(128, 128, 128);
    const liar: StoredTile = { length: 10, read: () => Promise.resolve(new Uint8Array(9)) };
    const layout = layOut(about, [{ grid: grid!, tiles: [liar], masks: null }]);
    await expect(assemble(layout, memorySink().sink)).rejects.toThrow('changed its length');
  });
});
