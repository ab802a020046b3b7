import { refuseDamaged } from './refuse.ts';

const leastMatch = 4;

/** A block of LZ4, into exactly so many bytes. */
export function uncompressLz4(source: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(length);
  let at = 0;
  let end = 0;

  function longer(size: number): number {
    let whole = size;
    if (size !== 15) return whole;
    for (;;) {
      const byte = source[at++];
      if (byte === undefined) throw refuseDamaged('LZ4 data');
      whole += byte;
      if (byte !== 255) return whole;
    }
  }

  while (at < source.length) {
    const token = source[at++]!;
    const literals = longer(token >>> 4);
    if (at + literals > source.length || end + literals > length) throw refuseDamaged('LZ4 data');
    target.set(source.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at >= source.length) break;
    const distance = (source[at] ?? 0) | ((source[at + 1] ?? 0) << 8);
    at += 2;
    const size = longer(token & 15) + leastMatch;
    if (distance === 0 || distance > end || end + size > length) throw refuseDamaged('LZ4 data');
    for (let index = 0; index < size; index++) target[end + index] = target[end - distance + index]!;
    end += size;
  }
  return target.subarray(0, end);
}
