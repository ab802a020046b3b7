import { viewOf } from './viewed-bytes.ts';

const hashBits = 14;
const table = new Int32Array(1 << hashBits);
const blockBytes = 65_536;

/** The most that so many bytes become. */
export const snappyBound = (length: number): number => 32 + length + Math.floor(length / 6);

/** Snappy's raw format, from `source` to `target` at `offset`; gives where it ends. Not for two threads at once. */
export function compressSnappy(source: Buffer, length: number, target: Buffer, offset: number): number {
  let end = putLength(target, offset, length);
  for (let start = 0; start < length; start += blockBytes)
    end = compressBlock(source, start, Math.min(length, start + blockBytes), target, end);
  return end;
}

function putLength(target: Buffer, offset: number, length: number): number {
  let at = offset;
  let rest = length;
  for (; rest >= 128; rest >>>= 7) target[at++] = (rest & 127) | 128;
  target[at++] = rest;
  return at;
}

const slotOf = (word: number): number => Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);

function compressBlock(source: Buffer, start: number, stop: number, target: Buffer, offset: number): number {
  const view = viewOf(source);
  let end = offset;
  let literal = start;
  let at = start + 1;
  let misses = 32;
  table.fill(start);
  const last = stop - 8;
  while (at <= last) {
    const word = view.getInt32(at, true);
    const slot = slotOf(word);
    const candidate = table[slot]!;
    table[slot] = at;
    if (candidate >= at || view.getInt32(candidate, true) !== word) {
      at += misses++ >>> 5;
      continue;
    }
    if (at > literal) end = putLiteral(source, literal, at, target, end);
    let matched = 4;
    while (at + matched <= last && view.getInt32(candidate + matched, true) === view.getInt32(at + matched, true))
      matched += 4;
    while (at + matched < stop && source[candidate + matched] === source[at + matched]) matched++;
    end = putCopy(target, end, at - candidate, matched);
    at += matched;
    literal = at;
    misses = 32;
    if (at <= last) table[slotOf(view.getInt32(at - 1, true))] = at - 1;
  }
  return literal < stop ? putLiteral(source, literal, stop, target, end) : end;
}

function putLiteral(source: Buffer, from: number, to: number, target: Buffer, offset: number): number {
  const length = to - from;
  let end = offset;
  if (length <= 60) target[end++] = (length - 1) << 2;
  else if (length <= 256) {
    target[end++] = 60 << 2;
    target[end++] = length - 1;
  } else {
    target[end++] = 61 << 2;
    target[end++] = (length - 1) & 255;
    target[end++] = (length - 1) >>> 8;
  }
  if (length > 64) source.copy(target, end, from, to);
  else for (let i = 0; i < length; i++) target[end + i] = source[from + i]!;
  return end + length;
}

function putCopy(target: Buffer, offset: number, distance: number, length: number): number {
  let end = offset;
  let rest = length;
  while (rest > 0) {
    // What is left over must not be shorter than the format can say.
    const part = rest > 64 ? (rest < 68 ? 60 : 64) : rest;
    if (part >= 4 && part <= 11 && distance < 2_048) {
      target[end++] = 1 | ((part - 4) << 2) | ((distance >>> 8) << 5);
      target[end++] = distance & 255;
    } else {
      target[end++] = 2 | ((part - 1) << 2);
      target[end++] = distance & 255;
      target[end++] = distance >>> 8;
    }
    rest -= part;
  }
  return end;
}
