import { expect, it } from 'vitest';
import { freeAtOnce } from '../../server/src/http/free-at-once.ts';

it('bytes that have their memory for themselves are free at once', () => {
  const bytes = Buffer.from(new ArrayBuffer(65_536));
  freeAtOnce(bytes);
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0]);
});

it('bytes that share their memory with others stay', () => {
  const shared = Buffer.from(new ArrayBuffer(20)).fill('0123456789');
  const part = shared.subarray(0, 10);
  freeAtOnce(part);
  expect([part.toString(), shared.length]).toEqual(['0123456789', 20]);
});

it('memory of threads stays', () => {
  const bytes = Buffer.from(new SharedArrayBuffer(10));
  freeAtOnce(bytes);
  expect(bytes.length).toBe(10);
});
