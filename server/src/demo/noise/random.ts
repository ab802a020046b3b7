/** A whole number from whole numbers, the same on every machine; bits are well mixed. */
export function hash(first: number, second = 0, third = 0): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** From 0 to below 1. */
export const unit = (first: number, second = 0, third = 0): number => hash(first, second, third) / 2 ** 32;

export type Random = {
  /** From 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let count = 0;
  const next = () => unit(seed, (count += 1), 0x51ed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (low, high) => low + (high - low) * next(),
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
  };
}
