import { deliverOutbox, type DeliveryOptions, type DeliveryService } from './deliver-outbox.ts';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop.ts';

export type OutboxLoop = DeliveryLoop;
export type OutboxLoopOptions = Omit<DeliveryOptions, 'signal'> & { readonly intervalMs: number };

/** Delivers the outbox at once and then every `intervalMs`, one pass at a time. */
export function startOutboxLoop(service: DeliveryService, options: OutboxLoopOptions): OutboxLoop {
  const { intervalMs, ...delivery } = options;
  const pass = (signal: AbortSignal) => deliverOutbox(service, { ...delivery, signal });
  return startDeliveryLoop(pass, { name: 'outbox', intervalMs, log: service.log });
}
