import type { DeliveryHooks, DeliveryJob, TileDeliverer } from '../../orders/ports.ts';
import type { DeliveredFile } from '../../orders/tile.ts';
import type { DoneStep } from '../../shared/tracer.ts';
import type { BucketOptions } from '../buckets/open-buckets.ts';
import type { ArchiveBuckets } from '../buckets/s3/archive-buckets.ts';
import { threadsOf } from '../threads/thread.ts';
import { createThreadPool } from '../threads/thread-pool.ts';

export type DeliveryThreadData = {
  readonly archiveRoots: readonly string[];
  readonly archiveBuckets?: ArchiveBuckets | null;
  readonly bucketOptions: BucketOptions;
  /** Of this process alone: what it leaves when it is killed may be removed. */
  readonly temporaryFolder: string;
};

/** What a thread is given. */
export type DeliveryWork = { readonly job: DeliveryJob; readonly isFollowed: boolean };
/** What it asks: whether it still may, or that somebody hears of a step. */
export type DeliveryQuestion = 'confirm' | { readonly written: DoneStep };

/** Pixels and tiles are not on the heap; what is there is small. */
const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** Delivers in worker threads, one tile at a time each: the thread that answers requests only hears about it. */
export function createDeliveryThreads(
  data: DeliveryThreadData,
  threads: number,
): TileDeliverer & { close(): Promise<void> } {
  const start = threadsOf<DeliveryWork, readonly DeliveredFile[]>('deliver-worker', import.meta.url, data, limits);
  const patience = { mostWaiting: Number.POSITIVE_INFINITY, jobs: 'deliveries' };
  const pool = createThreadPool(start, { threads, jobsAtOnce: 1, ...patience });
  return {
    async deliver(job, { confirm, signal, written }) {
      const heard = createConfirmation(confirm);
      const answer = async (about: unknown) => {
        const question = about as DeliveryQuestion;
        return question === 'confirm' ? heard.ask() : written?.(question.written);
      };
      try {
        return await pool.run({ job, isFollowed: written !== undefined }, signal, answer);
      } catch (error) {
        throw heard.refusal() ?? error;
      }
    },
    close: () => pool.close(),
  };
}

/** Keeps why the last confirmation failed: on its way through the thread it would lose its class. */
function createConfirmation(confirm: DeliveryHooks['confirm']) {
  let refused: Error | null = null;
  return {
    ask: async () => {
      refused = null;
      await confirm().catch((error: Error) => {
        refused = error;
        throw error;
      });
    },
    refusal: () => refused,
  };
}
