import { type BucketCredentials, labelOf } from '../buckets/bucket-target.ts';
import { readPrefix } from '../buckets/object-key.ts';
import { readBucketText } from '../buckets/read-bucket-text.ts';
import { type S3Access, readS3Access } from '../buckets/read-s3-access.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Order } from './order.ts';

/** What a retry says of the order's own bucket; null where it says nothing. */
export type RetryRequest = {
  readonly bucket: string | null;
  readonly prefix: string | null;
  readonly access: S3Access | null;
  /** Where it stands in the body. */
  readonly at: string;
};

const refuse = (why: string) => new PlatformError('order_refused', why);

export function readRetryRequest(body: unknown): RetryRequest {
  if (!isObject(body)) throw refuse("'body' must be an object");
  const config = body['output_config'] ?? {};
  if (!isObject(config)) throw refuse('output_config must be an object');
  const amazon = config['amazon_s3'] ?? null;
  if (amazon !== null && !isObject(amazon)) throw refuse('output_config.amazon_s3 must be an object');
  const [members, at] = amazon === null ? [config, 'output_config'] : [amazon, 'output_config.amazon_s3'];
  return { ...readPlace(members, at), access: readS3Access(members, at), at };
}

/** In the forms that an order takes, so that what was sent with it can be sent again. */
function readPlace(members: JsonObject, at: string): Pick<RetryRequest, 'bucket' | 'prefix'> {
  const bucket = members['bucket'] ?? null;
  const text = bucket === null ? null : readBucketText(bucket, `${at}.bucket`);
  const parts = [text?.prefix ?? '', readPrefix(members['prefix'], `${at}.prefix`)].filter((part) => part !== '');
  return { bucket: text && labelOf(text.target), prefix: parts.length === 0 ? null : parts.join('/') };
}

/** The credentials that are given anew, for the bucket that the order has. */
export function credentialsFor(
  { output: { target, prefix: own } }: Pick<Order, 'output'>,
  { bucket, prefix, access, at }: RetryRequest,
): BucketCredentials | null {
  if (bucket !== null && bucket !== labelOf(target)) throw refuse(`${at}.bucket must be that of the order, or absent`);
  const isOther = prefix !== null && target.kind !== 'managed' && prefix !== own;
  if (isOther) throw refuse(`${at}.prefix must be that of the order, or absent`);
  if (access === null) return null;
  if (target.kind !== 's3') throw refuse(`${at} has credentials, and the order's bucket takes none`);
  if (access.place.endpoint !== null && access.place.endpoint !== target.endpoint)
    throw refuse(`${at}.endpoint must be that of the order, or absent`);
  return access.credentials;
}
