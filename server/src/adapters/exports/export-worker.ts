import { workerData } from 'node:worker_threads';
import { systemClock } from '../../shared/clock.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { createLendingPost } from '../threads/lend-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { type StopFlags, watchStops } from '../threads/stop-flags.ts';
import { createFindBeside } from './find-beside.ts';
import { findItems } from './found-items.ts';
import { makeFile } from './make-file.ts';
import { type ExportThreadData, type ExportWork, type Made, exportReading } from './protocol.ts';

const { place, temporaryFolder } = workerData as ExportThreadData;
const isCalledOff = watchStops(workerData as StopFlags);

lowerPriority();
const catalog = await openThreadCatalog(place, exportReading);
const beside = createFindBeside(workerData as ExportThreadData);
const needs = { catalog, temporaryFolder, nowMs: systemClock.nowMs };

serveJobs<number>(
  async (work, signal, ask) => {
    const { job, number } = work as ExportWork;
    const isStopped = () => signal.aborted || isCalledOff(number);
    const post = createLendingPost<Made>(ask);
    const file = await makeFile(job, needs).catch((error: unknown) => {
      throw catalog.explain(error);
    });
    try {
      // Columns take longer than all else: what a store in this process finds meanwhile is found in another thread.
      const isBeside = job.format === 'parquet' && place.store === 'sqlite';
      const found = isBeside ? beside.find(job, signal) : findItems(catalog, job, { signal, isStopped });
      let count = 0;
      for await (const { items, collections } of found) {
        count += items.length;
        await post({ bytes: file.add(items, collections), items: count });
      }
      for await (const bytes of file.end()) await post({ bytes, items: count });
      await post.settled();
      return { outcome: count };
    } catch (error) {
      throw catalog.explain(error);
    } finally {
      file.close();
    }
  },
  () => {
    void catalog.close();
    void beside.close();
  },
);
