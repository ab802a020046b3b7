import {
  type GrowingBytes,
  type GrowingNumbers,
  appendInteger,
  forgetBytes,
  forgetNumbers,
  growingBytes,
  growingIntegers,
  reserve,
} from './growing.ts';
import { type ViewedBytes, areSame, copyFours } from './viewed-bytes.ts';

/** Texts or blobs as Parquet's plain encoding has them: each with its length before it. */
export type ByteValues = { readonly data: GrowingBytes; readonly ends: GrowingNumbers<Int32Array> };

export const byteValues = (): ByteValues => ({ data: growingBytes(), ends: growingIntegers() });

const lengthBytes = 4;
/** Up to here a loop is faster than a call. */
const shortBytes = 256;

export function appendSpan({ data, ends }: ByteValues, from: ViewedBytes, start: number, end: number): void {
  const length = end - start;
  reserve(data, lengthBytes + length);
  data.view.setInt32(data.length, length, true);
  const at = data.length + lengthBytes;
  if (length > shortBytes) from.bytes.copy(data.bytes, at, start, end);
  else copyFours(from.view, start, data.view, at, length);
  data.length = at + length;
  appendInteger(ends, data.length);
}

/** Whether the one at `index` has these bytes. */
export function isSame({ data, ends }: ByteValues, index: number, of: ViewedBytes, from: number, to: number): boolean {
  const start = (index === 0 ? 0 : ends.values[index - 1]!) + lengthBytes;
  const length = ends.values[index]! - start;
  return length === to - from && areSame(data.view, start, of.view, from, length);
}

const quote = 34;

/** Where the text that begins at `from` ends, if it is the one at `index` up to a quote; else -1. */
export function endOfSame({ data, ends }: ByteValues, index: number, of: ViewedBytes, from: number): number {
  const start = (index === 0 ? 0 : ends.values[index - 1]!) + lengthBytes;
  const length = ends.values[index]! - start;
  if (of.bytes[from + length] !== quote) return -1;
  return areSame(data.view, start, of.view, from, length) ? from + length : -1;
}

/** Copies one of another list. */
export function appendCopy(values: ByteValues, from: ByteValues, index: number): void {
  const start = (index === 0 ? 0 : from.ends.values[index - 1]!) + lengthBytes;
  appendSpan(values, from.data, start, from.ends.values[index]!);
}

export function cutValues({ data, ends }: ByteValues, count: number): void {
  ends.length = count;
  data.length = count === 0 ? 0 : ends.values[count - 1]!;
}

/** The same, and gives back the memory. */
export function forgetValues({ data, ends }: ByteValues): void {
  forgetBytes(data);
  forgetNumbers(ends);
}
