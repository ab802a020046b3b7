import type { FeatureChunk, FeatureJob, FeatureSource } from '../../wfs/ports.ts';
import { createStreamingPool } from '../threads/streaming-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import type { FeatureThreadData, FeatureWork } from './protocol.ts';

export type FeatureThreadOptions = Pick<FeatureThreadData, 'catalogFile' | 'temporaryFolder'> & {
  readonly busyTimeoutMs?: number;
  readonly threads: number;
  /** Answers that are written at once; what comes beyond waits. */
  readonly atOnce: number;
};

export type FeatureThreads = FeatureSource & { close(): Promise<void> };

const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const mostWaiting = 256;

/** Writes features from the embedded catalogue away from the thread that answers requests, and from those that search. */
export function createFeatureThreads({
  busyTimeoutMs = 5_000,
  threads,
  atOnce,
  ...options
}: FeatureThreadOptions): FeatureThreads {
  const data: FeatureThreadData = { ...options, busyTimeoutMs };
  const start = threadsOf<FeatureWork, number>('feature-worker', import.meta.url, data, limits);
  const jobsAtOnce = Math.ceil(atOnce / threads);
  return createStreamingPool<FeatureJob, FeatureChunk>(start, { threads, jobsAtOnce, mostWaiting, jobs: 'answers' });
}
