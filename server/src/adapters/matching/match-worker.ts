import { setImmediate as turn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { MatchJob, MatchOutcome } from '../../saved-searches/ports.ts';
import { createArrivalMatcher } from '../../saved-searches/watch/match-arrivals.ts';
import { readArrivals } from '../sqlite/catalog/read-arrivals.ts';
import { createStatements } from '../sqlite/catalog/statements.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import type { MatchThreadData } from './match-threads.ts';

const { catalogFile, busyTimeoutMs } = workerData as MatchThreadData;

lowerPriority();
const connection = connect(catalogFile, { readOnly: true, busyTimeoutMs });
const prepare = createStatements(connection);
const match = createArrivalMatcher((after, limit) => readArrivals(prepare, [after, limit, 'all']));

serveJobs<MatchOutcome>(
  async (work, signal) => {
    const pause = async () => {
      await turn();
      signal.throwIfAborted();
    };
    try {
      return { outcome: await match(work as MatchJob, pause) };
    } catch (error) {
      throw explain(error);
    }
  },
  () => connection.close(),
);
