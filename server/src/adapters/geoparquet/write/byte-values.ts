import {
  type GrowingBytes,
  type GrowingNumbers,
  appendInteger,
  forgetNumbers,
  growingBytes,
  growingIntegers,
  reserve,
} from './growing.ts';

/** Texts or blobs as Parquet's plain encoding has them: each with its length before it. */
export type ByteValues = { readonly data: GrowingBytes; readonly ends: GrowingNumbers<Int32Array> };

export const byteValues = (): ByteValues => ({ data: growingBytes(), ends: growingIntegers() });

const lengthBytes = 4;
/** Up to here a loop is faster than a call. */
const shortBytes = 48;

export function appendSpan({ data, ends }: ByteValues, from: Buffer, start: number, end: number): void {
  const length = end - start;
  const bytes = reserve(data, lengthBytes + length);
  let at = data.length;
  bytes[at++] = length & 255;
  bytes[at++] = (length >>> 8) & 255;
  bytes[at++] = (length >>> 16) & 255;
  bytes[at++] = length >>> 24;
  if (length > shortBytes) from.copy(bytes, at, start, end);
  else for (let index = 0; index < length; index++) bytes[at + index] = from[start + index]!;
  data.length = at + length;
  appendInteger(ends, data.length);
}

/** Whether the one at `index` has these bytes; those that differ do so near their end. */
export function isSame({ data, ends }: ByteValues, index: number, bytes: Buffer, from: number, to: number): boolean {
  const start = (index === 0 ? 0 : ends.values[index - 1]!) + lengthBytes;
  const end = ends.values[index]!;
  if (end - start !== to - from) return false;
  const known = data.bytes;
  const shift = start - from;
  for (let at = to - 1; at >= from; at--) if (known[at + shift] !== bytes[at]) return false;
  return true;
}

const quote = 34;

/** Where the text that begins at `from` ends, if it is the one at `index` up to a quote; else -1. */
export function endOfSame({ data, ends }: ByteValues, index: number, bytes: Buffer, from: number): number {
  const start = (index === 0 ? 0 : ends.values[index - 1]!) + lengthBytes;
  const to = from + ends.values[index]! - start;
  if (bytes[to] !== quote) return -1;
  const known = data.bytes;
  const shift = start - from;
  for (let at = to - 1; at >= from; at--) if (known[at + shift] !== bytes[at]) return -1;
  return to;
}

/** Copies one of another list. */
export function appendCopy(values: ByteValues, from: ByteValues, index: number): void {
  const start = (index === 0 ? 0 : from.ends.values[index - 1]!) + lengthBytes;
  appendSpan(values, from.data.bytes, start, from.ends.values[index]!);
}

export function cutValues({ data, ends }: ByteValues, count: number): void {
  ends.length = count;
  data.length = count === 0 ? 0 : ends.values[count - 1]!;
}

/** The same, and gives back the memory. */
export function forgetValues({ data, ends }: ByteValues): void {
  [data.bytes, data.length] = [Buffer.alloc(0), 0];
  forgetNumbers(ends);
}
