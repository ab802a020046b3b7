import type { ExportJob } from '../../exports/ports.ts';
import type { StopFlags } from '../threads/stop-flags.ts';
import { createStreamingPool } from '../threads/streaming-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import { type FoundItems, type FoundLines, itemsOf } from './found-items.ts';
import type { ExportThreadData } from './protocol.ts';

export type FindBeside = {
  find(job: ExportJob, signal: AbortSignal): AsyncGenerator<FoundItems>;
  close(): Promise<void>;
};

const limits = { maxOldGenerationSizeMb: 512 };
/** As many as the thread that writes has at once: the lane of exports bounds them. */
const most = 1_024;

/** Finds and shows items in a thread of its own, which is started with the first search: some lie ready while others are written. */
export function createFindBeside(data: ExportThreadData): FindBeside {
  const start = (flags: StopFlags) =>
    threadsOf<unknown, unknown>('find-worker', import.meta.url, { ...data, ...flags }, limits);
  const lane = { threads: 1, jobsAtOnce: most, mostWaiting: most, jobs: 'searches of exports', areLent: true };
  const pool = createStreamingPool<ExportJob, FoundLines>(start, lane);
  return {
    async *find(job, signal) {
      for await (const { bytes, collections } of await pool.open(job, signal))
        yield { items: itemsOf(bytes), collections };
    },
    close: () => pool.close(),
  };
}
