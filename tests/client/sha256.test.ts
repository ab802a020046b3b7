import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSha256 } from '@swath/client';

const truth = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('SHA-256 is that of the standard, for every length around the blocks', () => {
  const bytes = randomBytes(300);
  for (let length = 0; length <= bytes.length; length++) {
    const hasher = createSha256();
    hasher.update(bytes.subarray(0, length));
    expect([length, hasher.digest()]).toEqual([length, truth(bytes.subarray(0, length))]);
  }
});

test('and in whatever pieces they come', () => {
  const bytes = randomBytes(1_000_003);
  const hasher = createSha256();
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 70_001)
    hasher.update(bytes.subarray(at, at + size));
  expect(hasher.digest()).toBe(truth(bytes));
});
