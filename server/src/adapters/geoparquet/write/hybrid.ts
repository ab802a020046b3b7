import { type GrowingBytes, appendVarint, reserve } from './growing.ts';

/** How many bits a value needs. */
export const bitsFor = (most: number): number => 32 - Math.clz32(most);

/** Parquet's mix of runs and packed bits; the last group is filled up with zeros. */
export function appendHybrid(into: GrowingBytes, values: Uint8Array | Int32Array, count: number, bits: number): void {
  let packedFrom = 0;
  let at = 0;
  while (at < count) {
    const value = values[at]!;
    let runEnd = at + 1;
    while (runEnd < count && values[runEnd] === value) runEnd++;
    if (runEnd - at < 8) {
      at = Math.min(at + 8, count);
      continue;
    }
    appendPacked(into, values, packedFrom, at, bits);
    appendRun(into, value, runEnd - at, bits);
    at = runEnd;
    packedFrom = at;
  }
  appendPacked(into, values, packedFrom, count, bits);
}

function appendRun(into: GrowingBytes, value: number, length: number, bits: number): void {
  appendVarint(into, length * 2);
  const bytes = reserve(into, 4);
  for (let rest = value, left = bits; left > 0; left -= 8, rest >>>= 8) bytes[into.length++] = rest & 255;
}

function appendPacked(into: GrowingBytes, values: Uint8Array | Int32Array, from: number, to: number, bits: number) {
  if (from === to) return;
  const groups = Math.ceil((to - from) / 8);
  appendVarint(into, groups * 2 + 1);
  const bytes = reserve(into, groups * bits + 8);
  let end = into.length;
  let held = 0;
  let heldBits = 0;
  for (let index = from; index < from + groups * 8; index++) {
    // At most 20 bits a value, so that what is held fits 32.
    held |= (index < to ? values[index]! : 0) << heldBits;
    heldBits += bits;
    while (heldBits >= 8) {
      bytes[end++] = held & 255;
      held >>>= 8;
      heldBits -= 8;
    }
  }
  into.length = end;
}
