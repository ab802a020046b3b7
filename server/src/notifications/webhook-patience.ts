import { dayMs, hourMs, minuteMs, secondMs } from '../shared/clock.ts';

/** After each attempt that failed; after the last of them it is over. */
const delaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;
const longestAskedMs = dayMs;

/** How long a message is hidden from other nodes while it is sent; longer than any receiver is waited for. */
export const sendingLeaseMs = 2 * minuteMs;

/** Of one account: no server is flooded in its name, neither by its orders nor by what it sends itself. */
export const mostInHour = 5_000;

/** Of one account, at a time: one whose server hangs must leave room for the others. */
export const mostOfOneAccount = 4;

// Only ever shortens, so that the longest delay stays the longest.
const jitterShare = 0.25;

/** How long until the next attempt; null where there is none. A receiver may ask for more time, up to a day. */
export function webhookDelayMs(attempts: number, random: number, askedMs: number | null): number | null {
  const delayMs = delaysMs[Math.max(attempts, 1) - 1];
  if (delayMs === undefined) return null;
  const scheduledMs = Math.round(delayMs * (1 - jitterShare * random));
  return Math.max(scheduledMs, Math.min(askedMs ?? 0, longestAskedMs));
}
