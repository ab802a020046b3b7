import type { BucketCredentials } from '../../buckets/bucket-target.ts';
import type { Service } from '../../service.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Order } from '../order.ts';
import type { OrderStore } from '../ports.ts';
import { tileChunks } from './each-tile.ts';
import { tileFileKey, tileFileNames } from './layout.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type SweepNeeds = Pick<Service, 'buckets' | 'log'> & { readonly orders: Pick<OrderStore, 'tiles' | 'specs'> };

/** Removes what was begun of an ended order's tiles, for which the customer pays until then; never fails. */
export async function sweepEnded(
  { orders, buckets, log }: SweepNeeds,
  order: Order,
  credentials: BucketCredentials | null,
): Promise<void> {
  try {
    const begun = await begunKeys(orders, order);
    const bucket = await buckets.open(order.output.target, { credentials, externalId: order.organizationId });
    await sweepUploads(bucket, order, begun, log).finally(() => bucket.close());
  } catch (error) {
    log.info('abandoned uploads are not looked for', { orderId: order.id, error: errorText(error) });
  }
}

/** Of tiles that somebody began and nobody will end, or that took more than one attempt. */
async function begunKeys(orders: SweepNeeds['orders'], { id, output }: Order): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const tiles of tileChunks(orders, id)) {
    const begun = tiles.filter(({ state, attempts }) => attempts > (state === 'delivered' ? 1 : 0));
    const numbers = begun.map(({ number }) => number);
    for (const { spec } of await orders.specs(id, numbers))
      for (const name of tileFileNames) keys.add(tileFileKey(output.prefix, spec, name));
  }
  return keys;
}
