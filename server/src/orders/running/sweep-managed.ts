import type { Service } from '../../service.ts';
import { dayMs } from '../../shared/clock.ts';

type Needs = Pick<Service, 'orders' | 'buckets' | 'clock' | 'log'> & {
  readonly config: Pick<Service['config'], 'SWATH_MANAGED_DAYS' | 'SWATH_ORDER_DAYS'>;
};

/** Each time: what is left goes at the next turn. */
const mostOrders = 50;

/** Removes the files of orders to the managed bucket that ended long enough ago; how many orders. */
export async function sweepManagedFiles({ orders, buckets, clock, config, log }: Needs): Promise<number> {
  // An order that is forgotten takes its files along.
  const days = Math.min(config.SWATH_MANAGED_DAYS, config.SWATH_ORDER_DAYS || Infinity);
  const over = await orders.managedBefore(clock.nowMs() - days * dayMs, mostOrders);
  if (over.length === 0) return 0;
  const bucket = await buckets.open({ kind: 'managed' });
  try {
    for (const id of over) {
      for await (const { key } of bucket.list(`${id}/`)) await bucket.delete(key);
      await orders.managedFilesGone(id);
      log.info('managed files are gone', { orderId: id });
    }
    return over.length;
  } finally {
    bucket.close();
  }
}
