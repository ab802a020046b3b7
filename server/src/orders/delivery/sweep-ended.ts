import type { BucketCredentials } from '../../buckets/bucket-target.ts';
import type { Service } from '../../service.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Order } from '../order.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type SweepNeeds = Pick<Service, 'buckets' | 'log'>;

/** Removes what was begun of an ended order's tiles, for which the customer pays until then; never fails. */
export async function sweepEnded(
  { buckets, log }: SweepNeeds,
  order: Order,
  credentials: BucketCredentials | null,
  begunKeys: ReadonlySet<string>,
): Promise<void> {
  try {
    const bucket = await buckets.open(order.output.target, { credentials, externalId: order.organizationId });
    await sweepUploads(bucket, order, begunKeys, log).finally(() => bucket.close());
  } catch (error) {
    log.info('abandoned uploads are not looked for', { orderId: order.id, error: errorText(error) });
  }
}
