import { type DeliveryLoop, startDeliveryLoop } from '../../notifications/delivery-loop.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import type { FeedLease } from '../ports.ts';
import { scanArrivals } from './scan-arrivals.ts';
import { actingMs, settleBatch } from './settle-batch.ts';
import type { WatchNeeds } from './watch-needs.ts';

export type WatchOptions = {
  readonly intervalMs: number;
  /** The same name at every start, where there is one process alone. */
  readonly holder: string;
  /** Called when something was queued that must leave. */
  readonly told: () => void;
};

/** Others take over after this; longer than anything between two signs of life. */
const leaseMs = actingMs + minuteMs;
const settledAtOnce = 16;
/** So that arrivals are looked at again soon. */
const settlingMs = 30 * secondMs;
const lanes = 4;

/** Looks at what has arrived, at once and then every `intervalMs`. */
export function startWatchLoop(service: WatchNeeds, { intervalMs, holder, told }: WatchOptions): DeliveryLoop {
  const pass = (signal: AbortSignal) => watchOnce(service, { holder, told, signal });
  return startDeliveryLoop(pass, { name: 'saved searches', intervalMs, log: service.log });
}

type PassOptions = Pick<WatchOptions, 'holder' | 'told'> & { readonly signal: AbortSignal };

/** One pass: nothing is written where there is nothing to do. */
export async function watchOnce(service: WatchNeeds, { holder, told, signal }: PassOptions): Promise<void> {
  const { savedSearches, catalog, clock, config } = service;
  const { feed, last } = await catalog.lastArrival();
  if (!(await hasWork(service, feed, last))) return;
  const lease = await savedSearches.takeFeed(feed, last, holder, clock.nowMs(), clock.nowMs() + leaseMs);
  if (lease === null) return;
  try {
    const defaultIntervalMs = config.SWATH_SAVED_SEARCH_INTERVAL * minuteMs;
    if (!(await scanArrivals(service, lease, last, { leaseMs, defaultIntervalMs, signal }))) return;
    await settleDue(service, lease, { told, signal });
  } catch (error) {
    // A stop calls off what is under way.
    if (!signal.aborted) throw error;
  } finally {
    await savedSearches.giveFeedBack(lease);
  }
}

async function settleDue(service: WatchNeeds, lease: FeedLease, { told, signal }: Omit<PassOptions, 'holder'>) {
  const { savedSearches, clock, log } = service;
  const untilMs = clock.nowMs() + settlingMs;
  while (clock.nowMs() < untilMs) {
    const due = [...(await savedSearches.due(lease.feed, clock.nowMs(), settledAtOnce))];
    if (due.length === 0) return;
    // One that cannot be settled must not keep the others waiting.
    const failed = (id: string) => (error: unknown) =>
      log.error('matches of a saved search are not settled', { batch: id, error: errorText(error) });
    const lane = async () => {
      for (let id = due.shift(); id !== undefined && !signal.aborted; id = due.shift())
        await settleBatch(service, lease, id, { leaseMs, signal }).catch(failed(id));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    told();
    if (signal.aborted) return;
  }
}

async function hasWork({ savedSearches, clock }: WatchNeeds, feed: string, last: number): Promise<boolean> {
  const nowMs = clock.nowMs();
  const { arrived, hasDue, hasSearches } = await savedSearches.look(feed, nowMs);
  return hasDue || (hasSearches && arrived !== last);
}
