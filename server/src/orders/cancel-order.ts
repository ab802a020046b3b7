import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { sumUpTiles } from './delivery/sum-up-tiles.ts';
import { noticesOf } from './notices.ts';
import { type Order, isFinal } from './order.ts';

/** Ends a running order: what is delivered stays, and is all that is paid. */
export async function cancelOrder(service: Pick<Service, 'orders' | 'clock' | 'config'>, order: Order): Promise<Order> {
  const { orders, clock } = service;
  if (isFinal(order.state)) throw hasEnded(order);
  const { acquisitions, usage, ...sum } = await sumUpTiles(orders, order);
  const end = { state: 'CANCELLED', failure: null, usage, nowMs: clock.nowMs() } as const;
  // Tiles that nobody will cut have not failed.
  const tiles = { ...sum.tiles, failed: order.tiles.failed };
  const facts = { ...sum, ...end, tiles, acquisitions: acquisitions.length, manifestKey: null };
  const notices = noticesOf(service, order, facts);
  const isCancelled = await orders.cancel(order.id, { ...end, hasManifest: false, notices });
  const now = (await orders.byId(order.accountId, order.id)) ?? order;
  if (!isCancelled) throw hasEnded(now);
  return now;
}

const hasEnded = ({ state }: Order) => new PlatformError('conflict', `the order has ended already: it is ${state}`);
