import { hourMs, minuteMs, secondMs } from '../../shared/clock.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { ClaimedOrder } from '../ports.ts';
import { type EndNeeds, endOrder } from './end-order.ts';
import type { TileSum } from './sum-up-tiles.ts';
import { isWorthRetrying } from './worth-retrying.ts';

const [shortestDelayMs, longestDelayMs, jitterShare] = [5 * secondMs, 5 * minuteMs, 0.25];

/** Both must be over: a service that was switched off for a day has tried but once. */
const [giveUpAfterMs, leastAttempts] = [2 * hourMs, 20];

/** Tries again later, or ends the order with the cause; what was delivered stays. */
export async function settleFailedEnd(
  needs: EndNeeds & { readonly random: () => number },
  claimed: ClaimedOrder,
  sum: TileSum,
  error: unknown,
): Promise<void> {
  const { orders, clock, random } = needs;
  const { lease, order } = claimed;
  const sinceMs = clock.nowMs() - order.changedAtMs;
  const isOver = sinceMs >= giveUpAfterMs && lease.fence >= leastAttempts;
  if (isOver || !isWorthRetrying(error)) {
    await endOrder(needs, claimed, sum, { failure: reasonOf(error), manifestKey: null });
    return;
  }
  await orders.postpone(lease, clock.nowMs() + delayMs(sinceMs, random()), reasonOf(error));
}

/** As long as it has been tried: so each wait is twice the one before it. */
function delayMs(sinceMs: number, random: number): number {
  const full = Math.min(Math.max(sinceMs, shortestDelayMs), longestDelayMs);
  return Math.round(full * (1 - jitterShare * random));
}

/** What a customer reads; what went wrong inside is only logged. */
function reasonOf(error: unknown): string {
  const isKnown = error instanceof PlatformError && error.kind !== 'internal';
  return `its documents could not be written to the bucket${isKnown ? `: ${error.message}` : ''}`;
}
