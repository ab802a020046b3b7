import { expect, test } from 'vitest';
import { areSame, copyFours, nextQuote, viewOf } from '../../server/src/adapters/geoparquet/write/viewed-bytes.ts';
import { createRandom } from '../support/seeded-random.ts';

const random = createRandom(39);

/** Few different bytes, so that quotes and equal stretches are common; some with the highest bit set. */
function someBytes(length: number): Buffer {
  const kinds = [34, 33, 35, 0, 162, 255];
  return Buffer.from(Array.from({ length }, () => kinds[random.below(kinds.length)]!));
}

test('the next quote is where a search byte by byte finds it, and the end where there is none', () => {
  for (let round = 0; round < 3_000; round++) {
    // Of a pool, as buffers of small documents are: what lies behind them is others'.
    const bytes = someBytes(random.below(24) + 8).subarray(3, -2);
    const from = random.below(bytes.length + 1);
    const found = bytes.indexOf(34, from);
    expect(nextQuote({ bytes, view: viewOf(bytes) }, from)).toBe(
      found === -1 || from === bytes.length ? bytes.length : found,
    );
  }
});

test('bytes are the same where every one of them is, and copies are', () => {
  for (let round = 0; round < 3_000; round++) {
    const one = someBytes(random.below(20) + 2).subarray(1);
    const length = random.below(one.length + 1);
    const from = random.below(one.length - length + 1);
    const other = Buffer.alloc(one.length + 5, 1);
    const start = random.below(5);
    copyFours(viewOf(one), from, viewOf(other), start, length);
    expect(other.subarray(start, start + length).equals(one.subarray(from, from + length))).toBe(true);
    expect(other.subarray(0, start).every((byte) => byte === 1)).toBe(true);
    expect(other.subarray(start + length).every((byte) => byte === 1)).toBe(true);
    expect(areSame(viewOf(one), from, viewOf(other), start, length)).toBe(true);
    if (length === 0) continue;
    other[start + random.below(length)]! ^= 128;
    expect(areSame(viewOf(one), from, viewOf(other), start, length)).toBe(false);
  }
});
