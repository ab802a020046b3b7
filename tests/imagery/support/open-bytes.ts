import { createByteCache } from '../../../server/src/adapters/tiff/byte-cache.ts';
import { createFileBytes } from '../../../server/src/adapters/tiff/file-bytes.ts';
import { openTiff } from '../../../server/src/adapters/tiff/open-tiff.ts';
import { type RangeSource, headBytes } from '../../../server/src/adapters/tiff/sources/range-source.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';

/** A source over memory, which can be near or far; counts what is read. */
export function memorySource(bytes: Uint8Array, isRemote = false) {
  const reads: [number, number][] = [];
  const source: RangeSource = {
    location: 'memory',
    version: '1',
    byteLength: bytes.length,
    isRemote,
    read: (offset, length) => {
      reads.push([offset, length]);
      return Promise.resolve(new Uint8Array(bytes.subarray(offset, offset + length)));
    },
    close: () => Promise.resolve(),
  };
  return { source, reads, head: new Uint8Array(bytes.subarray(0, headBytes)) };
}

export function openBytes(bytes: Uint8Array, cacheBytes = 1 << 20): Promise<OpenImage> {
  const { source, head } = memorySource(bytes);
  return openTiff(source, createFileBytes({ source, head }, createByteCache(cacheBytes)));
}

export const wholeLevel = ({ info }: OpenImage, level = 0) => {
  const { width, height } = info.levels[level]!;
  return { column: 0, row: 0, width, height };
};
