import { workerData } from 'node:worker_threads';
import type { ExportJob } from '../../exports/ports.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { createLendingPost } from '../threads/lend-parts.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { type StopFlags, watchStops } from '../threads/stop-flags.ts';
import type { StreamWork } from '../threads/streaming-pool.ts';
import { type FoundLines, findLines } from './found-items.ts';
import { type ExportThreadData, exportReading } from './protocol.ts';

const isCalledOff = watchStops(workerData as StopFlags);

lowerPriority();
const catalog = await openThreadCatalog((workerData as ExportThreadData).place, exportReading);

serveJobs<null>(
  async (work, signal, ask) => {
    const { job, number } = work as StreamWork<ExportJob>;
    const isStopped = () => signal.aborted || isCalledOff(number);
    const post = createLendingPost<FoundLines>(ask);
    try {
      for await (const lines of findLines(catalog, job, { signal, isStopped })) await post(lines);
      await post.settled();
      return { outcome: null };
    } catch (error) {
      throw catalog.explain(error);
    }
  },
  () => void catalog.close(),
);
