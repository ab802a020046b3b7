import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIngestJobStore } from '../../server/src/adapters/sql/ingest/ingest-jobs.ts';
import { createQueueSwitch } from '../../server/src/adapters/sql/orders/running/queue-switch.ts';
import type { JobWishes } from '../../server/src/ingest/jobs/job.ts';
import { type JobLoop, startJobLoop } from '../../server/src/ingest/jobs/job-loop.ts';
import type { ClaimedJob, IngestJobStore, JobOutcome } from '../../server/src/ingest/jobs/ports.ts';
import type { Service } from '../../server/src/service.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { type TestStore, freshSqlite } from '../contract/backends.ts';
import { addAccount, audit, now, vault } from '../contract/fixtures.ts';
import { ingestJob, plainWishes } from '../contract/job-fixtures.ts';

type Run = { readonly job: ClaimedJob; end(outcome: JobOutcome): void; isStopped: boolean };

let store: TestStore;
let jobs: IngestJobStore;
let accountId: string;
let nowMs: number;
let runs: Run[];
const forgotten: string[] = [];
const loops: JobLoop[] = [];

beforeEach(async () => {
  store = await freshSqlite();
  jobs = createIngestJobStore(store.db, vault);
  accountId = (await addAccount(store.db)).id;
  nowMs = now;
  runs = [];
});
afterEach(async () => {
  for (const run of runs) run.end({ kind: 'finished', isFinished: true });
  for (const loop of loops.splice(0)) await loop.stop();
  await store.drop();
});

function startLoop(holder: string, atOnce = 2): JobLoop {
  const jobFiles = {
    homes: ['here'],
    forgetUpload: async (id: string) => void forgotten.push(id),
  } as unknown as Service['jobFiles'];
  const runner = {
    start(job: ClaimedJob) {
      let end!: Run['end'];
      const ended = new Promise<JobOutcome>((resolve) => (end = resolve));
      const run: Run = { job, end, isStopped: false };
      runs.push(run);
      const stop = () => {
        run.isStopped = true;
        end({ kind: 'finished', isFinished: false });
      };
      return { ended, news: () => null, stop };
    },
  };
  const queue = createQueueSwitch(store.db);
  const needs = { ingestJobs: jobs, jobFiles, queue, clock: { nowMs: () => nowMs }, log: silentLog, runner };
  const loop = startJobLoop(needs, { holder, isAlone: true, atOnce, intervalMs: 10 });
  loops.push(loop);
  return loop;
}

async function made(more: Partial<JobWishes> = {}): Promise<string> {
  const id = randomUUID();
  const wishes = { ...plainWishes, place: id, ...more };
  await jobs.create(ingestJob(id, accountId, { id, createdAtMs: nowMs++, wishes }));
  return id;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + 10_000; !(await isSo()); await setTimeout(5))
    if (performance.now() > deadline) throw new Error('it never is so');
}
const isIn = (id: string, state: string) => async () => (await jobs.byId(id))?.state === state;
const runsOf = (id: string) => runs.filter(({ job }) => job.id === id);

describe('the loop of jobs', () => {
  test('so many at once, the oldest first; the next begins when one ends', async () => {
    const [a, b, c] = [await made(), await made(), await made()];
    startLoop('one');
    await until(() => runs.length === 2);
    await setTimeout(50);
    expect(runs.map(({ job }) => job.id)).toEqual([a, b]);
    runs[0]!.end({ kind: 'finished', isFinished: true });
    await until(() => runs.length === 3);
    expect(runs[2]!.job.id).toBe(c);
    await until(isIn(a, 'succeeded'));
    expect(forgotten).toContain(a);
  });

  test('watches have room beside the others, and none of theirs is taken', async () => {
    const watches = [
      await made({ watchEveryMs: 1_000 }),
      await made({ watchEveryMs: 1_000 }),
      await made({ watchEveryMs: 1_000 }),
    ];
    const job = await made();
    startLoop('one', 1);
    await until(() => runs.length === 4);
    expect(new Set(runs.map((run) => run.job.id))).toEqual(new Set([...watches, job]));
  });

  test('what fails for good is failed; what may pass goes on after a pause, longer each time', async () => {
    const [bad, away] = [await made(), await made()];
    startLoop('one');
    await until(() => runs.length === 2);
    runsOf(bad)[0]!.end({ kind: 'failed', reason: 'no such place' });
    runsOf(away)[0]!.end({ kind: 'lost', reason: 'out of reach' });
    await until(isIn(bad, 'failed'));
    await until(isIn(away, 'interrupted'));
    expect(await jobs.byId(bad)).toMatchObject({ error: 'no such place' });
    expect(await jobs.byId(away)).toMatchObject({ error: 'out of reach', attempts: 1 });
    nowMs += 1_999;
    await setTimeout(50);
    expect(runsOf(away)).toHaveLength(1);
    nowMs += 1;
    await until(() => runsOf(away).length === 2);
    runsOf(away)[1]!.end({ kind: 'lost', reason: 'out of reach' });
    await until(isIn(away, 'interrupted'));
    nowMs += 3_999;
    await setTimeout(50);
    expect(runsOf(away)).toHaveLength(2);
    nowMs += 1;
    await until(() => runsOf(away).length === 3);
  });

  test('one whose process ends each time is given up', async () => {
    const id = await made();
    startLoop('one');
    for (let i = 1; i <= 20; i++) {
      await until(() => runsOf(id).length === i);
      runsOf(id)[i - 1]!.end({ kind: 'lost', reason: 'its process ended (SIGKILL)' });
      await until(async () => (await jobs.byId(id))!.state !== 'running');
      nowMs += 600_000;
    }
    expect(await jobs.byId(id)).toMatchObject({ state: 'failed', error: 'its process ended (SIGKILL)' });
    await setTimeout(50);
    expect(runsOf(id)).toHaveLength(20);
  });

  test('cancelled, it is told to stop, and its end says nothing more', async () => {
    const id = await made();
    const loop = startLoop('one');
    await until(() => runs.length === 1);
    await jobs.cancel(id, nowMs);
    loop.wake();
    await until(() => runs[0]!.isStopped);
    await setTimeout(50);
    expect(await jobs.byId(id)).toMatchObject({ state: 'cancelled' });
  });

  test('paused, nothing is begun, what runs ends, and watches are left where they are until it goes on', async () => {
    const [job, watch] = [await made(), await made({ watchEveryMs: 1_000 })];
    startLoop('one');
    await until(() => runs.length === 2);
    const queue = createQueueSwitch(store.db);
    await queue.pause(nowMs, audit('queue.pause', null));
    await until(isIn(watch, 'interrupted'));
    const later = await made();
    runsOf(job)[0]!.end({ kind: 'finished', isFinished: true });
    await until(isIn(job, 'succeeded'));
    await setTimeout(50);
    expect(runs).toHaveLength(2);
    expect(await jobs.byId(watch)).toMatchObject({ error: null, attempts: 0 });
    await queue.resume(audit('queue.resume', null));
    await until(() => runsOf(watch).length === 2 && runsOf(later).length === 1);
  });

  test('a stop interrupts it without counting; the next service takes it up at once, also after a kill', async () => {
    const id = await made();
    const loop = startLoop('one');
    await until(() => runs.length === 1);
    await loop.stop();
    expect(await jobs.byId(id)).toMatchObject({ state: 'interrupted', error: null, attempts: 0 });
    startLoop('two');
    await until(() => runs.length === 2);
    // The second one is killed: nobody notes anything.
    startLoop('three');
    await until(() => runs.length === 3);
    expect(runs[2]!.job).toMatchObject({ id, attempts: 2 });
  });
});
