import type { Service } from '../../service.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import type { ClaimedJob, JobEnd, JobNews, JobOutcome, JobRunner, RunningJob } from './ports.ts';

export type JobLoop = {
  /** Looks for what is due now, not at the next turn. */
  wake(): void;
  /** Lets what runs come to the end of its batch; the next start goes on with it. */
  stop(): Promise<void>;
};

export type JobLoopNeeds = Pick<Service, 'ingestJobs' | 'jobFiles' | 'queue' | 'clock' | 'log'> & {
  readonly runner: JobRunner;
};

export type JobLoopOptions = {
  /** Of this process and of no other. */
  readonly holder: string;
  readonly isAlone: boolean;
  readonly atOnce: number;
  readonly intervalMs?: number;
  readonly leaseMs?: number;
};

/** Watched places run all the time and mostly wait: they have room of their own. */
export const mostWatches = 16;
const mostAttempts = 20;
const healthyAfterMs = 10 * minuteMs;
const longestPauseMs = 5 * minuteMs;

type Seat = {
  readonly job: ClaimedJob;
  readonly running: RunningJob;
  readonly startedMs: number;
  readonly settled: Promise<void>;
};

/** Runs the jobs of this data folder, a few at a time. */
export function startJobLoop(needs: JobLoopNeeds, options: JobLoopOptions): JobLoop {
  const { ingestJobs, jobFiles, queue, runner, clock, log } = needs;
  const { holder, isAlone, atOnce, intervalMs = secondMs, leaseMs = 30 * secondMs } = options;
  const seats = new Map<string, Seat>();
  /** Watches that a pause told to leave what they were at. */
  const left = new Set<string>();
  let isStopping = false;

  const newsOf = ({ job, running }: Pick<Seat, 'job' | 'running'>): JobNews => running.news() ?? job;

  async function settle(seat: Pick<Seat, 'job' | 'running'>, outcome: JobOutcome): Promise<void> {
    const isAsked = isStopping || left.has(seat.job.id);
    const end = endOf(outcome, { attempts: seat.job.attempts, nowMs: clock.nowMs(), isAsked });
    const { id } = seat.job;
    if (end.error !== null) log.warn('an ingest did not end well', { id, state: end.state, error: end.error });
    // Where it is not ours any more it was cancelled: nothing is left to say.
    await patiently(() => ingestJobs.end(id, holder, newsOf(seat), end));
    if (end.state === 'succeeded') await jobFiles.forgetUpload(id);
  }

  function seatFor(job: ClaimedJob): void {
    log.info('an ingest runs', { id: job.id, attempts: job.attempts });
    const running = runner.start(job);
    const settled = running.ended
      .then((outcome) => settle({ job, running }, outcome))
      .catch((error: unknown) =>
        log.error('the end of an ingest is not noted', { id: job.id, error: errorText(error) }),
      )
      .finally(() => {
        seats.delete(job.id);
        left.delete(job.id);
        wake();
      });
    seats.set(job.id, { job, running, startedMs: clock.nowMs(), settled });
  }

  async function report(): Promise<void> {
    for (const seat of seats.values()) {
      const nowMs = clock.nowMs();
      const isHealthy = nowMs - seat.startedMs >= healthyAfterMs;
      const times = { nowMs, leaseUntilMs: nowMs + leaseMs, isHealthy };
      if (!(await ingestJobs.report(seat.job.id, holder, newsOf(seat), times))) seat.running.stop();
    }
  }

  async function claim(areWatches: boolean, most: number): Promise<void> {
    for (const home of jobFiles.homes) await claimOf(home, areWatches, most);
  }

  async function claimOf(home: string, areWatches: boolean, most: number): Promise<void> {
    const taken = [...seats.values()].filter(({ job }) => isWatch(job) === areWatches).length;
    if (taken >= most) return;
    const nowMs = clock.nowMs();
    const place = { home, holder, isAlone, isWatch: areWatches };
    const claimed = await ingestJobs.claim({ ...place, nowMs, leaseUntilMs: nowMs + leaseMs, limit: most - taken });
    for (const job of claimed) {
      // It was cancelled and asked for again while its process still comes to an end.
      if (seats.has(job.id)) await ingestJobs.end(job.id, holder, job, putOff(nowMs));
      else if (job.attempts > mostAttempts) await ingestJobs.end(job.id, holder, job, givenUp(nowMs));
      else seatFor(job);
    }
  }

  /** A watched place has no end that a pause could wait for: it is left where it is. */
  async function leaveWatches(): Promise<void> {
    if ((await queue.pausedAtMs()) === null) return;
    for (const { job, running } of seats.values()) {
      if (!isWatch(job) || left.has(job.id)) continue;
      left.add(job.id);
      running.stop();
    }
  }

  async function turn(): Promise<void> {
    await report();
    await leaveWatches();
    if (isStopping) return;
    await claim(false, atOnce);
    await claim(true, mostWatches);
  }

  const loop = turnByTurn(turn, intervalMs, (error) =>
    log.warn('ingests are not looked after', { error: errorText(error) }),
  );
  const { wake } = loop;
  return {
    wake,
    async stop() {
      isStopping = true;
      await loop.stop();
      for (const { running } of seats.values()) running.stop();
      await Promise.all([...seats.values()].map(({ settled }) => settled));
    },
  };
}

const isWatch = ({ wishes }: ClaimedJob): boolean => wishes.watchEveryMs !== null;

const putOff = (nowMs: number): JobEnd => ({
  state: 'interrupted',
  error: null,
  atMs: nowMs,
  dueAtMs: nowMs + secondMs,
  isCounted: false,
});

const givenUp = (nowMs: number): JobEnd => ({
  state: 'failed',
  error: `it was begun ${mostAttempts} times and its process ended each time`,
  atMs: nowMs,
  dueAtMs: null,
  isCounted: true,
});

type Circumstances = { readonly attempts: number; readonly nowMs: number; readonly isAsked: boolean };

function endOf(outcome: JobOutcome, { attempts, nowMs, isAsked }: Circumstances): JobEnd {
  const end = { error: null, atMs: nowMs, dueAtMs: null, isCounted: true };
  if (outcome.kind === 'finished' && outcome.isFinished) return { ...end, state: 'succeeded' };
  // It was asked to leave it: that is no fault of its own.
  if (isAsked) return { ...end, state: 'interrupted', dueAtMs: nowMs, isCounted: false };
  if (outcome.kind === 'finished') return { ...end, state: 'interrupted', dueAtMs: nowMs };
  if (outcome.kind === 'failed' || attempts >= mostAttempts) return { ...end, state: 'failed', error: outcome.reason };
  const pauseMs = Math.min(longestPauseMs, secondMs * 2 ** Math.min(attempts, 9));
  return { ...end, state: 'interrupted', error: outcome.reason, dueAtMs: nowMs + pauseMs };
}

/** What a job came to must not be lost because the store was out of reach for a moment. */
async function patiently(write: () => Promise<unknown>, attempts = 5): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await write();
      return;
    } catch (error) {
      if (tried === attempts) throw error;
      await new Promise<void>((resolve) => void setTimeout(resolve, tried * secondMs));
    }
  }
}

function turnByTurn(turn: () => Promise<void>, intervalMs: number, failed: (error: unknown) => void) {
  let [isStopped, isWoken] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const wake = (): void => {
    if (isStopped) return;
    if (running !== null) return void (isWoken = true);
    clearTimeout(timer);
    running = turn()
      .catch(failed)
      .finally(() => {
        running = null;
        if (isStopped) return;
        if (!isWoken) return void (timer = setTimeout(wake, intervalMs).unref());
        isWoken = false;
        wake();
      });
  };
  wake();
  return {
    wake,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
