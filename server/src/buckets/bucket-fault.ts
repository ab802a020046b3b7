import { type ErrorKind, PlatformError } from '../shared/errors.ts';

const kinds = {
  /** There is no such bucket. */
  exists: 'not_found',
  object: 'not_found',
  denied: 'forbidden',
  /** Whoever asks is not known: no policy would help. */
  credentials: 'forbidden',
  region: 'invalid_parameters',
  endpoint: 'invalid_parameters',
  /** The store does not take it, whatever is tried. */
  refused: 'invalid_parameters',
  /** The body is not what was announced, or the key cannot be beside another. */
  conflict: 'conflict',
  full: 'unavailable',
  unavailable: 'unavailable',
  /** It says nothing at all: to find that out takes minutes. */
  silent: 'unavailable',
} as const satisfies Record<string, ErrorKind>;

export type FaultName = keyof typeof kinds;

/** How a bucket fails; of the kind `unavailable` when it may work later. */
export class BucketFault extends PlatformError {
  readonly fault: FaultName;
  /** What would have to be granted, where that is another policy than the bucket's. */
  readonly policy: string | null;

  constructor(fault: FaultName, reason: string, options: { readonly cause?: unknown; readonly policy?: string } = {}) {
    super(kinds[fault], reason);
    this.fault = fault;
    this.policy = options.policy ?? null;
    if (options.cause !== undefined) this.cause = options.cause;
  }
}
