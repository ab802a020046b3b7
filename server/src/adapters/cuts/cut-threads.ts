import type { CutImage, CutJob } from '../../imagery/cut/cut-job.ts';
import type { ImageCutter } from '../../imagery/ports.ts';
import { threadsOf } from '../threads/thread.ts';
import { createThreadPool } from '../threads/thread-pool.ts';

export type CutThreadData = { readonly archiveRoots: readonly string[] };
export type FileCut = { readonly job: CutJob; readonly target: string };

/** Stored blocks are read once each; decoded ones are asked for again by the tiles around them. */
export const cutCaches = { cacheBytes: 16 << 20, decodedBytes: 48 << 20 };

/** Pixels and tiles are not on the heap; what is there is small. */
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Cuts in worker threads, one cut at a time each: a cut keeps the decoders busy by itself. */
export function createCutThreads(data: CutThreadData, threads: number): ImageCutter & { close(): Promise<void> } {
  const start = threadsOf<FileCut, CutImage | null>('cut-worker', import.meta.url, data, limits);
  const pool = createThreadPool(start, { threads, jobsAtOnce: 1, mostWaiting: Number.POSITIVE_INFINITY, jobs: 'cuts' });
  return { cut: (job, target, signal) => pool.run({ job, target }, signal), close: () => pool.close() };
}
