import type { ArrivalMatcher, MatchJob, MatchOutcome } from '../../saved-searches/ports.ts';
import type { CatalogPlace } from '../thread-catalog/catalog-place.ts';
import { type PoolOptions, createThreadPool } from '../threads/thread-pool.ts';
import { threadsOf } from '../threads/thread.ts';

export type MatchThreadData = { readonly place: CatalogPlace };

/** Thousands of searches, read and compiled. */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** One thread, which is not urgent; it is not started before there is a saved search. */
const lane: PoolOptions = { threads: 1, jobsAtOnce: 4, mostWaiting: 100, jobs: 'saved searches' };

/** Holds arrivals to saved searches, away from the thread that answers requests. */
export function createMatchThreads(data: MatchThreadData): ArrivalMatcher & { close(): Promise<void> } {
  const pool = createThreadPool(threadsOf<MatchJob, MatchOutcome>('match-worker', import.meta.url, data, limits), lane);
  return { match: (job, signal) => pool.run(job, signal), close: () => pool.close() };
}
