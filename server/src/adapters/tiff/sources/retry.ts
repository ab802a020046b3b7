import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '../../../shared/errors.ts';
import { type Patience, delayAfter } from '../../../shared/patience.ts';
import { TransientFailure } from './transient-failure.ts';

/** Tries again after transient failures, waiting twice as long each time with jitter, or as long as the server asks. */
export async function retry<T>(what: string, options: Patience, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (cause) {
      if (!(cause instanceof TransientFailure)) throw cause;
      if (tried >= options.attempts) {
        throw new PlatformError('unavailable', `${what} cannot be read: ${cause.message} (${tried} attempts)`);
      }
      await sleep(delayAfter(tried, options, cause.retryAfterMs));
    }
  }
}
