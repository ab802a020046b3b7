import { dayMs } from '../../shared/clock.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Balance, overLimit, yearOf } from '../../usage/balance.ts';
import type { Order } from '../order.ts';
import type { Placement, PlacementOutcome } from '../ports.ts';
import type { OrderRequest } from '../request/order-request.ts';
import { foreignBucket, occupied } from './check-bucket.ts';
import { checkOrder } from './check-order.ts';
import { bodyHashOf } from './fingerprint.ts';
import type { Customer, PlacingNeeds } from './placing-needs.ts';

export type { Customer, PlacingNeeds } from './placing-needs.ts';

export type PlaceOptions = {
  /** As the header came; null without one. */
  readonly idempotencyKey: string | null;
  /** The API key that asks for it; null, or absent, where somebody has signed in. */
  readonly keyId?: string | null;
  /** Asked before anything new is begun; throws where that is not to be. */
  readonly beforePlacing?: () => Promise<void>;
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

export type PlacedOrder = {
  readonly kind: 'placed';
  readonly order: Order;
  /** It was placed before, under the same key. */
  readonly isReplayed: boolean;
};

/** The order as it would have been placed, and what its organization has left of its limits without it. */
export type DryRun = { readonly kind: 'dry_run'; readonly order: Order; readonly available: Balance };

const idempotencyMs = 30 * dayMs;

/** Checks in the contract's order, then stores; a dry run goes the same way and stops before the store. */
export async function placeOrder(
  service: PlacingNeeds,
  customer: Customer,
  request: OrderRequest,
  { idempotencyKey, keyId = null, beforePlacing, signal }: PlaceOptions,
): Promise<PlacedOrder | DryRun> {
  const bodyHash = bodyHashOf(service, request.body);
  const placedBefore = () => findPlaced(service, customer, idempotencyKey, bodyHash);
  const before = await placedBefore();
  if (before !== null) return before;
  if (!request.isDryRun) await beforePlacing?.();
  const checked = await checkOrder(service, customer, request, signal).catch(async (refusal: unknown) => {
    // The same request may have been placed meanwhile, and have taken what this one lacks.
    const meanwhile = await placedBefore();
    if (meanwhile === null) throw refusal;
    return meanwhile;
  });
  if ('kind' in checked) return checked;
  const { order, tiles, available } = checked;
  if (request.isDryRun) return { kind: 'dry_run', order, available };
  const { createdAtMs } = order;
  const outcome = await service.orders.place({
    order,
    tiles,
    keyId,
    credentials: request.destination.credentials,
    idempotency:
      idempotencyKey === null ? null : { key: idempotencyKey, bodyHash, expiresAtMs: createdAtMs + idempotencyMs },
    budget: { year: yearOf(createdAtMs) },
  } satisfies Placement);
  return settled(service, customer, order, outcome);
}

/** Looked up before anything that takes long. */
async function findPlaced(
  service: PlacingNeeds,
  customer: Customer,
  key: string | null,
  bodyHash: string,
): Promise<PlacedOrder | null> {
  if (key === null) return null;
  const known = await service.orders.byIdempotencyKey(customer.account.id, key, service.clock.nowMs());
  if (known === null) return null;
  if (known.bodyHash !== bodyHash) throw new PlatformError('idempotency_mismatch');
  return replayed(service, customer, known.orderId);
}

async function replayed({ orders }: PlacingNeeds, { account }: Customer, id: string): Promise<PlacedOrder> {
  const order = await orders.byId(account.id, id);
  if (order === null) throw new PlatformError('not_found');
  return { kind: 'placed', order, isReplayed: true };
}

/** What only the store can tell: another may have come first since the checks. */
async function settled(
  service: PlacingNeeds,
  customer: Customer,
  order: Order,
  outcome: PlacementOutcome,
): Promise<PlacedOrder> {
  switch (outcome.outcome) {
    case 'placed':
      return { kind: 'placed', order: { ...order, isPaused: outcome.isPaused }, isReplayed: false };
    case 'replayed':
      return replayed(service, customer, outcome.orderId);
    case 'mismatch':
      throw new PlatformError('idempotency_mismatch');
    case 'over_limit':
      throw overLimit(outcome);
    case 'foreign_bucket':
      throw foreignBucket(order.output.label);
    case 'occupied':
      throw occupied(order.output.label, outcome.orderId);
  }
}
