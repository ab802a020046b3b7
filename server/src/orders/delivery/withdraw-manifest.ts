import type { Bucket } from '../../buckets/ports.ts';
import { secondMs } from '../../shared/clock.ts';
import type { Order } from '../order.ts';
import type { OrderStore } from '../ports.ts';
import { eachTile } from './each-tile.ts';
import { manifestKey } from './layout.ts';
import { writeManifest } from './write-documents.ts';

/** A bucket that does not answer must not hold up a service that is told to stop. */
const withinMs = 20 * secondMs;

/**
 * The manifest of an order that was cancelled meanwhile: it would say that all was delivered. Where an earlier run had
 * written one, there is one that tells what the service tells.
 */
export async function withdrawManifest(
  orders: Pick<OrderStore, 'tiles' | 'progress'>,
  bucket: Bucket,
  order: Order,
): Promise<void> {
  const progress = await orders.progress(order.id);
  if (progress?.state !== 'CANCELLED') return;
  const signal = AbortSignal.timeout(withinMs);
  if (!progress.hasManifest) return bucket.delete(manifestKey(order.output.prefix, order.id), signal);
  // Nobody else writes of an order that is cancelled.
  const place = { bucket, confirm: async () => {}, signal };
  await writeManifest(place, { ...order, state: 'CANCELLED' }, eachTile(orders, order.id));
}
