import type { ExportJob, Exporter } from '../../exports/ports.ts';
import type { StopFlags } from '../threads/stop-flags.ts';
import { createStreamingPool } from '../threads/streaming-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import type { ExportThreadData, ExportWork, Made } from './protocol.ts';

export type ExportThreadOptions = ExportThreadData & {
  readonly threads: number;
  /** Exports that run at once; what comes beyond waits. */
  readonly atOnce: number;
};

export type ExportThreads = Exporter & { close(): Promise<void> };

/** Some chunks of some exports, with what is parsed of them. */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const mostWaiting = 64;

/** Exports away from the thread that answers requests, and from those that search. */
export function createExportThreads({ threads, atOnce, ...data }: ExportThreadOptions): ExportThreads {
  const start = (flags: StopFlags) =>
    threadsOf<ExportWork, number>('export-worker', import.meta.url, { ...data, ...flags }, limits);
  const jobsAtOnce = Math.ceil(atOnce / threads);
  const lane = { threads, jobsAtOnce, mostWaiting, jobs: 'exports', areLent: true };
  return createStreamingPool<ExportJob, Made>(start, lane);
}
