import type { BucketCredentials } from '../../buckets/bucket-target.ts';
import type { Bucket } from '../../buckets/ports.ts';
import type { Service } from '../../service.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Order } from '../order.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type SweepNeeds = Pick<Service, 'buckets' | 'log'>;

/** Removes what was begun of an ended order's tiles, for which the customer pays until then, and does what else is to be done there; never fails. */
export async function sweepEnded(
  { buckets, log }: SweepNeeds,
  order: Order,
  credentials: BucketCredentials | null,
  begunKeys: ReadonlySet<string>,
  beside: (bucket: Bucket) => Promise<void> = async () => {},
): Promise<void> {
  try {
    const bucket = await buckets.open(order.output.target, { credentials, externalId: order.organizationId });
    const [done] = await Promise.allSettled([beside(bucket), sweepUploads(bucket, order, begunKeys, log)]);
    bucket.close();
    if (done.status === 'rejected') throw done.reason;
  } catch (error) {
    log.info('the bucket of an ended order is not tidied up', { orderId: order.id, error: errorText(error) });
  }
}
