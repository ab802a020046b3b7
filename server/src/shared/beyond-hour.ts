import { hourMs, secondMs } from './clock.ts';
import { PlatformError } from './errors.ts';

/** What an account may do so often in an hour of the clock was done as often: the next one begins anew. */
export const beyondHour = (most: number, what: string, nowMs: number): PlatformError =>
  new PlatformError('rate_limited', {
    reason: `at most ${most} ${what} in an hour`,
    retryAfterSeconds: Math.ceil((hourMs - (nowMs % hourMs)) / secondMs),
  });
