import type { Service } from '../service.ts';
import type { SentWebhook } from './ports.ts';
import { signWebhook } from './sign-webhook.ts';
import type { WebhookEvent } from './webhook.ts';
import { signingSecrets } from './webhook-secrets.ts';

export type SendingService = Pick<Service, 'webhooks' | 'webhookSender' | 'clock'>;

/** One attempt, signed with all secrets that count at this moment. */
export async function sendSigned(service: SendingService, event: WebhookEvent): Promise<SentWebhook> {
  const secrets = await signingSecrets(service, event.accountId);
  const sentAtMs = service.clock.nowMs();
  return service.webhookSender.send(event, signWebhook(secrets, event, sentAtMs), sentAtMs);
}
