import { randomUUID } from 'node:crypto';
import type { Service } from '../service.ts';
import { toInstant } from '../shared/dates.ts';
import { PlatformError } from '../shared/errors.ts';
import { boundByHand } from './bound-by-hand.ts';
import type { WebhookAttempt } from './ports.ts';
import { sendSigned } from './send-signed.ts';
import { type WebhookEvent, testType as type } from './webhook.ts';
import { webhookUrlProblem } from './webhook-url.ts';

type Needs = Pick<Service, 'webhooks' | 'webhookSender' | 'clock' | 'config'>;

/** Sends a signed message at once, and once: for whoever sets a receiver up. It stands in the log like any other. */
export async function testWebhook(
  service: Needs,
  accountId: string,
  url: string,
): Promise<{ readonly id: string; readonly attempt: WebhookAttempt }> {
  const problem = webhookUrlProblem(url, service.config.SWATH_ALLOW_PRIVATE_ENDPOINTS);
  if (problem !== null) throw new PlatformError('invalid_parameters', `'url' ${problem}`);
  await boundByHand(service, accountId);
  const event = testEvent(accountId, url, service.clock.nowMs());
  const { attempt, isForbidden } = await sendSigned(service, event);
  if (isForbidden) throw new PlatformError('invalid_parameters', `'url' must be on the public internet`);
  await service.webhooks.keep(event, attempt);
  return { id: event.id, attempt };
}

function testEvent(accountId: string, url: string, nowMs: number): WebhookEvent {
  const data = { message: 'A test of this webhook: messages about orders will come the same way.' };
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    accountId,
    url,
    type,
    body: JSON.stringify({ type, timestamp: toInstant(nowMs), data }),
    orderId: null,
    createdAtMs: nowMs,
  };
}
