import { labelOf } from '../../buckets/bucket-target.ts';
import type { Bucket } from '../../buckets/ports.ts';
import { probeBucket, refuseFailedProbe } from '../../buckets/probe-bucket.ts';
import type { Destination } from '../../buckets/read-destination.ts';
import { PlatformError } from '../../shared/errors.ts';
import { boundProbe } from './bound-probes.ts';
import type { Customer, PlacingNeeds } from './placing-needs.ts';

type Needs = Pick<PlacingNeeds, 'buckets'> & {
  readonly orders: Pick<PlacingNeeds['orders'], 'isForeignBucket' | 'occupant'>;
};

export type Place = Pick<Destination, 'target' | 'credentials' | 'prefix'>;

export type CheckedBucket = Pick<Bucket, 'identity' | 'label'> & {
  /** The prefix, within what the identity names. */
  readonly place: string;
};

/** Whose it is, what lies there, and whether it can be written to: in this order, so that nothing is written to another's. */
export async function checkBucket(
  service: Needs & Parameters<typeof boundProbe>[0],
  { account, organization }: Pick<Customer, 'account' | 'organization'>,
  destination: Place,
  contentKey: string,
): Promise<CheckedBucket> {
  return withBucket(service, organization.id, destination, async (bucket) => {
    const { identity, label, folder } = bucket;
    const place = [folder, destination.prefix].filter((part) => part !== '').join('/');
    const isManaged = destination.target.kind === 'managed';
    const occupant = isManaged ? null : await service.orders.occupant(identity, place, contentKey);
    if (occupant !== null) throw occupied(label, occupant);
    const asked = { accountId: account.id, target: destination.target };
    refuseFailedProbe(await boundProbe(service, asked, () => probeAt(bucket, destination)));
    return { identity, label, place };
  });
}

/** Every order has a folder of its own in the managed one. */
export const probeAt = (bucket: Bucket, { target, prefix }: Place) =>
  probeBucket(bucket, target.kind === 'managed' ? '' : prefix);

/** Opened for this organization alone: nothing is done with another's. */
export async function withBucket<T>(
  { buckets, orders }: Needs,
  organizationId: string,
  { target, credentials }: Place,
  work: (bucket: Bucket) => Promise<T>,
): Promise<T> {
  const access = { credentials, externalId: organizationId };
  const bucket = await buckets.open(target, access).catch((error: unknown) => refused(error, labelOf(target)));
  try {
    const isForeign = target.kind !== 'managed' && (await orders.isForeignBucket(bucket.identity, organizationId));
    if (isForeign) throw foreignBucket(bucket.label);
    return await work(bucket);
  } finally {
    bucket.close();
  }
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
