import type { Service } from '../service.ts';
import { beyondHour } from '../shared/beyond-hour.ts';
import { mostInHour } from './webhook-patience.ts';

/** Refuses what an account sends itself, tests and replays, beyond what it may in an hour. */
export async function boundByHand(
  { webhooks, clock }: Pick<Service, 'webhooks' | 'clock'>,
  accountId: string,
): Promise<void> {
  const nowMs = clock.nowMs();
  if ((await webhooks.countByHand(accountId, 1, nowMs)) > mostInHour)
    throw beyondHour(mostInHour, 'tests and replays of webhooks', nowMs);
}
