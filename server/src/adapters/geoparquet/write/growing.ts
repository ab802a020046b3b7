import { viewOf } from './viewed-bytes.ts';

/** Bytes that grow at their end. */
export type GrowingBytes = { bytes: Buffer; view: DataView; length: number };

export function growingBytes(capacity = 256): GrowingBytes {
  const bytes = Buffer.allocUnsafe(capacity);
  return { bytes, view: viewOf(bytes), length: 0 };
}

/** Room for so many more. */
export function reserve(growing: GrowingBytes, extra: number): Buffer {
  const needed = growing.length + extra;
  if (needed <= growing.bytes.length) return growing.bytes;
  const larger = Buffer.allocUnsafe(Math.max(needed, growing.bytes.length * 2));
  growing.bytes.copy(larger, 0, 0, growing.length);
  [growing.bytes, growing.view] = [larger, viewOf(larger)];
  return larger;
}

/** Gives back the memory. */
export function forgetBytes(growing: GrowingBytes): void {
  const none = Buffer.alloc(0);
  [growing.bytes, growing.view, growing.length] = [none, viewOf(none), 0];
}

export function appendBytes(growing: GrowingBytes, more: Uint8Array): void {
  reserve(growing, more.length).set(more, growing.length);
  growing.length += more.length;
}

export function appendUint32(growing: GrowingBytes, value: number): void {
  const bytes = reserve(growing, 4);
  growing.length = bytes.writeUInt32LE(value, growing.length);
}

/** As many bits at a time as the values have, seven of them a byte. */
export function appendVarint(growing: GrowingBytes, value: number): void {
  const bytes = reserve(growing, 10);
  let rest = value;
  while (rest >= 128) {
    bytes[growing.length++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  bytes[growing.length++] = rest;
}

export const writtenBytes = ({ bytes, length }: GrowingBytes): Buffer => bytes.subarray(0, length);

/** Whole and parted numbers that grow at their end. */
export type GrowingNumbers<A extends Float64Array | Int32Array | Uint8Array> = { values: A; length: number };

export const growingDoubles = (): GrowingNumbers<Float64Array> => ({ values: new Float64Array(64), length: 0 });
export const growingIntegers = (): GrowingNumbers<Int32Array> => ({ values: new Int32Array(64), length: 0 });

export function appendDouble(growing: GrowingNumbers<Float64Array>, value: number): void {
  if (growing.length === growing.values.length) {
    const larger = new Float64Array(growing.values.length * 2);
    larger.set(growing.values);
    growing.values = larger;
  }
  growing.values[growing.length++] = value;
}

export function appendInteger(growing: GrowingNumbers<Int32Array>, value: number): void {
  if (growing.length === growing.values.length) {
    const larger = new Int32Array(growing.values.length * 2);
    larger.set(growing.values);
    growing.values = larger;
  }
  growing.values[growing.length++] = value;
}

/** Gives back the memory; nothing is added any more. */
export function forgetNumbers(growing: GrowingNumbers<Int32Array>): void {
  [growing.values, growing.length] = [new Int32Array(0), 0];
}

/** What stands where no level was set: the level is that of the parent. */
export const inherited = 255;

/** A level for each entry; those that were never set are `inherited`. `end` is behind the last that was. */
export type Levels = { levels: Uint8Array; end: number };

export const newLevels = (): Levels => ({ levels: new Uint8Array(64).fill(inherited), end: 0 });

/** Room for all entries before `end`, of which the new ones are to be set. */
function levelsUpTo(of: Levels, end: number): Uint8Array {
  if (end > of.levels.length) {
    const larger = new Uint8Array(Math.max(end, of.levels.length * 2)).fill(inherited, of.end);
    larger.set(of.levels.subarray(0, of.end));
    of.levels = larger;
  }
  if (end > of.end) of.end = end;
  return of.levels;
}

export function setLevel(of: Levels, entry: number, level: number): void {
  if (entry < of.end) of.levels[entry] = level;
  else levelsUpTo(of, entry + 1)[entry] = level;
}

export function cutLevels(of: Levels, entry: number): void {
  if (of.end <= entry) return;
  of.levels.fill(inherited, entry, of.end);
  of.end = entry;
}
