import type { Bucket } from '../buckets/ports.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { sweepEnded } from './delivery/sweep-ended.ts';
import { sumUpTiles } from './delivery/sum-up-tiles.ts';
import { withdrawManifest } from './delivery/withdraw-manifest.ts';
import { noticesOf } from './notices.ts';
import { type Order, isFinal } from './order.ts';

type Needs = Pick<Service, 'orders' | 'buckets' | 'clock' | 'config' | 'log'>;

/** Long enough to sum up a large order; one whose cancelling is cut off goes on after it. */
const heldBackMs = 60_000;
const mostAttempts = 3;

/** Ends a running order: what is delivered stays, and is all that is paid. */
export async function cancelOrder(service: Needs, order: Order): Promise<Order> {
  const { orders, clock } = service;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (isFinal(order.state)) break;
    await orders.holdBack(order.id, clock.nowMs() + heldBackMs);
    // They go with its end.
    const credentials = await orders.credentials(order.id);
    const begunKeys = await cancelAsItIs(service, order);
    if (begunKeys !== null) {
      const cancelled = (await orders.byId(order.accountId, order.id)) ?? order;
      // A worker that was killed between the manifest and the end cannot take it back.
      const takeBack = (bucket: Bucket) => withdrawManifest(orders, bucket, cancelled);
      // Not waited for: a bucket may take long to answer.
      void sweepEnded(service, cancelled, credentials, begunKeys, takeBack);
      return cancelled;
    }
    order = (await orders.byId(order.accountId, order.id)) ?? order;
  }
  if (isFinal(order.state)) throw new PlatformError('conflict', `the order has ended already: it is ${order.state}`);
  throw new PlatformError('unavailable', { reason: 'the order is being brought to its end', retryAfterSeconds: 5 });
}

/** What was begun of it; null where it has ended, or has delivered another number of tiles meanwhile. */
async function cancelAsItIs(service: Needs, order: Order): Promise<ReadonlySet<string> | null> {
  const { acquisitions, usage, begunKeys, ...sum } = await sumUpTiles(service.orders, order);
  const end = { state: 'CANCELLED', failure: null, usage, nowMs: service.clock.nowMs() } as const;
  // Tiles that nobody will cut have not failed.
  const tiles = { ...sum.tiles, failed: order.tiles.failed };
  const facts = { ...sum, ...end, tiles, acquisitions: acquisitions.length, manifestKey: null };
  const notices = noticesOf(service, order, facts);
  // Where an earlier run has written one, there is one still.
  const { hasManifest } = order;
  const isCancelled = await service.orders.cancel(order.id, { ...end, hasManifest, notices }, tiles.delivered);
  return isCancelled ? begunKeys : null;
}
