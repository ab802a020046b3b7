import type { Worker } from 'node:worker_threads';
import type { Catalog, Found, StoredItem } from '../../../catalog/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { startWorker } from '../start-worker.ts';
import { fromFault } from '../writer-protocol.ts';
import { type FromReader, type ReadJob, unpackFound } from './reader-protocol.ts';

export type Readers = {
  readonly search: Catalog['search'];
  /** Starts every reader now; else each starts with the first search that finds all others busy. */
  warm(): Promise<void>;
  close(): Promise<void>;
};
export type ReadersOptions = {
  readonly readers: number;
  readonly busyTimeoutMs: number;
  /** A search that takes longer is stopped. */
  readonly timeoutMs: number;
};

type Job = Omit<ReadJob, 'id'> & {
  readonly signal: AbortSignal | undefined;
  readonly resolve: (found: Found<StoredItem>) => void;
  readonly reject: (error: Error) => void;
};
type Running = { readonly id: number; readonly job: Job; readonly timer: NodeJS.Timeout; isLate: boolean };
type Reader = {
  readonly worker: Worker;
  /** Holds the number of the search that is to stop. */
  readonly cancelled: Int32Array;
  running: Running | null;
};

/** Beyond this many the wait is longer than anybody's patience. */
const mostWaiting = 1_000;

/** Threads that search, one search each at a time. They are never killed, only told to stop: SQLite would abort. */
export function createReaders(file: string, { readers, busyTimeoutMs, timeoutMs }: ReadersOptions): Readers {
  const waiting: Job[] = [];
  const started = new Set<Reader>();
  const starting = new Set<Promise<void>>();
  // Counts may take long: one reader is kept for searches, where there are two.
  const mostCounts = Math.max(1, readers - 1);
  let lastId = 0;
  let isClosed = false;

  function dispatch(reader: Reader): void {
    const job = nextJob();
    if (job === undefined) return;
    lastId = (lastId % 2_000_000_000) + 1;
    const id = lastId;
    const timer = setTimeout(() => {
      if (reader.running?.id !== id) return;
      reader.running.isLate = true;
      stop(reader);
    }, timeoutMs);
    reader.running = { id, job, timer, isLate: false };
    const { request, visibility, signal } = job;
    signal?.addEventListener('abort', () => reader.running?.id === id && stop(reader), { once: true });
    reader.worker.postMessage({ id, request, visibility } satisfies ReadJob, []);
  }

  function nextJob(): Job | undefined {
    const counts = [...started].filter(({ running }) => running !== null && isCount(running.job)).length;
    for (let i = 0; i < waiting.length; i++) {
      const job = waiting[i]!;
      if (isCount(job) && counts >= mostCounts) continue;
      waiting.splice(i--, 1);
      if (!job.signal?.aborted) return job;
      job.reject(abortError(job.signal));
    }
    return undefined;
  }

  function settle(reader: Reader, message: FromReader): void {
    const { running } = reader;
    if (running === null || !('id' in message) || message.id !== running.id) return;
    clearTimeout(running.timer);
    reader.running = null;
    const { job } = running;
    if (message.type === 'found') job.resolve(unpackFound(message.found));
    else if (message.fault.name === 'Cancelled') job.reject(running.isLate ? tooSlow() : abortError(job.signal));
    else job.reject(fromFault(message.fault));
    wake();
  }

  /** A thread that ended takes its search with it; the next search starts another. */
  function lose(reader: Reader): void {
    started.delete(reader);
    if (reader.running === null) return;
    clearTimeout(reader.running.timer);
    reader.running.job.reject(closed());
    reader.running = null;
  }

  async function start(): Promise<void> {
    try {
      const reader = await startReader(file, busyTimeoutMs);
      started.add(reader);
      reader.worker.on('message', (message: FromReader) => settle(reader, message));
      reader.worker.on('error', () => lose(reader));
      reader.worker.on('exit', () => lose(reader));
      dispatch(reader);
    } catch (error) {
      for (const job of waiting.splice(0)) job.reject(error as Error);
    }
  }

  function startAnother(): void {
    const one = start().finally(() => starting.delete(one));
    starting.add(one);
  }

  function wake(): void {
    if (isClosed) return;
    for (const reader of started) if (reader.running === null && waiting.length > 0) dispatch(reader);
    if (waiting.length > starting.size && started.size + starting.size < readers) startAnother();
  }

  return {
    search: (request, visibility, { signal } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError(signal));
        if (isClosed) return reject(closed());
        if (waiting.length >= mostWaiting) return reject(busy());
        waiting.push({ request, visibility, signal, resolve, reject });
        wake();
      }),
    async warm() {
      if (isClosed) return;
      for (let missing = readers - started.size - starting.size; missing > 0; missing--) startAnother();
      await Promise.all(starting);
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closed());
      await Promise.all(starting);
      await Promise.all([...started].map(closeReader));
    },
  };
}

const isCount = ({ request }: Job): boolean => request.limit === 0;

async function startReader(file: string, busyTimeoutMs: number): Promise<Reader> {
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const worker = startWorker('reader-worker', import.meta.url, { file, busyTimeoutMs, cancelled });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromReader) => {
      worker.off('error', reject);
      if (message.type === 'refused') reject(fromFault(message.fault));
      else resolve();
    });
  });
  return { worker, cancelled, running: null };
}

function stop({ cancelled, running }: Reader): void {
  if (running !== null) Atomics.store(cancelled, 0, running.id);
}

function closeReader(reader: Reader): Promise<void> {
  stop(reader);
  const exited = new Promise<void>((resolve) => void reader.worker.once('exit', () => resolve()));
  reader.worker.postMessage('close', []);
  return exited;
}

const closed = () => new PlatformError('unavailable', { reason: 'the store is closed', retryAfterSeconds: 1 });
const busy = () => new PlatformError('unavailable', { reason: 'too many searches wait', retryAfterSeconds: 1 });
const tooSlow = () =>
  new PlatformError('unavailable', { reason: 'the search took too long: narrow it', retryAfterSeconds: 30 });

function abortError(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('the search was stopped');
}
