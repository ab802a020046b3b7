export const usageParts = ['day', 'key', 'project'] as const;
export type UsagePart = (typeof usageParts)[number];

/** What one day, key or project has of the usage. */
export type UsageShare = {
  /** `2026-03-31`, or an id; empty by a sign-in or without a project, null where it was not noted. */
  readonly of: string | null;
  /** Of a key or a project that is still there. */
  readonly name: string | null;
  readonly requests: number;
  readonly orders: number;
  readonly areaSqkm: number;
  /** Null where some of it has no price. */
  readonly cost: number | null;
  readonly deliveredBytes: number;
};

/** Orders and requests are counted apart: each part once, with both. */
export function joinShares(some: readonly UsageShare[], others: readonly UsageShare[]): readonly UsageShare[] {
  const joined = new Map(some.map((share) => [share.of, share]));
  for (const share of others) {
    const known = joined.get(share.of);
    joined.set(share.of, known === undefined ? share : sumOf(known, share));
  }
  return [...joined.values()];
}

const sumOf = (a: UsageShare, b: UsageShare): UsageShare => ({
  of: a.of,
  name: a.name ?? b.name,
  requests: a.requests + b.requests,
  orders: a.orders + b.orders,
  areaSqkm: a.areaSqkm + b.areaSqkm,
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  deliveredBytes: a.deliveredBytes + b.deliveredBytes,
});

/** Days as they come, the rest by what it used most of. */
export function inShownOrder(shares: readonly UsageShare[], by: UsagePart): readonly UsageShare[] {
  if (by === 'day') return shares.toSorted((a, b) => textOrder(a.of ?? '', b.of ?? ''));
  return shares.toSorted(
    (a, b) => b.areaSqkm - a.areaSqkm || b.requests - a.requests || textOrder(a.of ?? '', b.of ?? ''),
  );
}

const textOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
