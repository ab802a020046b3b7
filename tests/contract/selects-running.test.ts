import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '../../server/src/accounts/account.ts';
import { createSelectionStore } from '../../server/src/adapters/sql/selections/selections.ts';
import { readConfig } from '../../server/src/config.ts';
import type { Survey, SurveyJob, Surveyor } from '../../server/src/select/ports.ts';
import type { RunningNeeds } from '../../server/src/select/running/go-on.ts';
import { selectImagery } from '../../server/src/select/running/select-imagery.ts';
import { type SelectLoop, startSelectLoop } from '../../server/src/select/running/select-loop.ts';
import { createSurveysUnderWay } from '../../server/src/select/running/under-way.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, now } from './fixtures.ts';
import { selectRequest, selection, summary, survey } from './select-fixtures.ts';

const minute = 60_000;

const outOfReach = async () => {
  throw new PlatformError('unavailable', 'the database is busy');
};

/** A survey that ends when the test says so, or when it is stopped. */
function heldSurveyor() {
  const jobs: { job: SurveyJob; done(found: Survey): void; fail(error: Error): void; signal?: AbortSignal }[] = [];
  const surveyor: Surveyor = {
    survey: (job, signal) =>
      new Promise((done, fail) => {
        signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
        jobs.push({ job, done, fail, ...(signal ? { signal } : {}) });
      }),
  };
  return { jobs, surveyor };
}

onEveryStore((fresh) => {
  let store: TestStore;
  let owner: Account;
  let clock: MovableClock;
  let loops: SelectLoop[];
  beforeEach(async () => {
    store = await fresh();
    owner = await addAccount(store.db);
    clock = movableClock(now);
    loops = [];
  });
  afterEach(async () => {
    for (const loop of loops) await loop.stop();
    await store.drop();
  });

  /** A process of its own on the same store. */
  async function node(waitSeconds = '0') {
    const held = heldSurveyor();
    const needs: RunningNeeds = {
      selections: createSelectionStore(await store.open()),
      surveyor: held.surveyor,
      surveysUnderWay: createSurveysUnderWay(),
      clock,
      log: silentLog,
    };
    const config = readConfig({ SWATH_SELECT_WAIT: waitSeconds });
    const start = async (isAlone = false) => {
      const loop = startSelectLoop(needs, { intervalMs: 3_600_000, isAlone });
      loops.push(loop);
      await loop.turn();
      return loop;
    };
    const select = (signal?: AbortSignal) =>
      selectImagery(
        { ...needs, config },
        { account: owner, collections: ['wv02'] },
        selectRequest(),
        signal ? { signal } : {},
      );
    const stored = async (id: string) => needs.selections.byId(owner.id, id, clock.nowMs());
    return { ...held, ...needs, start, select, stored };
  }

  it('one that is not done in time is RUNNING, and done when its survey is', async () => {
    const here = await node();
    const { id, status } = await here.select();
    expect([status, id]).toEqual(['RUNNING', expect.stringMatching(/^[1-8]\d{18}$/)]);
    expect((await here.stored(id))?.status).toBe('RUNNING');
    expect(here.surveysUnderWay.ids()).toEqual([id]);
    here.jobs[0]!.done(survey());
    await expect.poll(async () => (await here.stored(id))?.summary).toEqual(summary());
    await expect.poll(() => here.surveysUnderWay.ids()).toEqual([]);
  });

  it('one that fails in time is an error and is not stored', async () => {
    const here = await node('30');
    const answer = here.select();
    await expect.poll(() => here.jobs).toHaveLength(1);
    here.jobs[0]!.fail(new PlatformError('invalid_parameters', 'too many tiles'));
    await expect(answer).rejects.toThrow('too many tiles');
    expect((await here.selections.list(owner.id, { limit: 5 }, now)).data).toEqual([]);
  });

  it('nobody works for a caller who left before the answer, and nothing is stored', async () => {
    const here = await node('30');
    const gone = new AbortController();
    const answer = here.select(gone.signal);
    await expect.poll(() => here.jobs).toHaveLength(1);
    gone.abort();
    await expect(answer).rejects.toThrow('stopped');
    expect((await here.selections.list(owner.id, { limit: 5 }, now)).data).toEqual([]);
  });

  it('a caller who leaves after RUNNING changes nothing', async () => {
    const here = await node();
    const gone = new AbortController();
    const { id } = await here.select(gone.signal);
    gone.abort();
    here.jobs[0]!.done(survey());
    await expect.poll(async () => (await here.stored(id))?.status).toBe('SUCCEEDED');
  });

  it.each([
    ['says why', new PlatformError('invalid_parameters', 'too many tiles: 200001'), 'too many tiles: 200001'],
    ['keeps to itself what went wrong inside', new Error('/secret/path: EIO'), 'the select could not be finished'],
  ])('one that fails while it runs is FAILED and %s', async (_, error, failure) => {
    const here = await node();
    const { id } = await here.select();
    here.jobs[0]!.fail(error);
    await expect.poll(() => here.stored(id)).toMatchObject({ status: 'FAILED', failure, summary: null });
  });

  it('a process that was killed: another surveys the same again, once its lease has run out', async () => {
    const dead = await node();
    const { id, createdAtMs } = await dead.select();
    const alive = await node();
    const loop = await alive.start();
    expect(alive.jobs).toEqual([]);
    clock.advance(10 * minute);
    await loop.turn();
    expect(alive.jobs.map(({ job }) => job)).toEqual([
      { request: selectRequest(), visibility: new Set(['wv02']), nowMs: createdAtMs, owner: owner.id },
    ]);
    expect(dead.jobs[0]!.job).toEqual(alive.jobs[0]!.job);
    alive.jobs[0]!.done(survey());
    await expect.poll(async () => (await alive.stored(id))?.status).toBe('SUCCEEDED');
  });

  it('a process that is alone on its store takes over at its start what another left, without waiting', async () => {
    const dead = await node();
    const { id } = await dead.select();
    const alone = await node();
    await alone.start(true);
    expect(alone.jobs).toHaveLength(1);
    alone.jobs[0]!.done(survey());
    await expect.poll(async () => (await alone.stored(id))?.status).toBe('SUCCEEDED');
  });

  it('alone on the store, it takes over all of them, each once', async () => {
    const dead = await node();
    const ids = await Promise.all(Array.from({ length: 40 }, async () => (await dead.select()).id));
    const alone = await node();
    await alone.start(true);
    expect(alone.jobs).toHaveLength(40);
    expect(new Set(alone.surveysUnderWay.ids())).toEqual(new Set(ids));
  });

  it('what runs stays with its process, however long it takes', async () => {
    const [here, other] = [await node(), await node()];
    await here.select();
    const [mine, theirs] = [await here.start(), await other.start()];
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(minute);
      await mine.turn();
      await theirs.turn();
    }
    expect([here.jobs.length, other.jobs.length]).toEqual([1, 0]);
  });

  it('a process that stops ends its surveys and gives them back at once', async () => {
    const [here, other] = [await node(), await node()];
    const { id } = await here.select();
    await (await here.start()).stop();
    expect(here.jobs[0]!.signal?.aborted).toBe(true);
    expect((await here.stored(id))?.status).toBe('RUNNING');
    await other.start();
    other.jobs[0]!.done(survey());
    await expect.poll(async () => (await other.stored(id))?.status).toBe('SUCCEEDED');
  });

  it('stops use up no attempts: one that outlives many of them is done in the end', async () => {
    const first = await node();
    const { id } = await first.select();
    await (await first.start()).stop();
    for (let round = 0; round < 4; round++) {
      const next = await node();
      const loop = await next.start();
      expect(next.jobs).toHaveLength(1);
      await loop.stop();
    }
    const last = await node();
    await last.start();
    last.jobs[0]!.done(survey());
    await expect.poll(async () => (await last.stored(id))?.status).toBe('SUCCEEDED');
  });

  it('one that is out of luck is tried three times, then FAILED', async () => {
    const here = await node();
    const { id } = await here.select();
    const loop = await here.start();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect.poll(() => here.jobs).toHaveLength(attempt);
      here.jobs.at(-1)!.fail(new PlatformError('unavailable', 'the disk failed'));
      await expect.poll(() => here.surveysUnderWay.ids()).toEqual([]);
      expect((await here.stored(id))?.status).toBe(attempt < 3 ? 'RUNNING' : 'FAILED');
      clock.advance(10 * minute);
      await loop.turn();
    }
    expect(here.jobs).toHaveLength(3);
    expect((await here.stored(id))?.failure).toBe('the select could not be finished');
  });

  it('one that kills whoever surveys it is given up after three of them', async () => {
    const made = selection(owner.id);
    const first = await node();
    await first.selections.create(made, null, now);
    for (let attempt = 2; attempt <= 3; attempt++) {
      const victim = await node();
      expect(await victim.selections.claimLost(clock.nowMs(), clock.nowMs())).toMatchObject([{ attempts: attempt }]);
    }
    const last = await node();
    await last.start();
    expect(last.jobs).toEqual([]);
    expect(await last.stored(made.id)).toMatchObject({ status: 'FAILED', failure: 'the select could not be finished' });
  });

  it('a store that is out of reach ends no turn and no stop', async () => {
    const here = await node();
    const selections = { ...here.selections, extendLease: outOfReach, giveBack: outOfReach, claimLost: outOfReach };
    const loop = startSelectLoop({ ...here, selections }, { intervalMs: 3_600_000 });
    await expect(loop.turn()).resolves.toBeUndefined();
    await expect(loop.stop()).resolves.toBeUndefined();
  });
});
