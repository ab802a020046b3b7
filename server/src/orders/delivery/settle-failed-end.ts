import { hourMs, minuteMs, secondMs } from '../../shared/clock.ts';
import type { ClaimedOrder } from '../ports.ts';
import { reasonToTell } from '../reason-to-tell.ts';
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
    await endOrder(needs, claimed, sum, { failure: failureOf(error), manifestKey: null });
    return;
  }
  await orders.postpone(lease, clock.nowMs() + delayMs(sinceMs, random()), failureOf(error));
}

/** As long as it has been tried: so each wait is twice the one before it. */
function delayMs(sinceMs: number, random: number): number {
  const full = Math.min(Math.max(sinceMs, shortestDelayMs), longestDelayMs);
  return Math.round(full * (1 - jitterShare * random));
}

function failureOf(error: unknown): string {
  const reason = reasonToTell(error);
  return `its documents could not be written to the bucket${reason === null ? '' : `: ${reason}`}`;
}
