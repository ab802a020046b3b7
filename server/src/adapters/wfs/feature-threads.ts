import { join } from 'node:path';
import type { FeatureChunk, FeatureSource } from '../../wfs/ports.ts';
import type { StopFlags } from '../threads/stop-flags.ts';
import { createStreamingPool } from '../threads/streaming-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import { type PackedJob, packJob } from './packed-job.ts';
import type { FeatureThreadData, FeatureWork } from './protocol.ts';
import { newShelf } from './shelf.ts';
import { keptOutputs } from './stock.ts';

export type FeatureThreadOptions = Pick<FeatureThreadData, 'place' | 'temporaryFolder' | 'attributes'> & {
  /** Of features that are kept on disk to be sent again; 0 for none. */
  readonly mostKeptBytes?: number;
  /** Of their disk that must stay free. */
  readonly leastFreeBytes?: number;
  readonly threads: number;
  /** Answers that are written at once; what comes beyond waits. */
  readonly atOnce: number;
};

export type FeatureThreads = FeatureSource & { close(): Promise<void> };

const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const mostWaiting = 256;

/** Later ones are not kept. */
const mostKeys = 8_388_608;
/** Places are numbers of 32 bits. */
const largestShelf = 2 ** 31 - 1;

/** What reads the embedded catalogue has ways of its own there; all other stores are read by their port. */
const workers = { sqlite: 'feature-worker', postgres: 'paged-feature-worker' } as const;

/** Writes features away from the thread that answers requests, and from those that search. */
export function createFeatureThreads({
  mostKeptBytes = 0,
  leastFreeBytes = 0,
  threads,
  atOnce,
  ...options
}: FeatureThreadOptions): FeatureThreads {
  const data: FeatureThreadData = {
    ...options,
    shelves: shelvesIn(options.temporaryFolder, mostKeptBytes, leastFreeBytes),
  };
  const start = (flags: StopFlags) =>
    threadsOf<FeatureWork, FeatureChunk>(workers[data.place.store], import.meta.url, { ...data, ...flags }, limits);
  const jobsAtOnce = Math.ceil(atOnce / threads);
  // All get short answers: one alone costs a tenth less processor time for each, and a third of the answers.
  const lane = { threads, prompt: threads, jobsAtOnce, mostWaiting, jobs: 'answers' };
  const pool = createStreamingPool<PackedJob, FeatureChunk, FeatureChunk>(start, lane, (last) => last);
  return {
    open: (job, signal) => pool.open(packJob(job, data.attributes), signal),
    close: pool.close,
  };
}

function shelvesIn(folder: string, mostBytes: number, leastFreeBytes: number): FeatureThreadData['shelves'] {
  if (mostBytes === 0) return {};
  const each = Math.min(largestShelf, Math.floor(mostBytes / keptOutputs.length));
  return Object.fromEntries(
    keptOutputs.map((name, i) => [name, newShelf(join(folder, `kept-${i}`), mostKeys, each, leastFreeBytes)] as const),
  );
}
