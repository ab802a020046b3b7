import { BucketFault, type FaultName } from '../../buckets/bucket-fault.ts';
import { type ErrorKind, PlatformError } from '../../shared/errors.ts';

/** A file may have been replaced while it was read; the others are over some day. */
const passing: readonly ErrorKind[] = ['unavailable', 'conflict', 'rate_limited', 'internal'];

/** What the bucket would say again, whatever its owner grants. Its endpoint was one when the order was placed, and may be one again. */
const lasting: readonly FaultName[] = ['refused', 'region'];

/** Whether the same delivery may succeed later. What nobody foresaw may: a thread that ran out of memory, say. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof BucketFault) return !lasting.includes(error.fault);
  return !(error instanceof PlatformError) || passing.includes(error.kind);
}
