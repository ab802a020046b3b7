import { setImmediate as turn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { MatchJob, MatchOutcome } from '../../saved-searches/ports.ts';
import { createArrivalMatcher } from '../../saved-searches/watch/match-arrivals.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import type { MatchThreadData } from './match-threads.ts';

const { place } = workerData as MatchThreadData;

lowerPriority();
const catalog = await openThreadCatalog(place);
const match = createArrivalMatcher(catalog.arrivals);

serveJobs<MatchOutcome>(
  async (work, signal) => {
    const pause = async () => {
      await turn();
      signal.throwIfAborted();
    };
    try {
      return { outcome: await match(work as MatchJob, pause) };
    } catch (error) {
      throw catalog.explain(error);
    }
  },
  () => void catalog.close(),
);
