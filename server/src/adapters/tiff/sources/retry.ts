import { PlatformError } from '../../../shared/errors.ts';
import { type Patience, tryPatiently } from '../../../shared/patience.ts';
import { TransientFailure } from './transient-failure.ts';

/** Tries again after transient failures, waiting twice as long each time with jitter, or as long as the server asks. */
export const retry = <T>(what: string, patience: Patience, attempt: () => Promise<T>): Promise<T> =>
  tryPatiently(patience, attempt, (cause, { tried, isLast }) => {
    if (!(cause instanceof TransientFailure)) throw cause;
    if (isLast) throw new PlatformError('unavailable', `${what} cannot be read: ${cause.message} (${tried} attempts)`);
    return cause.retryAfterMs;
  });
