import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { boundByHand } from './bound-by-hand.ts';
import type { WebhookRecord } from './ports.ts';

/** A message of the account, with its body and its attempts. */
export async function findWebhook(
  { webhooks }: Pick<Service, 'webhooks'>,
  accountId: string,
  id: string,
): Promise<WebhookRecord> {
  const record = await webhooks.byId(accountId, id);
  if (record === null) throw new PlatformError('not_found');
  return record;
}

/** Sends a message once more, under its own id, and tries as patiently as the first time. */
export async function replayWebhook(
  service: Pick<Service, 'webhooks' | 'clock'>,
  accountId: string,
  id: string,
): Promise<WebhookRecord> {
  await findWebhook(service, accountId, id);
  await boundByHand(service, accountId);
  await service.webhooks.replay(accountId, id, service.clock.nowMs());
  return findWebhook(service, accountId, id);
}
