import { randomUUID } from 'node:crypto';
import { forgetFailuresAfterMs } from './accounts/throttle.ts';
import { createJobProcesses } from './bring-in/job-processes.ts';
import { type Delivery, type Installation, composeDelivery } from './compose.ts';
import type { DeliveryLoop } from './notifications/delivery-loop.ts';
import { startOutboxLoop } from './notifications/outbox-loop.ts';
import { startWebhookLoop } from './notifications/webhook-loop.ts';
import { sweepManagedFiles } from './orders/running/sweep-managed.ts';
import { type OrderWorker, startOrderWorker } from './orders/running/order-worker.ts';
import { type JobLoop, startJobLoop } from './ingest/jobs/job-loop.ts';
import { sweepJobs, sweepStrays } from './ingest/jobs/sweep-jobs.ts';
import { startWatchLoop } from './saved-searches/watch/watch-loop.ts';
import { startSelectLoop } from './select/running/select-loop.ts';
import type { Service } from './service.ts';
import { dayMs, minuteMs, secondMs } from './shared/clock.ts';
import { errorText } from './shared/error-text.ts';

/** What a service does by itself. */
export type Background = {
  /** The same stores; what they queue is seen to at once, not at the loops' next turn. */
  readonly stores: WakingStores;
  /** Takes up nothing more and lets go of what takes long. */
  stop(): Promise<void>;
  /** Last of all: until now somebody may have been told to come back. */
  stopSelects(): Promise<void>;
};

type WakingStores = Pick<Service, 'accounts' | 'oneTimeLinks' | 'outbox' | 'orders' | 'webhooks' | 'ingestJobs'>;

export function startBackground(installation: Installation, service: Service): Background {
  const isEmbedded = installation.database.dialect === 'sqlite';
  const mails = startOutboxLoop({ ...service, mailer: installation.mailer }, { intervalMs: 5 * secondMs });
  const webhooks = startWebhookLoop(service, { intervalMs: 5 * secondMs });
  const notices = { wake: () => [mails, webhooks].forEach((loop) => loop.wake()) };
  // The embedded store has one service at a time.
  const selects = startSelectLoop(service, { isAlone: isEmbedded });
  const delivery = service.config.SWATH_DELIVERY ? composeDelivery(service.config) : null;
  const worker = delivery === null ? null : startWorker(service, delivery, notices, isEmbedded);
  const ingests = startIngests(service, isEmbedded);
  const stores = wakingStores(service, mails, notices, worker);
  const watch = startWatch(service, stores, notices, isEmbedded);
  const sweeper = startSweeper(service);
  return {
    stores: { ...stores, ingestJobs: wakingJobs(service, ingests) },
    async stop() {
      clearInterval(sweeper);
      await Promise.all([mails.stop(), webhooks.stop(), worker?.stop(), ingests.stop(), watch.stop()]);
      await delivery?.close();
    },
    stopSelects: () => selects.stop(),
  };
}

type Wakes = Pick<DeliveryLoop, 'wake'>;

function startWorker(service: Service, { deliverer, threads }: Delivery, notices: Wakes, isEmbedded: boolean) {
  const orders = withNotices(service.orders, notices);
  const holder = isEmbedded ? 'service' : `service ${process.pid} ${service.config.publicUrl}`;
  return startOrderWorker(
    { ...service, orders, deliverer, random: Math.random },
    { holder, isOnlyHolder: isEmbedded, slots: threads, leaseMs: service.config.SWATH_DELIVERY_LEASE * secondMs },
  );
}

/** Orders that it places wake the worker, as anybody's do. */
function startWatch(service: Service, stores: Omit<WakingStores, 'ingestJobs'>, notices: Wakes, isEmbedded: boolean) {
  const holder = isEmbedded ? 'service' : randomUUID();
  const told = () => notices.wake();
  return startWatchLoop({ ...service, ...stores }, { intervalMs: 5 * secondMs, holder, told });
}

/** Jobs run in processes of their own: an ingest never keeps an answer waiting. */
function startIngests(service: Service, isAlone: boolean): JobLoop {
  const atOnce = service.config.SWATH_INGEST_JOBS;
  return startJobLoop(
    { ...service, runner: createJobProcesses(service.config) },
    { holder: randomUUID(), isAlone, atOnce },
  );
}

const wakingJobs = ({ ingestJobs }: Service, loop: JobLoop): Service['ingestJobs'] => ({
  ...ingestJobs,
  create: (...job) => thenWake(loop)(ingestJobs.create(...job)),
  cancel: (...job) => thenWake(loop)(ingestJobs.cancel(...job)),
  retry: (...job) => thenWake(loop)(ingestJobs.retry(...job)),
});

const thenWake =
  (loop: Wakes) =>
  async <T>(queued: Promise<T>): Promise<T> => {
    const outcome = await queued;
    loop.wake();
    return outcome;
  };

const withNotices = (orders: Service['orders'], notices: Wakes): Service['orders'] => ({
  ...orders,
  finish: (...end) => thenWake(notices)(orders.finish(...end)),
  cancel: (...end) => thenWake(notices)(orders.cancel(...end)),
});

function wakingStores(
  service: Service,
  mails: Wakes,
  notices: Wakes,
  worker: OrderWorker | null,
): Omit<WakingStores, 'ingestJobs'> {
  const { accounts, oneTimeLinks, outbox, webhooks } = service;
  const mailed = thenWake(mails);
  const orders = withNotices(service.orders, notices);
  const ordered = thenWake(worker ?? { wake: () => undefined });
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
    webhooks: { ...webhooks, replay: (...message) => thenWake(notices)(webhooks.replay(...message)) },
    orders: {
      ...orders,
      place: (...placement) => ordered(orders.place(...placement)),
      retry: (...changes) => ordered(orders.retry(...changes)),
    },
  };
}

/** How long the log of matches goes back. */
const matchesKeptMs = 90 * dayMs;
/** How long the log of webhooks goes back. */
const webhooksKeptMs = 30 * dayMs;

/** Removes what is expired, so that tables hold only what can still be used. */
function startSweeper(service: Service): NodeJS.Timeout {
  const { sessions, throttle, selections, orders, webhooks, clock, log } = service;
  const sweep = async () => {
    const nowMs = clock.nowMs();
    await sessions.sweep(nowMs);
    await throttle.sweep(nowMs - forgetFailuresAfterMs);
    await selections.sweep(nowMs);
    await orders.sweep(nowMs);
    await webhooks.sweep(nowMs - webhooksKeptMs);
    await service.savedSearches.sweep(nowMs - matchesKeptMs);
    await sweepJobs(service);
    await sweepManagedFiles(service);
  };
  const failed = (error: unknown) => log.warn('sweep failed', { error: errorText(error) });
  // A kill leaves uploads that nobody will go on with.
  sweepStrays(service).catch(failed);
  const timer = setInterval(() => void sweep().catch(failed), 10 * minuteMs);
  return timer.unref();
}
