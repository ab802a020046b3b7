import { PlatformError } from '../../shared/errors.ts';
import { isHeldUp, leastBusy } from './choose-seat.ts';
import { fromFault, toFault } from './fault.ts';
import { removeFrom } from '../../shared/remove-from.ts';
import type { Asked, FromThread } from './protocol.ts';
import type { StartThread, Thread } from './thread.ts';

export type ThreadPool<Work, Outcome> = {
  /** `answer` is for what the job asks while it runs; without it, questions are refused. What is moved is gone here. */
  run(work: Work, signal?: AbortSignal, answer?: Answer, moved?: readonly ArrayBuffer[]): Promise<Outcome>;
  /** The same for whoever has no signal: a signal costs as much as a small job. */
  begin(work: Work, answer?: Answer, moved?: readonly ArrayBuffer[]): Begun<Outcome>;
  close(): Promise<void>;
};

/** `abandon`: nobody waits for it any more; the outcome is that reason then. */
export type Begun<Outcome> = { readonly outcome: Promise<Outcome>; abandon(reason: Error): void };

export type Answer = (about: unknown) => Promise<unknown>;

export type PoolOptions = {
  readonly threads: number;
  /** While one job of a thread waits for bytes, another computes. */
  readonly jobsAtOnce: number;
  /** Beyond this many the wait is longer than anybody's patience. */
  readonly mostWaiting: number;
  /**
   * For jobs most of which take a moment: so many threads get them as long as none is held up, for one that is awake
   * costs less than two that are woken; and none waits for a thread to start while another has room.
   */
  readonly prompt?: number;
  /** What they are called in messages. */
  readonly jobs: string;
};

type Job<Work, Outcome> = {
  readonly id: number;
  readonly work: Work;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  readonly answer: Answer;
  readonly moved: readonly ArrayBuffer[];
  isAbandoned: boolean;
  begunMs: number;
};
type Seat<Work, Outcome> = {
  readonly thread: Thread<Work>;
  /** Oldest first. */
  readonly running: Job<Work, Outcome>[];
  isReady: boolean;
};

/** Threads that are started when they are needed. */
export function createThreadPool<Work, Outcome>(
  start: StartThread<Work, Outcome>,
  { threads, jobsAtOnce, mostWaiting, prompt, jobs }: PoolOptions,
): ThreadPool<Work, Outcome> {
  const waiting: Job<Work, Outcome>[] = [];
  const seats = new Set<Seat<Work, Outcome>>();
  let lastId = 0;
  let isClosed = false;

  function startSeat(): Seat<Work, Outcome> {
    const seat: Seat<Work, Outcome> = {
      thread: start({ answered: (message) => settle(seat, message), ended: () => lose(seat) }),
      running: [],
      isReady: false,
    };
    seats.add(seat);
    return seat;
  }

  /** The least busy one; another where all are busy and there may be more. */
  function freeSeat(): Seat<Work, Outcome> | null {
    if (prompt !== undefined) return promptSeat(prompt);
    let least: Seat<Work, Outcome> | null = null;
    for (const seat of seats) if (least === null || seat.running.length < least.running.length) least = seat;
    if (least?.running.length === 0) return least;
    if (seats.size < threads) return startSeat();
    return least !== null && least.running.length < jobsAtOnce ? least : null;
  }

  /** Of the first few that are not held up; another is started where those are too few and at work. */
  function promptSeat(most: number): Seat<Work, Outcome> | null {
    const nowMs = performance.now();
    const first = [...seats].filter((seat) => !isHeldUp(seat, nowMs)).slice(0, most);
    const isNoneIdle = first.every(({ running }) => running.length > 0);
    if (isNoneIdle && first.length < most && seats.size < threads) startSeat();
    const ready = first.filter(({ isReady }) => isReady);
    const free = leastBusy(ready, jobsAtOnce) ?? leastBusy([...seats], jobsAtOnce);
    // Those who fill a thread at one moment hold it up only later, when nobody may come any more.
    return free === null && seats.size < threads ? startSeat() : free;
  }

  function wake(): void {
    if (isClosed) return;
    while (waiting.length > 0) {
      const seat = freeSeat();
      if (seat === null) return;
      const job = waiting.shift()!;
      job.begunMs = performance.now();
      seat.running.push(job);
      // One that has nothing to do begins while others are still being read; one that is at work gets them together.
      seat.thread.tell({ type: 'work', id: job.id, work: job.work }, job.moved, seat.running.length === 1);
    }
  }

  function settle(seat: Seat<Work, Outcome>, message: FromThread<Outcome>): void {
    seat.isReady = true;
    if (message.type === 'ready') return;
    if (message.type === 'asked') return void reply(seat, message);
    const job = seat.running.find(({ id }) => id === message.id);
    if (job !== undefined) removeFrom(seat.running, job);
    if (message.type === 'done') job?.resolve(message.outcome);
    else job?.reject(fromFault(message.fault));
    wake();
  }

  /** Whoever was abandoned is told nothing that it could go on with. */
  async function reply({ thread, running }: Seat<Work, Outcome>, { id, question, about }: Asked): Promise<void> {
    const job = running.find((each) => each.id === id);
    try {
      if (job === undefined || job.isAbandoned) throw unavailable(`nobody waits for the ${jobs}`);
      const answer = await job.answer(about);
      if (job.isAbandoned) throw unavailable(`nobody waits for the ${jobs}`);
      thread.tell({ type: 'told', id, question, answer });
    } catch (error) {
      thread.tell({ type: 'told', id, question, fault: toFault(error) });
    }
  }

  /** Its jobs are lost with it; another thread starts for those that wait. */
  function lose(seat: Seat<Work, Outcome>): void {
    seats.delete(seat);
    for (const job of seat.running) job.reject(unavailable(`the thread of the ${jobs} ended`));
    wake();
  }

  /** A thread that works for nobody is told so, and is free once it has answered. */
  function abandon(job: Job<Work, Outcome>, reason: Error): void {
    job.isAbandoned = true;
    removeFrom(waiting, job);
    for (const { thread, running } of seats) if (running.includes(job)) thread.tell({ type: 'stop', id: job.id });
    job.reject(reason);
  }

  function begin(work: Work, answer: Answer = refuseQuestions, moved: readonly ArrayBuffer[] = []): Begun<Outcome> {
    if (isClosed) throw unavailable('the service is stopping');
    if (waiting.length >= mostWaiting) throw unavailable(`too many ${jobs} wait`);
    const { promise, resolve, reject } = settleable<Outcome>();
    const told = { id: (lastId += 1), work, resolve, reject, answer, moved };
    const job: Job<Work, Outcome> = { ...told, isAbandoned: false, begunMs: 0 };
    waiting.push(job);
    wake();
    return { outcome: promise, abandon: (reason) => abandon(job, reason) };
  }

  async function run(
    work: Work,
    signal?: AbortSignal,
    answer?: Answer,
    moved?: readonly ArrayBuffer[],
  ): Promise<Outcome> {
    signal?.throwIfAborted();
    const begun = begin(work, answer, moved);
    const abort = () => begun.abandon(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    return begun.outcome.finally(() => signal?.removeEventListener('abort', abort));
  }

  return {
    run,
    begin,
    async close() {
      isClosed = true;
      const stopping = unavailable('the service is stopping');
      while (waiting.length > 0) abandon(waiting[0]!, stopping);
      for (const { running } of seats) for (const job of running) abandon(job, stopping);
      await Promise.all([...seats].map(({ thread }) => thread.close()));
    },
  };
}

const refuseQuestions: Answer = () => Promise.reject(new Error('nobody answers questions of this job'));

const unavailable = (reason: string) => new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });

/** Node 20 has no Promise.withResolvers. */
function settleable<T>() {
  let settle!: { resolve: (value: T) => void; reject: (error: Error) => void };
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
