import type { PlacingStore } from '../../../server/src/orders/placing/placing-needs.ts';
import type { Placement, PlacementOutcome } from '../../../server/src/orders/ports.ts';

export type KeptOrders = PlacingStore & {
  readonly placements: readonly Placement[];
  /** What placing says next, once. */
  answerNext(outcome: PlacementOutcome): void;
  /** What is known of buckets. */
  foreign: string | null;
  occupied: { readonly prefix: string; readonly contentKey: string; readonly orderId: string } | null;
};

/** As much of a store of orders as placing asks, in memory. */
export function keepOrders(): KeptOrders {
  const placements: Placement[] = [];
  let next: PlacementOutcome | null = null;
  const byKey = (accountId: string, key: string) =>
    placements.find(({ order, idempotency }) => order.accountId === accountId && idempotency?.key === key);
  let failedProbes = 0;
  return {
    placements,
    failedProbes: async () => failedProbes,
    countFailedProbe: async () => void (failedProbes += 1),
    foreign: null,
    occupied: null,
    answerNext: (outcome) => void (next = outcome),
    async place(placement) {
      const outcome = next ?? ({ outcome: 'placed', isPaused: false } as const);
      next = null;
      if (outcome.outcome === 'placed') placements.push(placement);
      return outcome;
    },
    async byIdempotencyKey(accountId, key, nowMs) {
      const known = byKey(accountId, key);
      if (known === undefined || known.idempotency!.expiresAtMs <= nowMs) return null;
      return { orderId: known.order.id, bodyHash: known.idempotency!.bodyHash };
    },
    byId: async (accountId, id) =>
      placements.find(({ order }) => order.accountId === accountId && order.id === id)?.order ?? null,
    identical: async (accountId, fingerprint) =>
      placements.findLast(({ order }) => order.accountId === accountId && order.fingerprint === fingerprint)?.order
        .id ?? null,
    async isForeignBucket(identity) {
      return this.foreign !== null && identity.includes(this.foreign);
    },
    async occupant(_identity, prefix, contentKey) {
      const there = this.occupied;
      return there !== null && there.prefix === prefix && there.contentKey !== contentKey ? there.orderId : null;
    },
  };
}
