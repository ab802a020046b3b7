import { BucketFault, type FaultName } from '../../buckets/bucket-fault.ts';
import { type ErrorDetail, type ErrorKind, PlatformError } from '../../shared/errors.ts';

/** Errors lose their class on the way between threads, so they travel as data. */
export type Fault = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Of a PlatformError alone. */
  readonly platform?: { readonly kind: ErrorKind; readonly detail: ErrorDetail };
  /** Of a BucketFault alone. */
  readonly bucket?: { readonly fault: FaultName; readonly policy: string | null };
};

export function toFault(error: unknown): Fault {
  if (error instanceof PlatformError) {
    const { name, message, kind, detail } = error;
    const bucket = error instanceof BucketFault ? { bucket: { fault: error.fault, policy: error.policy } } : {};
    return { name, message, platform: { kind, detail }, ...bucket };
  }
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}

export function fromFault({ name, message, stack, platform, bucket }: Fault): Error {
  if (bucket !== undefined)
    return new BucketFault(bucket.fault, message, bucket.policy === null ? {} : { policy: bucket.policy });
  if (platform !== undefined) return new PlatformError(platform.kind, platform.detail);
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
