import { refuseDamaged } from './refuse.ts';

/** Snappy's raw format, into exactly so many bytes. */
export function uncompressSnappy(source: Uint8Array, length: number): Uint8Array {
  let at = 0;
  let claimed = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = source[at++];
    if (byte === undefined || shift > 28) throw refuseDamaged('Snappy data');
    claimed += (byte & 127) * 2 ** shift;
    if (byte < 128) break;
  }
  if (claimed !== length) throw refuseDamaged('Snappy data of another length');
  const target = new Uint8Array(length);
  let end = 0;
  while (at < source.length) {
    const tag = source[at++]!;
    if ((tag & 3) === 0) {
      let size = tag >>> 2;
      if (size >= 60) {
        const bytes = size - 59;
        size = 0;
        for (let index = 0; index < bytes; index++) size += (source[at + index] ?? 0) * 2 ** (8 * index);
        at += bytes;
      }
      size++;
      if (at + size > source.length || end + size > length) throw refuseDamaged('Snappy data');
      target.set(source.subarray(at, at + size), end);
      at += size;
      end += size;
      continue;
    }
    const kind = tag & 3;
    const size = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const distance =
      kind === 1
        ? ((tag >>> 5) << 8) | (source[at] ?? 0)
        : (source[at] ?? 0) +
          (source[at + 1] ?? 0) * 2 ** 8 +
          (kind === 3 ? (source[at + 2] ?? 0) * 2 ** 16 + (source[at + 3] ?? 0) * 2 ** 24 : 0);
    at += kind === 1 ? 1 : kind === 2 ? 2 : 4;
    if (distance === 0 || distance > end || end + size > length) throw refuseDamaged('Snappy data');
    if (distance >= size) target.copyWithin(end, end - distance, end - distance + size);
    else for (let index = 0; index < size; index++) target[end + index] = target[end - distance + index]!;
    end += size;
  }
  if (end !== length) throw refuseDamaged('Snappy data');
  return target;
}
