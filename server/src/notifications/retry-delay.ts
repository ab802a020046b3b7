import { dayMs, hourMs, secondMs } from '../shared/clock.ts';

const firstDelayMs = 30 * secondMs;
const longestDelayMs = hourMs;
// Only ever shortens, so that the longest delay stays the longest.
const jitterShare = 0.25;

export const giveUpAfterMs = 3 * dayMs;

/** 30 s, doubling to 1 h with each attempt; `random` in [0, 1) spreads mails that failed together. */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = Math.min(firstDelayMs * 2 ** Math.max(attempts - 1, 0), longestDelayMs);
  return Math.round(delayMs * (1 - jitterShare * random));
}
