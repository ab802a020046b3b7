import { type Belt, createBelt } from './belt.ts';
import { removeFrom } from '../../shared/remove-from.ts';
import { type StopFlags, callOff, newStopFlags, numberAfter } from './stop-flags.ts';
import { type PoolOptions, createThreadPool } from './thread-pool.ts';
import type { StartThread } from './thread.ts';

/** `number` is what the flags of the pool call it by. */
export type StreamWork<Job> = { readonly job: Job; readonly number: number };

/** `takeWhole` gives what was made in one part without waiting for an end; null where there is more. */
export type Parts<Part> = AsyncIterable<Part> & { takeWhole(): Part | null };

/** Threads whose jobs give their outcome in parts, each made once the one before it was taken. */
export type StreamingPool<Job, Part> = {
  /** Resolves with the first part. Nothing is left behind when the reader leaves or the signal fires. */
  open(job: Job, signal?: AbortSignal): Promise<Parts<Part>>;
  close(): Promise<void>;
};

export type StreamOptions = PoolOptions & {
  /** Parts are good until the next one is asked for, as `createLendingPost` makes them. */
  readonly areLent?: boolean;
};

/** `startWith`: threads know the flags. `lastOf`: what of a job's outcome is the last part, where that is one. */
export function createStreamingPool<Job, Part, Outcome = unknown>(
  startWith: (flags: StopFlags) => StartThread<StreamWork<Job>, Outcome>,
  { areLent = false, ...options }: StreamOptions,
  lastOf: (outcome: Outcome) => Part | null = () => null,
): StreamingPool<Job, Part> {
  const flags = newStopFlags();
  const pool = createThreadPool(startWith(flags), options);
  const endings: (() => void)[] = [];
  let last = 0;

  function run(job: Job, signal: AbortSignal | undefined): Belt<Part> {
    const number = (last = numberAfter(last));
    const belt = createBelt<Part>(() => end(), areLent);
    const begun = pool.begin({ job, number }, (about) => belt.put(about as Part));
    const end = () => {
      callOff(flags, number);
      begun.abandon(reasonOf(signal));
    };
    signal?.addEventListener('abort', end, { once: true });
    endings.push(end);
    const over = () => {
      removeFrom(endings, end);
      signal?.removeEventListener('abort', end);
    };
    begun.outcome.then(
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
      for (const end of endings) end();
      return pool.close();
    },
  };
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  (signal?.reason as Error | undefined) ?? new DOMException('nobody waits for it any more', 'AbortError');
