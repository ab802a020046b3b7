import type { GroundPicture, Pictures, Thumbnail } from '../../imagery/ports.ts';
import type { ArchiveBuckets } from '../buckets/s3/archive-buckets.ts';
import { threadsOf } from '../threads/thread.ts';
import { createThreadPool } from '../threads/thread-pool.ts';

export type PictureThreadData = {
  readonly archiveRoots: readonly string[];
  readonly archiveBuckets?: ArchiveBuckets | null;
  /** For bytes of far files and decoded blocks, in each thread. */
  readonly cacheBytes: number;
};

export type PictureWork =
  | { readonly kind: 'ground'; readonly job: GroundPicture }
  | { readonly kind: 'image'; readonly job: Thumbnail };

export type PictureThreads = Pictures & { close(): Promise<void> };

/** Pixels are not on the heap; what is there is small. */
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** Draws in worker threads, two pictures at a time each: while one waits for its encoder, the other is warped. */
export function createPictureThreads(
  data: PictureThreadData,
  { threads, mostWaiting }: { readonly threads: number; readonly mostWaiting: number },
): PictureThreads {
  const start = threadsOf<PictureWork, Uint8Array>('picture-worker', import.meta.url, data, limits);
  const pool = createThreadPool(start, { threads, jobsAtOnce: 2, mostWaiting, jobs: 'pictures' });
  return {
    ofGround: (job, signal) => pool.run({ kind: 'ground', job }, signal),
    ofImage: (job, signal) => pool.run({ kind: 'image', job }, signal),
    close: () => pool.close(),
  };
}
