import type { Service } from '../service.ts';
import { hourMs, secondMs } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import { mostInHour } from './webhook-patience.ts';

/** Refuses what an account sends itself, tests and replays, beyond what it may in an hour. */
export async function boundByHand(
  { webhooks, clock }: Pick<Service, 'webhooks' | 'clock'>,
  accountId: string,
): Promise<void> {
  const nowMs = clock.nowMs();
  if ((await webhooks.countByHand(accountId, 1, nowMs)) <= mostInHour) return;
  throw new PlatformError('rate_limited', {
    reason: `at most ${mostInHour} tests and replays of webhooks in an hour`,
    retryAfterSeconds: Math.ceil((hourMs - (nowMs % hourMs)) / secondMs),
  });
}
