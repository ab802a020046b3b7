import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../server/src/accounts/account.ts';
import { createIngestJobStore } from '../../server/src/adapters/sql/ingest/ingest-jobs.ts';
import { createQueueSwitch } from '../../server/src/adapters/sql/orders/running/queue-switch.ts';
import type { JobWishes } from '../../server/src/ingest/jobs/job.ts';
import type { IngestJobStore, JobClaim, JobEnd, JobNews, NewJob } from '../../server/src/ingest/jobs/ports.ts';
import { emptyTally } from '../../server/src/ingest/tally.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, audit, day, now, vault } from './fixtures.ts';

const secret = 'hush-hush-4711';
const wishes: JobWishes = {
  place: `https://reader:${secret}@example.com/api?collections=a&token=${secret}`,
  kind: null,
  collection: 'scenes',
  fallback: null,
  mayCreate: true,
  isOnlyNew: false,
  validate: 'full',
  isDryRun: false,
  isRestarted: false,
  from: ['a', 'b'],
  idFrom: 'name',
  datetimePattern: null,
  mayUseFileTime: false,
  thumbnails: null,
  watchEveryMs: null,
};
const lease = 30_000;
const claim = (more: Partial<JobClaim> = {}): JobClaim => ({
  home: 'here',
  holder: 'one',
  nowMs: now,
  leaseUntilMs: now + lease,
  limit: 5,
  isWatch: false,
  isAlone: false,
  ...more,
});
const news: JobNews = {
  tally: { ...emptyTally, read: 7, created: 6, rejected: 1 },
  progress: { items: 7, done: 70, total: 100, unit: 'bytes', itemsPerSecond: 3.5, secondsLeft: 4 },
  said: ['Grüße \u0000'],
  isResumed: true,
};
const times = (nowMs: number, isHealthy = false) => ({ nowMs, leaseUntilMs: nowMs + lease, isHealthy });
const ended = (state: JobEnd['state'], more: Partial<JobEnd> = {}): JobEnd => ({
  state,
  error: null,
  atMs: now,
  dueAtMs: null,
  isCounted: true,
  ...more,
});

onEveryStore((fresh) => {
  let store: TestStore;
  let jobs: IngestJobStore;
  let owner: Account;
  beforeEach(async () => {
    store = await fresh();
    jobs = createIngestJobStore(store.db, vault);
    owner = await addAccount(store.db);
  });
  afterEach(() => store.drop());

  const job = (place: string, more: Partial<NewJob> = {}): NewJob => ({
    id: randomUUID(),
    home: 'here',
    accountId: owner.id,
    createdAtMs: now,
    wishes: { ...wishes, place },
    isUpload: false,
    ...more,
  });
  async function made(place: string = randomUUID(), more: Partial<NewJob> = {}): Promise<string> {
    const one = job(place, more);
    expect(await jobs.create(one)).toBe(true);
    return one.id;
  }

  describe('what is kept', () => {
    it('a new job comes back as it was asked, without its secrets', async () => {
      const id = await made(wishes.place, { isUpload: true });
      expect(await jobs.byId(id)).toEqual({
        id,
        state: 'queued',
        wishes: { ...wishes, place: 'https://***@example.com/api?collections=a&token=***' },
        isUpload: true,
        accountId: owner.id,
        createdAtMs: now,
        startedAtMs: null,
        endedAtMs: null,
        changedAtMs: now,
        attempts: 0,
        tally: emptyTally,
        progress: null,
        error: null,
        said: [],
        isResumed: false,
      });
      expect(await store.bytes()).not.toContain(secret);
      const [claimed] = await jobs.claim(claim());
      expect(claimed).toMatchObject({ id, wishes, attempts: 1 });
      // A job that has told nothing yet is its own news.
      await jobs.report(id, 'one', claimed!, times(now));
      await jobs.end(id, 'one', claimed!, ended('interrupted', { dueAtMs: now }));
      expect(await store.bytes()).not.toContain(secret);
      expect(JSON.stringify(await jobs.byId(id))).not.toContain(secret);
      expect(await jobs.byId(randomUUID())).toBeNull();
    });

    it('news are kept, and change the job when they are new', async () => {
      const id = await made();
      await jobs.claim(claim());
      expect(await jobs.report(id, 'one', news, times(now + 1))).toBe(true);
      expect(await jobs.byId(id)).toMatchObject({ ...news, changedAtMs: now + 1, startedAtMs: now });
      await jobs.report(id, 'one', news, times(now + 2));
      expect(await jobs.byId(id)).toMatchObject({ changedAtMs: now + 1 });
      await jobs.end(id, 'one', news, ended('failed', { error: 'it broke', atMs: now + 3 }));
      expect(await jobs.byId(id)).toMatchObject({ ...news, state: 'failed', error: 'it broke', endedAtMs: now + 3 });
    });

    it('a list has the newest first, page by page', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.unshift(await made(`place ${i}`, { createdAtMs: now + i }));
      const first = await jobs.list({ limit: 3 });
      expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      const second = await jobs.list({ limit: 3, after: first.next! });
      expect([second.data.map(({ id }) => id), second.next]).toEqual([ids.slice(3), undefined]);
    });
  });

  describe('one job at a time for each source and collection', () => {
    it('a second one is refused until the first is over', async () => {
      const id = await made('same');
      expect(await jobs.create(job('same'))).toBe(false);
      expect(await jobs.create(job('same', { wishes: { ...wishes, place: 'same', collection: 'other' } }))).toBe(true);
      expect(await jobs.create(job('same', { home: 'elsewhere' }))).toBe(true);
      expect(await jobs.cancel(id, now)).toBe(true);
      expect(await jobs.create(job('same'))).toBe(true);
    });

    it('of many at once one is made', async () => {
      const second = createIngestJobStore(await store.open(), vault);
      const all = Array.from({ length: 8 }, (_, i) => (i % 2 ? jobs : second).create(job('same')));
      expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1);
    });

    it('of retries and new ones at the same moment one is taken', async () => {
      const second = createIngestJobStore(await store.open(), vault);
      for (let i = 0; i < 5; i++) {
        const ids = [await made('same')];
        await jobs.cancel(ids[0]!, now);
        ids.push(await made('same'));
        await jobs.cancel(ids[1]!, now);
        const fresh = job('same');
        const [a, b, c] = await Promise.all([
          jobs.retry(ids[0]!, now),
          second.retry(ids[1]!, now),
          second.create(fresh),
        ]);
        expect([a === 'queued', b === 'queued', c].filter(Boolean)).toHaveLength(1);
        for (const id of [...ids, fresh.id]) await jobs.cancel(id, now);
      }
    });

    it('a retry of one that is over is refused while another of its source is not', async () => {
      const first = await made('same');
      expect(await jobs.retry(first, now)).toBe('not_over');
      await jobs.cancel(first, now);
      const second = await made('same');
      expect(await jobs.retry(first, now)).toBe('taken');
      await jobs.cancel(second, now);
      expect(await jobs.retry(first, now + 1)).toBe('queued');
      expect(await jobs.byId(first)).toMatchObject({ state: 'queued', endedAtMs: null, attempts: 0 });
      expect(await jobs.retry(randomUUID(), now)).toBe('missing');
    });
  });

  describe('who runs a job', () => {
    it('one holder has it, and only of its own data folder', async () => {
      const id = await made();
      const second = createIngestJobStore(await store.open(), vault);
      expect(await jobs.claim(claim({ home: 'elsewhere' }))).toEqual([]);
      const claims = await Promise.all([jobs.claim(claim()), second.claim(claim({ holder: 'two' }))]);
      expect(claims.flat().map((each) => each.id)).toEqual([id]);
      const holder = claims[0].length > 0 ? 'one' : 'two';
      const other = holder === 'one' ? 'two' : 'one';
      expect(await jobs.report(id, other, news, times(now))).toBe(false);
      expect(await jobs.end(id, other, news, ended('succeeded'))).toBe(false);
      expect(await jobs.end(id, holder, news, ended('succeeded'))).toBe(true);
      expect(await jobs.claim(claim({ nowMs: now + day }))).toEqual([]);
    });

    it('what gives no sign of life is taken over, with what it told last', async () => {
      const id = await made();
      await jobs.claim(claim());
      await jobs.report(id, 'one', news, times(now));
      expect(await jobs.claim(claim({ holder: 'two', nowMs: now + lease - 1 }))).toEqual([]);
      const [taken] = await jobs.claim(claim({ holder: 'two', nowMs: now + lease, leaseUntilMs: now + 2 * lease }));
      expect(taken).toMatchObject({ id, attempts: 2, ...news });
      expect(await jobs.report(id, 'one', news, times(now))).toBe(false);
    });

    it('a service that is alone takes over at once what another one held', async () => {
      const id = await made();
      await jobs.claim(claim());
      expect(await jobs.claim(claim({ isAlone: true }))).toEqual([]);
      expect(await jobs.claim(claim({ holder: 'two', isAlone: true }))).toMatchObject([{ id, attempts: 2 }]);
    });

    it('an interrupted one waits for its time; attempts that are no fault do not count', async () => {
      const id = await made();
      await jobs.claim(claim());
      await jobs.end(id, 'one', news, ended('interrupted', { error: 'away', dueAtMs: now + 5, isCounted: false }));
      expect(await jobs.byId(id)).toMatchObject({ state: 'interrupted', endedAtMs: null, attempts: 0 });
      expect(await jobs.claim(claim({ nowMs: now + 4 }))).toEqual([]);
      expect(await jobs.claim(claim({ nowMs: now + 5 }))).toMatchObject([{ id, attempts: 1 }]);
      await jobs.claim(claim({ holder: 'two', isAlone: true }));
      await jobs.report(id, 'two', news, times(now, true));
      expect(await jobs.byId(id)).toMatchObject({ attempts: 1 });
    });

    it('what is cancelled is its holder’s no more', async () => {
      const id = await made();
      await jobs.claim(claim());
      expect(await jobs.cancel(id, now + 1)).toBe(true);
      expect(await jobs.cancel(id, now + 2)).toBe(false);
      expect(await jobs.report(id, 'one', news, times(now))).toBe(false);
      expect(await jobs.end(id, 'one', news, ended('succeeded'))).toBe(false);
      expect(await jobs.byId(id)).toMatchObject({ state: 'cancelled', endedAtMs: now + 1 });
    });

    it('the oldest first, so many as there is room for; watches apart', async () => {
      const watch = await made('w', { wishes: { ...wishes, place: 'w', watchEveryMs: 1_000 } });
      const second = await made('b', { createdAtMs: now + 2 });
      const first = await made('a', { createdAtMs: now + 1 });
      const later = claim({ nowMs: now + 10, limit: 1 });
      expect((await jobs.claim(later)).map(({ id }) => id)).toEqual([first]);
      expect((await jobs.claim({ ...later, isWatch: true })).map(({ id }) => id)).toEqual([watch]);
      expect((await jobs.claim(later)).map(({ id }) => id)).toEqual([second]);
      expect([await jobs.countWatches('here'), await jobs.countWatches('elsewhere')]).toEqual([1, 0]);
    });
  });

  it('a queue that is paused gives none out, not even one whose holder is gone', async () => {
    const id = await made();
    const queue = createQueueSwitch(store.db);
    await jobs.claim(claim());
    await made();
    await queue.pause(now, audit('queue.pause', null));
    expect(await jobs.claim(claim({ nowMs: now + lease, holder: 'two' }))).toEqual([]);
    expect(await jobs.report(id, 'one', news, times(now))).toBe(true);
    await queue.resume(audit('queue.resume', null));
    expect(await jobs.claim(claim({ nowMs: now + 2 * lease, holder: 'two' }))).toHaveLength(2);
  });

  it('a sweep forgets what ended long ago in this data folder, and nothing else', async () => {
    const [old, young, live, foreign] = [await made(), await made(), await made(), await made('x', { home: 'there' })];
    await jobs.cancel(old, now);
    await jobs.cancel(young, now + day);
    await jobs.cancel(foreign, now);
    expect(await jobs.sweep('here', now)).toEqual([old]);
    expect((await jobs.list({ limit: 10 })).data.map(({ id }) => id).toSorted()).toEqual(
      [young, live, foreign].toSorted(),
    );
  });
});
