import { auditEntry, serviceItself } from './accounts/audit.ts';
import { forgetFailuresAfterMs } from './accounts/throttle.ts';
import { sweepJobs } from './ingest/jobs/sweep-jobs.ts';
import { sweepManagedFiles } from './orders/running/sweep-managed.ts';
import { sweepOrphans } from './orders/running/sweep-orphans.ts';
import type { Service } from './service.ts';
import { dayMs } from './shared/clock.ts';

export type SweepNeeds = Pick<
  Service,
  | 'sessions'
  | 'throttle'
  | 'selections'
  | 'orders'
  | 'outbox'
  | 'webhooks'
  | 'savedSearches'
  | 'ingestJobs'
  | 'jobFiles'
  | 'buckets'
  | 'managedFolders'
  | 'audit'
  | 'clock'
  | 'config'
  | 'log'
>;

/** How many of each went. */
export type Swept = Readonly<Record<'selects' | 'orders' | 'managed' | 'orphans' | 'uploads' | 'audit', number>>;

/** How long the log of matches goes back. */
const matchesKeptMs = 90 * dayMs;
/** How long the log of webhooks goes back, and mails are kept that were given up. */
const noticesKeptMs = 30 * dayMs;

/** Removes what is expired, so that tables hold only what can still be used, and files that belong to nothing. */
export async function sweepExpired(service: SweepNeeds): Promise<Swept> {
  const { sessions, throttle, selections, orders, outbox, webhooks, savedSearches, clock } = service;
  const nowMs = clock.nowMs();
  // What was begun with a token asks for it after its end too.
  await sessions.sweep(nowMs - dayMs);
  await throttle.sweep(nowMs - forgetFailuresAfterMs);
  const selects = await selections.sweep(nowMs);
  await orders.sweep(nowMs);
  await outbox.sweep(nowMs - noticesKeptMs);
  await webhooks.sweep(nowMs - noticesKeptMs);
  await savedSearches.sweep(nowMs - matchesKeptMs);
  await sweepJobs(service);
  const managed = await sweepManagedFiles(service);
  return {
    selects,
    managed,
    orders: await forgetOrders(service),
    orphans: (await sweepOrphans(service)).length,
    audit: await forgetAudit(service),
    // Last: a bucket may be out of reach.
    uploads: await sweepUploads(service),
  };
}

async function forgetOrders({ orders, clock, config }: SweepNeeds): Promise<number> {
  const { SWATH_ORDER_DAYS: days } = config;
  return days === 0 ? 0 : orders.forget(clock.nowMs() - days * dayMs);
}

/** What was forgotten is itself an entry. */
async function forgetAudit({ audit, clock, config }: SweepNeeds): Promise<number> {
  const { SWATH_AUDIT_DAYS: days } = config;
  if (days === 0) return 0;
  const beforeMs = clock.nowMs() - days * dayMs;
  const entries = await audit.sweep(beforeMs);
  const detail = { entries, before: new Date(beforeMs).toISOString() };
  if (entries > 0) await audit.append(auditEntry(serviceItself, clock.nowMs(), 'audit.forget', null, detail));
  return entries;
}

/** Of the managed bucket; those of others are swept when an order to them ends. */
async function sweepUploads({ buckets }: SweepNeeds): Promise<number> {
  const bucket = await buckets.open({ kind: 'managed' });
  try {
    return await bucket.sweepAbandoned({ prefix: '', olderThanMs: dayMs, isOurs: () => true });
  } finally {
    bucket.close();
  }
}
