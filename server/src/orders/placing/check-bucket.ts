import { labelOf } from '../../buckets/bucket-target.ts';
import type { Bucket } from '../../buckets/ports.ts';
import { probeBucket, refuseFailedProbe } from '../../buckets/probe-bucket.ts';
import type { Destination } from '../../buckets/read-destination.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { PlacingNeeds } from './placing-needs.ts';

type Needs = Pick<PlacingNeeds, 'buckets' | 'orders'>;

export type CheckedBucket = Pick<Bucket, 'identity' | 'label'> & {
  /** The prefix, within what the identity names. */
  readonly place: string;
};

/** Whose it is, what lies there, and whether it can be written to: in this order, so that nothing is written to another's. */
export async function checkBucket(
  service: Needs,
  organizationId: string,
  { target, credentials, prefix }: Pick<Destination, 'target' | 'credentials' | 'prefix'>,
  contentKey: string,
): Promise<CheckedBucket> {
  const access = { credentials, externalId: organizationId };
  const bucket = await service.buckets.open(target, access).catch((error: unknown) => refused(error, labelOf(target)));
  try {
    const { identity, label, folder } = bucket;
    const checked = { identity, label, place: [folder, prefix].filter((part) => part !== '').join('/') };
    // Every order has a folder of its own in the managed one.
    const isManaged = target.kind === 'managed';
    if (!isManaged) await checkOwner(service, checked, organizationId, contentKey);
    refuseFailedProbe(await probeBucket(bucket, isManaged ? '' : prefix));
    return checked;
  } finally {
    bucket.close();
  }
}

async function checkOwner(
  { orders }: Needs,
  { identity, label, place }: CheckedBucket,
  organizationId: string,
  contentKey: string,
): Promise<void> {
  if (await orders.isForeignBucket(identity, organizationId)) throw foreignBucket(label);
  const occupant = await orders.occupant(identity, place, contentKey);
  if (occupant !== null) throw occupied(label, occupant);
}

export const foreignBucket = (label: string) =>
  new PlatformError(
    'order_refused',
    `bucket ${label} is another organization's: an administrator can grant it to yours, or choose another`,
  );

export const occupied = (label: string, orderId: string) =>
  new PlatformError(
    'order_refused',
    `bucket ${label} has tiles of order ${orderId} with other settings at this prefix: choose another prefix`,
  );

/** What a bucket says of itself is no status of ours. */
function refused(error: unknown, label: string): never {
  if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
  throw new PlatformError('order_refused', `Unable to write to bucket ${label}: ${error.message}`);
}
