import { auditEntry, serviceItself } from './accounts/audit.ts';
import { forgetFailuresAfterMs } from './accounts/throttle.ts';
import { sweepJobs, sweepStrays } from './ingest/jobs/sweep-jobs.ts';
import { sweepManagedFiles } from './orders/running/sweep-managed.ts';
import { sweepOrphans } from './orders/running/sweep-orphans.ts';
import type { Service } from './service.ts';
import { dayMs, minuteMs } from './shared/clock.ts';
import { errorText } from './shared/error-text.ts';
import { createSteadiness } from './shared/steady-clock.ts';

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

/**
 * Removes what is expired, so that tables hold only what can still be used, and files that belong to nothing. What cannot
 * be removed now (a bucket that is out of reach, a file of somebody else) keeps nothing else; the first failure is thrown.
 */
export async function sweepExpired(service: SweepNeeds): Promise<Swept> {
  const { sessions, throttle, selections, orders, outbox, webhooks, savedSearches, clock } = service;
  const nowMs = clock.nowMs();
  const failures: Error[] = [];
  const each = (sweep: () => Promise<number>): Promise<number> =>
    sweep().catch((error: Error) => {
      failures.push(error);
      return 0;
    });
  // What was begun with a token asks for it after its end too.
  await each(() => sessions.sweep(nowMs - dayMs));
  await each(() => throttle.sweep(nowMs - forgetFailuresAfterMs));
  const selects = await each(() => selections.sweep(nowMs));
  await each(() => orders.sweep(nowMs));
  await each(() => outbox.sweep(nowMs - noticesKeptMs));
  await each(() => webhooks.sweep(nowMs - noticesKeptMs));
  await each(() => savedSearches.sweep(nowMs - matchesKeptMs));
  await each(() => sweepJobs(service).then(() => 0));
  const swept = {
    selects,
    // Before the orders: these are forgotten when their files are gone.
    managed: await each(() => sweepManagedFiles(service)),
    orders: await each(() => forgetOrders(service)),
    orphans: await each(async () => (await sweepOrphans(service)).length),
    audit: await each(() => forgetAudit(service)),
    uploads: await each(() => sweepUploads(service)),
  };
  const [first] = failures;
  if (first !== undefined) throw first;
  return swept;
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

/** Now and then, as long as the service runs. */
export function startSweeper(service: SweepNeeds, everyMs = 10 * minuteMs): NodeJS.Timeout {
  const failed = (error: unknown) => service.log.warn('sweep failed', { error: errorText(error) });
  // A kill leaves uploads that nobody will go on with.
  sweepStrays(service).catch(failed);
  const isSteady = createSteadiness(service.clock);
  const sweep = async () => {
    // One moment for all of it: the clock may be set ahead in the middle.
    const nowMs = service.clock.nowMs();
    if (isSteady()) await sweepExpired({ ...service, clock: { nowMs: () => nowMs } });
    else service.log.warn('the clock was set ahead: nothing is removed before it has gone on for an hour');
  };
  return setInterval(() => void sweep().catch(failed), everyMs).unref();
}
