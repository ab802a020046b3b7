import type { Aggregated, AggregateQuestion } from '../../../../catalog/aggregate/measure.ts';
import type {
  Catalog,
  Found,
  ReadOptions,
  ShownItems,
  StoredCollection,
  StoredItem,
} from '../../../../catalog/ports.ts';
import { everything } from '../../../../catalog/search-request.ts';
import { PlatformError } from '../../../../shared/errors.ts';
import { abortError, tooSlow } from '../../../sql/search/search-limits.ts';
import { fromFault } from '../../../threads/fault.ts';
import { removeFrom } from '../../../../shared/remove-from.ts';
import { lentPage } from './lent-page.ts';
import { createPageSlabs } from './page-slabs.ts';
import { type FromReader, type ReadJob, type ShownPage, mostHeld, unpackFound } from './reader-protocol.ts';
import { type ReaderThread, startReaderThread } from './reader-thread.ts';

export type Readers = {
  readonly search: Catalog['search'];
  readonly showItems: Catalog['showItems'];
  readonly aggregate: Catalog['aggregate'];
  readonly searchCollections: Catalog['searchCollections'];
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

type Asked = Omit<ReadJob, 'id' | 'place' | 'slab'>;
type Job = {
  readonly asked: Asked;
  readonly resolve: (answer: Found<StoredItem> | ShownItems | readonly Aggregated[]) => void;
  readonly reject: (error: Error) => void;
  /** Its caller has an answer already. */
  isAbandoned: boolean;
};
/**
 * The thread searches for the first one; the others lie ready there, so that the thread need not sleep until we are told
 * of the first and have woken it again. All stay for longer than their callers wait: until the thread has answered.
 */
type Reader = {
  thread: ReaderThread | null;
  running: readonly Running[];
  /** What the thread may write into, by the id of the search: its own until the thread has answered. */
  readonly slabs: Map<number, number>;
  /** Looks after the first one; set anew where that one is another by then, so that most searches set none. */
  timer: NodeJS.Timeout | null;
};
/** `sinceMs`: when the thread began with it, for what only lies ready takes no time. */
type Running = Pick<ReadJob, 'id' | 'place'> & { readonly job: Job; sinceMs: number | null };

/** Beyond this many the wait is longer than anybody's patience. */
const mostWaiting = 1_000;

/** Hands each search to a thread that is free; what waits keeps its turn. */
export function createReaders(file: string, { readers, busyTimeoutMs, timeoutMs }: ReadersOptions): Readers {
  const waiting: Job[] = [];
  const started = new Set<Reader>();
  const starting = new Set<Promise<void>>();
  // Counts may take long: one reader is kept for searches, where there are two.
  const mostCounts = Math.max(1, readers - 1);
  const slabs = createPageSlabs();
  let lastId = 0;
  let isClosed = false;

  function dispatch(reader: Reader): void {
    const job = nextJob();
    if (job === undefined) return;
    const id = (lastId = (lastId % 2_000_000_000) + 1);
    const place = places.find((each) => reader.running.every((held) => held.place !== each))!;
    reader.running = [...reader.running, { id, place, job, sinceMs: null }];
    const { request, visibility, measures, collections, baseUrl } = job.asked;
    const slab = baseUrl === null ? null : slabs.take();
    if (slab !== null) reader.slabs.set(id, slab);
    reader.thread!.ask({ id, place, request, visibility, measures, collections, baseUrl, slab });
    timeFirst(reader);
  }

  function timeFirst(reader: Reader): void {
    const [first] = reader.running;
    if (first === undefined || first.job.isAbandoned) return;
    first.sinceMs ??= performance.now();
    reader.timer ??= setTimeout(() => lookAfter(reader), leftMs(first.sinceMs)).unref();
  }

  const leftMs = (sinceMs: number): number => sinceMs + timeoutMs - performance.now();

  function lookAfter(reader: Reader): void {
    reader.timer = null;
    const [first] = reader.running;
    if (first !== undefined && first.sinceMs !== null && leftMs(first.sinceMs) <= 0) abandon(first.job, tooSlow());
    timeFirst(reader);
  }

  function nextJob(): Job | undefined {
    const counts = [...started].filter(({ running }) => running.some(({ job }) => isCount(job))).length;
    const next = waiting.findIndex((job) => counts < mostCounts || !isCount(job));
    return next < 0 ? undefined : waiting.splice(next, 1)[0];
  }

  /** Nothing waits behind a count, and no count behind anything. */
  const hasRoom = ({ running }: Reader): boolean =>
    running.length > 0 && running.length < mostHeld && !isCount(running[0]!.job) && !waiting.some(isCount);

  const leastBusy = (): Reader | undefined => [...started].filter(hasRoom).toSorted(byLoad)[0];

  /** Half of what the busiest thread has goes to one that is free: the next one shall lie ready there too. */
  function takeOver(): void {
    const busiest = [...started].toSorted(byLoad).at(-1)!;
    const mine = Math.ceil(busiest.running.length / 2);
    const taken = busiest.running.slice(mine).filter(({ job }) => !job.isAbandoned);
    for (const each of taken) busiest.thread!.stop(each);
    busiest.running = busiest.running.filter((each) => !taken.includes(each));
    waiting.push(...taken.map(({ job }) => job));
  }

  /** The caller has its answer now, the reader is free when its thread has seen it. */
  function abandon(job: Job, error: Error): void {
    removeFrom(waiting, job);
    for (const { thread, running } of started) for (const each of running) if (each.job === job) thread!.stop(each);
    job.isAbandoned = true;
    job.reject(error);
  }

  function settle(reader: Reader, message: FromReader): void {
    if (!('id' in message)) return;
    const slab = reader.slabs.get(message.id);
    reader.slabs.delete(message.id);
    const done = reader.running.find(({ id }) => id === message.id);
    const isLent = message.type === 'shown' && message.page.own === null && done?.job.isAbandoned === false;
    if (slab !== undefined && !isLent) slabs.giveBack(slab);
    if (done === undefined) return;
    reader.running = reader.running.filter((each) => each !== done);
    timeFirst(reader);
    if (message.type === 'found') done.job.resolve(unpackFound(message.found));
    else if (message.type === 'shown') done.job.resolve(pageOf(message.page, slab));
    else if (message.type === 'aggregated') done.job.resolve(message.results);
    else if (message.type === 'failed') done.job.reject(fromFault(message.fault));
    wake();
  }

  function pageOf(page: ShownPage, slab: number | undefined): ShownItems {
    if (page.own !== null) return lentPage(page, Buffer.from(page.own.buffer), nothing);
    return lentPage(page, slabs.bytes(slab!), () => slabs.giveBack(slab!));
  }

  /** A thread that ended takes its search with it; another starts for those that wait. */
  function lose(reader: Reader): void {
    started.delete(reader);
    for (const slab of reader.slabs.values()) slabs.giveBack(slab);
    const [first, ...ready] = reader.running;
    clearTimeout(reader.timer ?? undefined);
    reader.running = [];
    first?.job.reject(cutShort());
    waiting.unshift(...ready.map(({ job }) => job).filter(({ isAbandoned }) => !isAbandoned));
    wake();
  }

  async function start(): Promise<void> {
    const reader: Reader = { thread: null, running: [], slabs: new Map(), timer: null };
    try {
      reader.thread = await startReaderThread(file, busyTimeoutMs, slabs.memory, {
        answered: (message) => settle(reader, message),
        ended: () => lose(reader),
      });
      started.add(reader);
      wake();
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
    const free = [...started].filter(({ running }) => running.length === 0);
    if (free.length > 0 && waiting.length === 0) takeOver();
    for (const reader of free) if (waiting.length > 0) dispatch(reader);
    if (waiting.length > starting.size && started.size + starting.size < readers) return startAnother();
    if (started.size < readers) return;
    while (waiting.length > 0) {
      const reader = leastBusy();
      if (reader === undefined) return;
      dispatch(reader);
    }
  }

  async function ask(question: Asked, { signal }: ReadOptions = {}): Promise<unknown> {
    if (signal?.aborted) throw abortError(signal);
    if (isClosed) throw closed();
    if (waiting.length >= mostWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const abort = () => abandon(job, abortError(signal!));
      const job: Job = {
        asked: question,
        resolve(answer) {
          signal?.removeEventListener('abort', abort);
          resolve(answer);
        },
        reject(error) {
          signal?.removeEventListener('abort', abort);
          reject(error);
        },
        isAbandoned: false,
      };
      signal?.addEventListener('abort', abort, { once: true });
      waiting.push(job);
      wake();
    });
  }

  return {
    search: (request, visibility, options) => ask(asked(request, visibility), options) as Promise<Found<StoredItem>>,
    showItems: (request, visibility, baseUrl, options) =>
      ask(asked(request, visibility, { baseUrl }), options) as Promise<ShownItems>,
    aggregate: ({ search, measures }: AggregateQuestion, visibility, options) =>
      ask(asked(search, visibility, { measures }), options) as Promise<readonly Aggregated[]>,
    searchCollections: (collections, visibility, options) =>
      ask(asked(everything, visibility, { collections }), options) as Promise<Found<StoredCollection>>,
    async warm() {
      if (isClosed) return;
      for (let missing = readers - started.size - starting.size; missing > 0; missing--) startAnother();
      await Promise.all(starting);
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closed());
      for (const { running } of started) for (const { job } of running) abandon(job, closed());
      await Promise.all(starting);
      await Promise.all([...started].map(({ thread }) => thread!.close()));
    },
  };
}

const byLoad = (a: Reader, b: Reader): number => a.running.length - b.running.length;

const places = Array.from({ length: mostHeld }, (_, place) => place);

const nothing = (): void => {};

/** Of one shape, whatever is asked. */
const asked = (
  request: Asked['request'],
  visibility: Asked['visibility'],
  { measures = null, collections = null, baseUrl = null }: Partial<Asked> = {},
): Asked => ({ request, visibility, measures, collections, baseUrl });

const isCount = ({ asked: { request, measures } }: Job): boolean => measures !== null || request.count === 'exact';

const unavailable = (reason: string) => new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });
const closed = () => unavailable('the store is closed');
const busy = () => unavailable('too many searches wait');
const cutShort = () => unavailable('the search was cut short');
