import type { ExportChunk, ExportJob, Exporter } from '../../exports/ports.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import { type Belt, createBelt } from './belt.ts';
import type { ExportThreadData, ExportWork, Made } from './protocol.ts';

export type ExportThreadOptions = Pick<ExportThreadData, 'catalogFile' | 'temporaryFolder'> & {
  readonly busyTimeoutMs?: number;
  readonly threads: number;
  /** Exports that run at once; what comes beyond waits. */
  readonly atOnce: number;
};

export type ExportThreads = Exporter & { close(): Promise<void> };

/** Some chunks of some exports, with what is parsed of them. */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const mostWaiting = 64;

/** Exports from the embedded catalogue away from the thread that answers requests, and from those that search. */
export function createExportThreads({
  busyTimeoutMs = 5_000,
  threads,
  atOnce,
  ...options
}: ExportThreadOptions): ExportThreads {
  const data: ExportThreadData = { ...options, busyTimeoutMs };
  const start = threadsOf<ExportWork, number>('export-worker', import.meta.url, data, limits);
  const jobsAtOnce = Math.ceil(atOnce / threads);
  const pool = createThreadPool(start, { threads, jobsAtOnce, mostWaiting, jobs: 'exports' });
  const stops = new Set<() => void>();

  function run(job: ExportJob, signal: AbortSignal | undefined): Belt<Made> {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const leave = new AbortController();
    const end = () => {
      Atomics.store(stop, 0, 1);
      leave.abort(signal?.reason);
    };
    signal?.addEventListener('abort', end, { once: true });
    stops.add(end);
    const belt = createBelt<Made>(end);
    const over = () => {
      stops.delete(end);
      signal?.removeEventListener('abort', end);
    };
    pool
      .run({ job, stop }, leave.signal, (about) => belt.put(about as Made))
      .then(
        () => (over(), belt.finish()),
        (error: unknown) => (over(), belt.fail(error)),
      );
    return belt;
  }

  return {
    async open(job, signal) {
      signal?.throwIfAborted();
      const belt = run(job, signal);
      await belt.begun;
      return belt satisfies AsyncIterable<ExportChunk>;
    },
    close() {
      // A search that is under way hears no message.
      for (const stop of stops) stop();
      return pool.close();
    },
  };
}
