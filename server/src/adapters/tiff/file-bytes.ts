import { refuseCorrupt } from '../../imagery/refuse.ts';
import type { ByteCache } from './byte-cache.ts';
import type { OpenedSource } from './sources/range-source.ts';
import { headBytes as pageBytes } from './sources/range-source.ts';

/** The bytes of one open file, through the cache that all files share. */
export type FileBytes = {
  readonly byteLength: number;
  /** Small reads of structure: from pages, so that neighbours come along. */
  readStructure(offset: number, length: number, what: string): Promise<Uint8Array>;
  /** A stored block, as it stands; remembered where the source is far. */
  readBlock(offset: number, length: number, what: string): Promise<Uint8Array>;
};

export function createFileBytes({ source, head }: OpenedSource, cache: ByteCache): FileBytes {
  const { byteLength } = source;
  const keyOf = (offset: number, length: number) => `${source.location}\n${source.version}\n${offset}+${length}`;
  const fetch = (offset: number, length: number) => cache.get(keyOf(offset, length), () => source.read(offset, length));

  const refuseBeyond = (offset: number, length: number, what: string) => {
    const isInside = offset >= 0 && length >= 0 && offset + length <= byteLength;
    if (!isInside) throw refuseCorrupt(`${what} lies beyond the end of the file`);
  };

  const readPage = (page: number): Promise<Uint8Array> => {
    if (page === 0) return Promise.resolve(head);
    const offset = page * pageBytes;
    return fetch(offset, Math.min(pageBytes, byteLength - offset));
  };

  const readStructure = async (offset: number, length: number, what: string) => {
    refuseBeyond(offset, length, what);
    if (length === 0) return new Uint8Array();
    const first = Math.floor(offset / pageBytes);
    const last = Math.floor((offset + length - 1) / pageBytes);
    const start = offset - first * pageBytes;
    if (first === last) return (await readPage(first)).subarray(start, start + length);
    if (last > first + 1) return fetch(offset, length);
    return Buffer.concat(await Promise.all([readPage(first), readPage(last)])).subarray(start, start + length);
  };

  const readBlock = async (offset: number, length: number, what: string) => {
    refuseBeyond(offset, length, what);
    if (offset + length <= head.length) return head.subarray(offset, offset + length);
    return source.isRemote ? fetch(offset, length) : source.read(offset, length);
  };

  return { byteLength, readStructure, readBlock };
}
