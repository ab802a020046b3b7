import { type Belt, createBelt } from './belt.ts';
import { type PoolOptions, createThreadPool } from './thread-pool.ts';
import type { StartThread } from './thread.ts';

/** `stop` is 1 once nobody waits for it: a search that is under way sees it, which messages do not reach. */
export type StreamWork<Job> = { readonly job: Job; readonly stop: Int32Array };

/** `takeWhole` gives what was made in one part without waiting for an end; null where there is more. */
export type Parts<Part> = AsyncIterable<Part> & { takeWhole(): Part | null };

/** Threads whose jobs give their outcome in parts, each made once the one before it was taken. */
export type StreamingPool<Job, Part> = {
  /** Resolves with the first part. Nothing is left behind when the reader leaves or the signal fires. */
  open(job: Job, signal?: AbortSignal): Promise<Parts<Part>>;
  close(): Promise<void>;
};

/** `lastOf`: what of a job's outcome is the last part, where that is one. */
export function createStreamingPool<Job, Part, Outcome = unknown>(
  start: StartThread<StreamWork<Job>, Outcome>,
  options: PoolOptions,
  lastOf: (outcome: Outcome) => Part | null = () => null,
): StreamingPool<Job, Part> {
  const pool = createThreadPool(start, options);
  const stops = new Set<() => void>();

  function run(job: Job, signal: AbortSignal | undefined): Belt<Part> {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const leave = new AbortController();
    const end = () => {
      Atomics.store(stop, 0, 1);
      leave.abort(signal?.reason);
    };
    signal?.addEventListener('abort', end, { once: true });
    stops.add(end);
    const belt = createBelt<Part>(end);
    const over = () => {
      stops.delete(end);
      signal?.removeEventListener('abort', end);
    };
    pool
      .run({ job, stop }, leave.signal, (about) => belt.put(about as Part))
      .then(
        (outcome) => (over(), belt.finish(lastOf(outcome))),
        (error: unknown) => (over(), belt.fail(error)),
      );
    return belt;
  }

  return {
    async open(job, signal) {
      signal?.throwIfAborted();
      const belt = run(job, signal);
      await belt.begun;
      return belt;
    },
    close() {
      // A search that is under way hears no message.
      for (const stop of stops) stop();
      return pool.close();
    },
  };
}
