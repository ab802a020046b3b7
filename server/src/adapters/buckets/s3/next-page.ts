import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { BucketFault } from '../../../buckets/bucket-fault.ts';

/** Where a listing goes on; undefined at its end. One that stops or turns in a circle is a fault, never a short list. */
export function nextPage(
  { IsTruncated, NextContinuationToken: next }: ListObjectsV2CommandOutput,
  before: string | undefined,
  label: string,
): string | undefined {
  if (IsTruncated !== true) return undefined;
  if (next !== undefined && next !== before) return next;
  const reason = 'is at an endpoint that says there are more objects, and does not list them';
  throw new BucketFault('endpoint', `the bucket ${label} ${reason}`);
}
