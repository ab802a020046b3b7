import type { Service } from './service.ts';
import type { QueueName } from './shared/bell.ts';

export type Wakes = { wake(): void };
export type Queues = Readonly<Record<QueueName, Wakes>>;

export type WakingStores = Pick<Service, 'accounts' | 'oneTimeLinks' | 'outbox' | 'orders' | 'webhooks' | 'ingestJobs'>;

/** The same stores; what they queue is seen to at once, not at the loops' next turn. */
export function wakingStores(service: Service, queues: Queues): WakingStores {
  const { accounts, oneTimeLinks, outbox, webhooks, ingestJobs } = service;
  const mailed = thenWake(queues.mails);
  const ordered = thenWake(queues.orders);
  const ingested = thenWake(queues.ingests);
  const orders = withNotices(service.orders, queues.notices);
  return {
    accounts: {
      ...accounts,
      create: (...account) => mailed(accounts.create(...account)),
      setPassword: (...change) => mailed(accounts.setPassword(...change)),
    },
    oneTimeLinks: {
      ...oneTimeLinks,
      create: (...link) => mailed(oneTimeLinks.create(...link)),
      consumeForPassword: (...use) => mailed(oneTimeLinks.consumeForPassword(...use)),
    },
    outbox: { ...outbox, enqueue: (...mail) => mailed(outbox.enqueue(...mail)) },
    webhooks: { ...webhooks, replay: (...message) => thenWake(queues.notices)(webhooks.replay(...message)) },
    orders: {
      ...orders,
      place: (...placement) => ordered(orders.place(...placement)),
      retry: (...changes) => ordered(orders.retry(...changes)),
    },
    ingestJobs: {
      ...ingestJobs,
      create: (...job) => ingested(ingestJobs.create(...job)),
      cancel: (...job) => ingested(ingestJobs.cancel(...job)),
      retry: (...job) => ingested(ingestJobs.retry(...job)),
    },
  };
}

export const withNotices = (orders: Service['orders'], notices: Wakes): Service['orders'] => ({
  ...orders,
  finish: (...end) => thenWake(notices)(orders.finish(...end)),
  cancel: (...end) => thenWake(notices)(orders.cancel(...end)),
});

const thenWake =
  (queue: Wakes) =>
  async <T>(queued: Promise<T>): Promise<T> => {
    const outcome = await queued;
    queue.wake();
    return outcome;
  };
