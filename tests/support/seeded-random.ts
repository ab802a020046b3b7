/** Numbers that a seed repeats exactly. */
export type Random = {
  /** 0 <= n < 1 */
  next(): number;
  below(limit: number): number;
  /** low <= n < high */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const between = (low: number, high: number) => low + next() * (high - low);
  return { next, below, between, pick: (from) => from[below(from.length)]!, chance: (share) => next() < share };
}

/** `SWATH_TEST_SEED`, else always the same; a failing test prints it. */
export function testSeed(): number {
  const given = Number(process.env['SWATH_TEST_SEED'] ?? '');
  return Number.isInteger(given) && given > 0 ? given : 20_260_701;
}
