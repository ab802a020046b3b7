import { type BucketCredentials, labelOf } from '../buckets/bucket-target.ts';
import { readPrefix } from '../buckets/object-key.ts';
import { readBucketText } from '../buckets/read-bucket-text.ts';
import { namedPlace } from '../buckets/read-destination.ts';
import { type S3Access, readS3Access } from '../buckets/read-s3-access.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Order } from './order.ts';
import { namedMembers, orderMembers } from './request/order-members.ts';

/** What a retry says of the order's own bucket; null where it says nothing. */
export type RetryRequest = {
  readonly bucket: string | null;
  readonly prefix: string | null;
  readonly access: S3Access | null;
  /** Where these stand in the body. */
  readonly at: { readonly bucket: string; readonly prefix: string; readonly access: string };
};

const refuse = (why: string) => new PlatformError('order_refused', why);

/** In the forms that an order takes, so that what was sent with it can be sent again. */
export function readRetryRequest(body: unknown): RetryRequest {
  if (!isObject(body)) throw refuse("'body' must be an object");
  const { member, value, prefixMember, prefix } = namedPlace(namedMembers(body, orderMembers).members);
  if (isObject(value)) return readConfig(value, member);
  const at = { bucket: member, prefix: prefixMember, access: member };
  return { ...readPlace(value, prefix, member), access: null, at };
}

function readConfig(config: JsonObject, member: string): RetryRequest {
  const amazon = config['amazon_s3'] ?? null;
  if (amazon !== null && !isObject(amazon)) throw refuse(`${member}.amazon_s3 must be an object`);
  const [members, access] = amazon === null ? [config, member] : [amazon, `${member}.amazon_s3`];
  const at = { bucket: `${access}.bucket`, prefix: `${access}.prefix`, access };
  const prefix = readPrefix(members['prefix'], at.prefix);
  return { ...readPlace(members['bucket'], prefix, at.bucket), access: readS3Access(members, access), at };
}

function readPlace(bucket: unknown, beside: string, member: string): Pick<RetryRequest, 'bucket' | 'prefix'> {
  const text = bucket === undefined || bucket === null ? null : readBucketText(bucket, member);
  const parts = [text?.prefix ?? '', beside].filter((part) => part !== '');
  return { bucket: text && labelOf(text.target), prefix: parts.length === 0 ? null : parts.join('/') };
}

/** The credentials that are given anew, for the bucket that the order has. */
export function credentialsFor(
  { output: { target, prefix: own } }: Pick<Order, 'output'>,
  { bucket, prefix, access, at }: RetryRequest,
): BucketCredentials | null {
  if (bucket !== null && bucket !== labelOf(target)) throw refuse(`${at.bucket} must be that of the order, or absent`);
  const isOther = prefix !== null && target.kind !== 'managed' && prefix !== own;
  if (isOther) throw refuse(`${at.prefix} must be that of the order, or absent`);
  if (access === null) return null;
  if (target.kind !== 's3') throw refuse(`${at.access} has credentials, and the order's bucket takes none`);
  if (access.place.endpoint !== null && access.place.endpoint !== target.endpoint)
    throw refuse(`${at.access}.endpoint must be that of the order, or absent`);
  return access.credentials;
}
