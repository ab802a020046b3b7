import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createJobProcesses } from './bring-in/job-processes.ts';
import { type Installation, composeDelivery } from './compose.ts';
import { tracedDeliverer } from './compose-tracing.ts';
import { startOutboxLoop } from './notifications/outbox-loop.ts';
import { startWebhookLoop } from './notifications/webhook-loop.ts';
import { type OrderWorker, startOrderWorker } from './orders/running/order-worker.ts';
import { startJobLoop } from './ingest/jobs/job-loop.ts';
import { startWatchLoop } from './saved-searches/watch/watch-loop.ts';
import { startSelectLoop } from './select/running/select-loop.ts';
import type { Service } from './service.ts';
import type { QueueName } from './shared/bell.ts';
import { secondMs } from './shared/clock.ts';
import type { Role } from './shared/role.ts';
import { startSweeper } from './sweep-expired.ts';
import { type Queues, type Wakes, type WakingStores, wakingStores, withNotices } from './waking-stores.ts';

/** What a node does by itself. */
export type Background = {
  readonly stores: WakingStores;
  /** Takes up nothing more and lets go of what takes long. */
  stop(): Promise<void>;
  /** Last of all: until now somebody may have been told to come back. */
  stopSelects(): Promise<void>;
};

/** What is queued wakes the loops of this node and, over the bell, those of others. */
export function startBackground(installation: Installation, service: Service, role: Role): Background {
  const { bell, database } = installation;
  let work: Work | null = null;
  const queue = (name: QueueName): Wakes => ({
    wake() {
      work?.loops[name]?.wake();
      bell.ring(name);
    },
  });
  const queues: Queues = {
    mails: queue('mails'),
    notices: queue('notices'),
    orders: queue('orders'),
    ingests: queue('ingests'),
  };
  const stores = wakingStores(service, queues);
  // On every node: whoever was asked for a select surveys it. The embedded store has one service at a time.
  const selects = startSelectLoop(service, { isAlone: database.dialect === 'sqlite' });
  if (role !== 'api') {
    work = startWork(installation, service, { stores, queues });
    const { loops } = work;
    bell.listen((name) => loops[name]?.wake());
  }
  return {
    stores,
    stop: async () => work?.stop(),
    stopSelects: () => selects.stop(),
  };
}

type Work = { readonly loops: Readonly<Partial<Record<QueueName, Wakes>>>; stop(): Promise<void> };
type WorkNeeds = { readonly stores: WakingStores; readonly queues: Queues };

function startWork(installation: Installation, service: Service, { stores, queues }: WorkNeeds): Work {
  const { config } = service;
  const isEmbedded = installation.database.dialect === 'sqlite';
  const mails = startOutboxLoop({ ...service, mailer: installation.mailer }, { intervalMs: 5 * secondMs });
  const webhooks = startWebhookLoop(service, { intervalMs: 5 * secondMs });
  const notices = { wake: () => [mails, webhooks].forEach((loop) => loop.wake()) };
  const delivery = config.SWATH_DELIVERY ? composeDelivery(config) : null;
  const orders: OrderWorker | null =
    delivery === null
      ? null
      : startOrderWorker(
          {
            ...service,
            orders: withNotices(service.orders, queues.notices),
            deliverer: tracedDeliverer(delivery.deliverer, service.tracer),
            random: Math.random,
          },
          {
            holder: isEmbedded ? 'service' : `service ${hostname()} ${process.pid}`,
            isOnlyHolder: isEmbedded,
            slots: delivery.threads,
            leaseMs: config.SWATH_DELIVERY_LEASE * secondMs,
          },
        );
  // Jobs run in processes of their own: an ingest never keeps an answer waiting.
  const ingests = startJobLoop(
    { ...service, runner: createJobProcesses(config) },
    { holder: randomUUID(), isAlone: isEmbedded, atOnce: config.SWATH_INGEST_JOBS },
  );
  // Orders that it places wake the worker, as anybody's do.
  const watch = startWatchLoop(
    { ...service, ...stores, ...whileThereIsRoom(service, stores.orders) },
    { intervalMs: 5 * secondMs, holder: isEmbedded ? 'service' : randomUUID(), told: () => queues.notices.wake() },
  );
  const sweeper = startSweeper(service);
  return {
    loops: { mails, notices, ingests, ...(orders === null ? {} : { orders }) },
    async stop() {
      clearInterval(sweeper);
      await Promise.all([mails.stop(), webhooks.stop(), orders?.stop(), ingests.stop(), watch.stop()]);
      await delivery?.close();
    },
  };
}

/** What nobody asked for by hand waits too, and is tried again later. */
const whileThereIsRoom = ({ room, selections }: Service, orders: Service['orders']) => ({
  orders: {
    ...orders,
    place: (...order: Parameters<typeof orders.place>) => room.require().then(() => orders.place(...order)),
  },
  selections: {
    ...selections,
    create: (...select: Parameters<typeof selections.create>) =>
      room.require().then(() => selections.create(...select)),
  },
});
