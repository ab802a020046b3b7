import { workerData } from 'node:worker_threads';
import { shownBy } from '../../exports/shown-items.ts';
import { systemClock } from '../../shared/clock.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { explainFullDisk } from '../node/full-disk.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { createLendingPost } from '../threads/lend-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { type StopFlags, watchStops } from '../threads/stop-flags.ts';
import { makeFile } from './make-file.ts';
import { type ExportThreadData, type ExportWork, type Made, exportReading } from './protocol.ts';

const { place, temporaryFolder } = workerData as ExportThreadData;
const isCalledOff = watchStops(workerData as StopFlags);

lowerPriority();
const catalog = await openThreadCatalog(place, exportReading);
const needs = { catalog, temporaryFolder, nowMs: systemClock.nowMs };

/** What has nothing to send is told of now and then, for whoever counts: each part has to be waited for. */
const mostUntold = 4_096;

serveJobs<number>(
  async (work, signal, ask) => {
    const { job, number } = work as ExportWork;
    const isStopped = () => signal.aborted || isCalledOff(number);
    const post = createLendingPost<Made>(ask);
    const file = await makeFile(job, needs).catch((error: unknown) => {
      throw explainFullDisk(catalog.explain(error));
    });
    try {
      const reader = catalog.chunks(job.request, job.visibility, { signal, isStopped });
      const show = shownBy(job);
      let [items, told] = [0, 0];
      for (let found = await reader.next(); found.length > 0; found = await reader.next()) {
        items += found.length;
        const bytes = file.add(show(found), found);
        if (bytes.length === 0 && items - told < mostUntold) continue;
        told = items;
        await post({ bytes, items });
      }
      for await (const bytes of file.end()) await post({ bytes, items });
      await post.settled();
      return { outcome: items };
    } catch (error) {
      throw explainFullDisk(catalog.explain(error));
    } finally {
      file.close();
    }
  },
  () => void catalog.close(),
);
