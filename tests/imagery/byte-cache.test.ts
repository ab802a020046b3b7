import { describe, expect, test } from 'vitest';
import { createByteCache } from '../../server/src/adapters/tiff/byte-cache.ts';
import { createFileBytes } from '../../server/src/adapters/tiff/file-bytes.ts';
import { memorySource } from './support/open-bytes.ts';

const load = (length: number, log: string[], name: string) => () => {
  log.push(name);
  return Promise.resolve(new Uint8Array(length));
};

describe('the cache of bytes', () => {
  test('holds no more bytes than it may, and lets go of what was used longest ago', async () => {
    const cache = createByteCache(100);
    const log: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) await cache.get(name, load(25, log, name));
    await cache.get('a', load(25, log, 'a'));
    await cache.get('e', load(25, log, 'e'));
    expect(cache.heldBytes()).toBe(100);
    await cache.get('a', load(25, log, 'a'));
    await cache.get('b', load(25, log, 'b'));
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  test('does not hold what would push most of the rest out', async () => {
    const cache = createByteCache(100);
    await cache.get('large', load(26, [], 'large'));
    expect(cache.heldBytes()).toBe(0);
  });

  test('loads once for all who ask at the same time, and again after a failure', async () => {
    const cache = createByteCache(100);
    let loads = 0;
    const failing = () => {
      loads += 1;
      return Promise.reject(new Error('down'));
    };
    const asked = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(loads).toBe(1);
    expect((await cache.get('a', load(1, [], 'a'))).length).toBe(1);
  });
});

describe('the bytes of a file', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

  test('structure comes from pages across their edges; blocks of far files are remembered, of near ones not', async () => {
    for (const isRemote of [true, false]) {
      const { source, head, reads } = memorySource(bytes, isRemote);
      const file = createFileBytes({ source, head }, createByteCache(1 << 20));
      for (const [offset, length] of [
        [0, 8],
        [65_530, 20],
        [131_060, 30],
        [299_990, 10],
        [60_000, 200_000],
      ] as const) {
        const read = await file.readStructure(offset, length, 'it');
        expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
      }
      const before = reads.length;
      for (let round = 0; round < 3; round++) {
        expect(Buffer.compare(await file.readBlock(100_000, 5000, 'it'), bytes.subarray(100_000, 105_000))).toBe(0);
      }
      expect(reads.length - before).toBe(isRemote ? 1 : 3);
    }
  });

  test('beyond the end there is nothing, whatever the numbers', async () => {
    const { source, head } = memorySource(bytes);
    const file = createFileBytes({ source, head }, createByteCache(0));
    const ranges = [
      [299_999, 2],
      [-1, 5],
      [5, -1],
      [Number.MAX_SAFE_INTEGER, 1],
      [Number.NaN, 1],
      [0, Infinity],
    ] as const;
    for (const [offset, length] of ranges) {
      await expect(file.readStructure(offset, length, 'it')).rejects.toThrow('beyond the end');
      await expect(file.readBlock(offset, length, 'it')).rejects.toThrow('beyond the end');
    }
  });
});
