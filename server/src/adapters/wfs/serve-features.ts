import { workerData } from 'node:worker_threads';
import type { ShownAttribute } from '../../wfs/attribute-table.ts';
import type { Output } from '../../wfs/outputs/output.ts';
import { outputOfJob } from '../../wfs/outputs/outputs.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import { explainFullDisk } from '../node/full-disk.ts';
import { createPost, ownBytes } from '../threads/post-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { type StopFlags, watchStops } from '../threads/stop-flags.ts';
import { type PackedJob, unpackJob } from './packed-job.ts';
import type { FeatureWork } from './protocol.ts';

/** Of documents: what is made of them is about as large. */
export const chunkBytes = 524_288;

export type Answering = {
  readonly output: Output;
  readonly job: FeatureJob;
  readonly packed: PackedJob;
  readonly signal: AbortSignal;
  readonly isStopped: () => boolean;
  readonly post: (chunk: FeatureChunk) => Promise<void>;
};

export type FeatureServing = {
  readonly attributes: readonly ShownAttribute[];
  /** Posts all parts of the answer but the last one, which it returns. */
  readonly answer: (answering: Answering) => Promise<FeatureChunk>;
  /** What the store throws, as callers are to see it. */
  readonly explain: (error: unknown) => unknown;
  readonly close: () => void;
};

/** What threads of both stores do around an answer. */
export function serveFeatures({ attributes, answer, explain, close }: FeatureServing): void {
  const isCalledOff = watchStops(workerData as StopFlags);
  serveJobs<FeatureChunk>(async (work, signal, ask) => {
    const { job: packed, number } = work as FeatureWork;
    const job = unpackJob(packed, attributes);
    const isStopped = () => signal.aborted || isCalledOff(number);
    const post = createPost<FeatureChunk>(ask);
    try {
      const last = await answer({ output: outputOfJob(job.output), job, packed, signal, isStopped, post });
      await post.settled();
      const bytes = ownBytes(last.bytes);
      return { outcome: { ...last, bytes }, moved: [bytes.buffer] };
    } catch (error) {
      throw explainFullDisk(explain(error));
    }
  }, close);
}
