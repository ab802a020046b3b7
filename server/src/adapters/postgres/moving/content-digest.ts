import { createHash } from 'node:crypto';

/** How many rows there are and what stands in them, in whatever order they came. */
export type ContentDigest = { readonly rows: number; readonly sha256: string };

export type DigestBuilder = { add(row: readonly unknown[]): void; result(): ContentDigest };

const modulus = 1n << 256n;

/** The sum of the rows' hashes: stores need not agree on an order. */
export function createContentDigest(): DigestBuilder {
  let [rows, sum] = [0, 0n];
  return {
    add(row) {
      rows++;
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      sum = (sum + BigInt(`0x${hash}`)) % modulus;
    },
    result: () => ({ rows, sha256: sum.toString(16).padStart(64, '0') }),
  };
}

export const isSame = (a: ContentDigest, b: ContentDigest): boolean => a.rows === b.rows && a.sha256 === b.sha256;
