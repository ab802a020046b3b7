import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '../../../shared/errors.ts';
import { TransientFailure } from './transient-failure.ts';

export type RetryOptions = {
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

/** Tries again after transient failures, waiting twice as long each time with jitter, or as long as the server asks. */
export async function retry<T>(what: string, options: RetryOptions, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (cause) {
      if (!(cause instanceof TransientFailure)) throw cause;
      if (tried >= options.attempts) {
        throw new PlatformError('unavailable', `${what} cannot be read: ${cause.message} (${tried} attempts)`);
      }
      const delayMs = cause.retryAfterMs ?? options.firstDelayMs * 2 ** (tried - 1) * (0.5 + Math.random());
      await sleep(Math.min(delayMs, options.longestDelayMs));
    }
  }
}
