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
  const beforeMs = clock.nowMs() - days * dayMs;
  // One by one: while the files of one are removed, another may be tried again.
  const next = async () => (await orders.managedBefore(beforeMs, 1))[0];
  let [id, swept] = [await next(), 0];
  if (id === undefined) return 0;
  const bucket = await buckets.open({ kind: 'managed' });
  try {
    for (; id !== undefined && swept < mostOrders; id = await next()) {
      for await (const { key } of bucket.list(`${id}/`)) await bucket.delete(key);
      await orders.managedFilesGone(id);
      log.info('managed files are gone', { orderId: id });
      swept += 1;
    }
    return swept;
  } finally {
    bucket.close();
  }
}
