import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop.ts';
import { deliverWebhooks, type WebhookDeliveryOptions, type WebhookService } from './deliver-webhooks.ts';

export type WebhookLoopOptions = Omit<WebhookDeliveryOptions, 'signal'> & { readonly intervalMs: number };

/** Delivers the messages that are due at once and then every `intervalMs`, one pass at a time. */
export function startWebhookLoop(service: WebhookService, options: WebhookLoopOptions): DeliveryLoop {
  const { intervalMs, ...delivery } = options;
  const pass = (signal: AbortSignal) => deliverWebhooks(service, { ...delivery, signal });
  return startDeliveryLoop(pass, { name: 'webhooks', intervalMs, log: service.log });
}
