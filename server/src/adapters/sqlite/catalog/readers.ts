import type { Catalog, Found, StoredItem } from '../../../catalog/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { fromFault } from '../writer-protocol.ts';
import { type FromReader, type ReadJob, unpackFound } from './reader-protocol.ts';
import { type ReaderThread, startReaderThread } from './reader-thread.ts';

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
  readonly resolve: (found: Found<StoredItem>) => void;
  readonly reject: (error: Error) => void;
};
/** `running` is busy for longer than its caller waits: until the thread has stopped. */
type Reader = { thread: ReaderThread | null; running: Running | null };
type Running = { readonly id: number; readonly job: Job; readonly timer: NodeJS.Timeout };

/** Beyond this many the wait is longer than anybody's patience. */
const mostWaiting = 1_000;

/** Hands each search to a thread that is free; what waits keeps its turn. */
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
    const timer = setTimeout(() => abandon(job, tooSlow()), timeoutMs);
    reader.running = { id: lastId, job, timer };
    reader.thread!.ask({ id: lastId, request: job.request, visibility: job.visibility });
  }

  function nextJob(): Job | undefined {
    const counts = [...started].filter(({ running }) => running !== null && isCount(running.job)).length;
    const next = waiting.findIndex((job) => counts < mostCounts || !isCount(job));
    return next < 0 ? undefined : waiting.splice(next, 1)[0];
  }

  /** The caller has its answer now, the reader is free when its thread has seen it. */
  function abandon(job: Job, error: Error): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    for (const { thread, running } of started) if (running?.job === job) thread!.stop(running.id);
    job.reject(error);
  }

  function settle(reader: Reader, message: FromReader): void {
    const { running } = reader;
    if (running === null || !('id' in message) || message.id !== running.id) return;
    clearTimeout(running.timer);
    reader.running = null;
    if (message.type === 'found') running.job.resolve(unpackFound(message.found));
    else running.job.reject(fromFault(message.fault));
    wake();
  }

  /** A thread that ended takes its search with it; another starts for those that wait. */
  function lose(reader: Reader): void {
    started.delete(reader);
    if (reader.running !== null) {
      clearTimeout(reader.running.timer);
      reader.running.job.reject(cutShort());
      reader.running = null;
    }
    wake();
  }

  async function start(): Promise<void> {
    const reader: Reader = { thread: null, running: null };
    try {
      reader.thread = await startReaderThread(file, busyTimeoutMs, {
        answered: (message) => settle(reader, message),
        ended: () => lose(reader),
      });
      started.add(reader);
      dispatch(reader);
    } catch (error) {
      // Where others serve or come, what waits has its turn with them.
      if (started.size === 0 && starting.size <= 1) for (const job of waiting.splice(0)) job.reject(error as Error);
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
    async search(request, visibility, { signal } = {}) {
      if (signal?.aborted) throw abortError(signal);
      if (isClosed) throw closed();
      if (waiting.length >= mostWaiting) throw busy();
      let abort = nothing;
      const found = new Promise<Found<StoredItem>>((resolve, reject) => {
        const job: Job = { request, visibility, resolve, reject };
        abort = () => abandon(job, abortError(signal!));
        waiting.push(job);
      });
      signal?.addEventListener('abort', abort, { once: true });
      wake();
      return found.finally(() => signal?.removeEventListener('abort', abort));
    },
    async warm() {
      if (isClosed) return;
      for (let missing = readers - started.size - starting.size; missing > 0; missing--) startAnother();
      await Promise.all(starting);
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closed());
      for (const { running } of started) if (running !== null) abandon(running.job, closed());
      await Promise.all(starting);
      await Promise.all([...started].map(({ thread }) => thread!.close()));
    },
  };
}

const nothing = (): void => {};

const isCount = ({ request }: Job): boolean => request.count === 'exact';

const unavailable = (reason: string, retryAfterSeconds: number) =>
  new PlatformError('unavailable', { reason, retryAfterSeconds });
const closed = () => unavailable('the store is closed', 1);
const busy = () => unavailable('too many searches wait', 1);
const cutShort = () => unavailable('the search was cut short', 1);
const tooSlow = () => unavailable('the search took too long: narrow it', 30);

const abortError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('the search was stopped');
