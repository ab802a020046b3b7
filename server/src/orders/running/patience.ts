import { BucketFault } from '../../buckets/bucket-fault.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { isWorthRetrying } from '../delivery/worth-retrying.ts';

/** Why a bucket refuses may be mended, but nobody mends it for an hour. */
const mostRefusals = 8;

/** Attempts that ended without a word: whatever kills its process is not tried for ever. */
export const mostLosses = 25;

const [firstDelayMs, longestDelayMs, jitterShare] = [5 * secondMs, 5 * minuteMs, 0.25];

/** When to try again what has now failed `failures` times; null is never. `random` in [0, 1) spreads those that failed together. */
export function retryDelayMs(error: unknown, failures: number, mostFailures: number, random: number): number | null {
  if (!isWorthRetrying(error)) return null;
  const most = isRefusal(error) ? Math.min(mostRefusals, mostFailures) : mostFailures;
  if (failures >= most) return null;
  // To find it out has held a thread for minutes: it is left to others for as long.
  return delayMs(isSilent(error) ? Infinity : failures, random);
}

/** A bucket that is silent is so for every tile of an order. */
export const isSilent = (error: unknown): boolean => error instanceof BucketFault && error.fault === 'silent';

/** 5 s, doubling to 5 min. */
export function delayMs(failures: number, random: number): number {
  const full = Math.min(firstDelayMs * 2 ** Math.max(failures - 1, 0), longestDelayMs);
  return Math.round(full * (1 - jitterShare * random));
}

const isRefusal = (error: unknown): boolean => error instanceof BucketFault && error.kind !== 'unavailable';
