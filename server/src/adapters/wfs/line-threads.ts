import type { ShownAttribute } from '../../wfs/attribute-table.ts';
import type { LinesToWrite, WrittenLines } from '../../wfs/outputs/write-lines.ts';
import { ownBytes } from '../threads/post-parts.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import type { PackedJob } from './packed-job.ts';

/** Lines of one answer, with all that is to be known of it. */
export type LineWork = LinesToWrite & { readonly answer: number; readonly job: PackedJob };

export type LineThreadData = { readonly attributes: readonly ShownAttribute[] };

/** Writes lines in another thread, so that the next ones are read meanwhile. */
export type LineThreads = {
  /** For one answer; what is written comes in the order of the calls where each is awaited in that order. */
  writerOf(job: PackedJob, signal: AbortSignal): (lines: LinesToWrite) => Promise<WrittenLines>;
  close(): Promise<void>;
};

const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

const lane = { threads: 1, jobsAtOnce: 4, mostWaiting: 1_024, jobs: 'lines' };

/** One thread, which is started with the first long answer. */
export function createLineThreads(data: LineThreadData): LineThreads {
  const pool = createThreadPool(threadsOf<LineWork, WrittenLines>('line-worker', import.meta.url, data, limits), lane);
  let answers = 0;
  return {
    writerOf(job, signal) {
      const answer = (answers += 1);
      return ({ bytes, shared }) => {
        const own = ownBytes(bytes);
        return pool.run({ answer, job, bytes: own, shared }, signal, undefined, [own.buffer]);
      };
    },
    close: pool.close,
  };
}
