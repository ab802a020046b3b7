import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createSavedSearchStore } from '../../server/src/adapters/sql/saved-searches/saved-searches.ts';
import type { FeedLease, SavedSearchStore, Settlement } from '../../server/src/saved-searches/ports.ts';
import type { SavedSearch } from '../../server/src/saved-searches/saved-search.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, audit, day, now, vault } from './fixtures.ts';
import { minute } from './order-fixtures.ts';
import { feed, found, most, quiet, savedSearch, times } from './saved-search-fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let searches: SavedSearchStore;
  let ada: string;
  beforeEach(async () => {
    store = await fresh();
    searches = createSavedSearchStore(store.db, vault);
    ada = (await addAccount(store.db)).id;
  });
  afterEach(() => store.drop());

  const saved = (change: Partial<SavedSearch> = {}) => savedSearch(ada, change);
  const keep = async (change: Partial<SavedSearch> = {}) => {
    const search = saved(change);
    expect(await searches.create(search, most, audit())).toBe('created');
    return search;
  };
  const take = async (holder = 'one', last = 100, nowMs = now): Promise<FeedLease> =>
    (await searches.takeFeed(feed, last, holder, nowMs, nowMs + minute))!;
  const logOf = async ({ id }: SavedSearch) => (await searches.batches(id, { limit: 100 })).data;
  const large = (change: Partial<SavedSearch> = {}) => saved({ search: { ids: ['ä'.repeat(1_500)] }, ...change });
  /** Everything that is due, closed and settled as told. */
  const settleAll = async (lease: FeedLease, settlement: Partial<Settlement> = {}, nowMs = now + day) => {
    const ids = await searches.due(feed, nowMs, 100);
    for (const id of ids) {
      await searches.close(lease, id, { nowMs, leaseUntilMs: nowMs + minute });
      await searches.settle(lease, id, { ...quiet, ...settlement });
    }
    return ids.length;
  };

  it('all that an account keeps has so many bytes and no more, also where all are saved or changed at once', async () => {
    const bytes = { ...most, bytes: 8_000 };
    const all = Array.from({ length: 6 }, () => large());
    const outcomes = await atOnce(6, (n) => searches.create(all[n]!, bytes, audit()));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'too_large')).toHaveLength(4);
    const mine = all[outcomes.indexOf('created')]!;
    const larger = { ...mine, search: { ids: ['x'.repeat(8_000)] }, edition: 2 };
    expect(await searches.replace(larger, 1, bytes, audit())).toBe('too_large');
    expect(await searches.replace({ ...mine, name: 'Other', edition: 2 }, 1, bytes, audit())).toBe('replaced');
    const { id: bob } = await addAccount(store.db);
    expect(await searches.create(large({ accountId: bob }), bytes, audit())).toBe('created');
  });

  it('a deed and its record are one: what is refused is not in the audit', async () => {
    const mine = await keep();
    await searches.create(saved(), { ...most, searches: 1 }, audit('create', mine.id));
    await searches.replace({ ...mine, edition: 8 }, 7, most, audit('change', mine.id));
    await searches.delete(randomUUID(), mine.id, audit('delete', mine.id));
    const log = createAuditLog(store.db);
    expect((await log.list({ limit: 10, targetId: mine.id })).data).toEqual([]);
    await searches.replace({ ...mine, edition: 2 }, 1, most, audit('change', mine.id));
    await searches.delete(ada, mine.id, audit('delete', mine.id));
    const { data } = await log.list({ limit: 10, targetId: mine.id });
    expect(data.map(({ action }) => action).sort()).toEqual(['change', 'delete']);
  });

  describe('a search whose matches come from two stores of items', () => {
    const elsewhere = 'feed-2';
    /** A batch of each feed, due at once. */
    const twoFeeds = async () => {
      const mine = await keep();
      const [here, there] = [await take(), (await searches.takeFeed(elsewhere, 100, 'two', now, now + minute))!];
      for (const lease of [here, there]) await searches.advance(lease, lease.arrived + 1, [found(mine, '1')], times);
      const atMs = now + 5 * minute;
      const [[one], [other]] = [await searches.due(feed, atMs, 9), await searches.due(elsewhere, atMs, 9)];
      return { mine, here, there, atMs, one: one!, other: other! };
    };

    it('acts upon one batch at a time, also where both are closed at once', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { here, there, atMs, one, other } = await twoFeeds();
        const at = { nowMs: atMs, leaseUntilMs: atMs + minute };
        const closed = await Promise.all([searches.close(here, one, at), searches.close(there, other, at)]);
        expect(closed.filter((each) => each !== null)).toHaveLength(1);
        const rest = [() => searches.settle(here, one, quiet), () => searches.settle(there, other, quiet)];
        const [first, second] = closed[0] === null ? rest.toReversed() : rest;
        expect([await first!(), await second!()]).toEqual([true, false]);
        const late = closed[0] === null ? ([here, one] as const) : ([there, other] as const);
        expect(await searches.close(...late, at)).not.toBeNull();
        expect(await searches.settle(...late, quiet)).toBe(true);
      }
    });

    it('is not held back by a closed batch of a store that is gone', async () => {
      const { there, here, atMs, one, other } = await twoFeeds();
      expect(await searches.close(there, other, { nowMs: atMs, leaseUntilMs: atMs + minute })).not.toBeNull();
      expect(await searches.due(feed, atMs, 9)).toEqual([]);
      const later = { nowMs: atMs + minute, leaseUntilMs: atMs + 2 * minute };
      expect(await searches.due(feed, later.nowMs, 9)).toEqual([one]);
      expect((await searches.close(here, one, later))?.batch.id).toBe(one);
      // Nor does the other one go on beside it.
      expect(await searches.due(elsewhere, later.nowMs, 9)).toEqual([]);
      expect(await searches.settle(here, one, quiet)).toBe(true);
      expect(await searches.due(elsewhere, later.nowMs, 9)).toEqual([other]);
    });
  });

  it('is paused with the end of a batch where the key is gone, unless another vouches for it by then', async () => {
    const [paused, kept] = [await keep({ keyId: 'key-1' }), await keep({ keyId: 'key-1' })];
    const lease = await take();
    await searches.advance(lease, 50, [found(paused, '1'), found(kept, '1')], times);
    await searches.replace({ ...kept, keyId: null, edition: 2 }, 1, most, audit());
    expect(await settleAll(lease, { goneKeyId: 'key-1' })).toBe(2);
    expect(await searches.byId(ada, paused.id)).toMatchObject({ isPaused: true, keyId: 'key-1', edition: 2 });
    expect(await searches.byId(ada, kept.id)).toMatchObject({ isPaused: false, keyId: null });
  });

  it('one that names addresses waits a quarter of an hour at least', async () => {
    const notify = { isAccountTold: false, emails: ['a@example.com'], webhooks: [] };
    const [usual, longer] = [await keep({ notify }), await keep({ notify, intervalMinutes: 60 })];
    await searches.advance(await take(), 50, [found(usual, '1'), found(longer, '1')], times);
    expect(await logOf(usual)).toMatchObject([{ dueAtMs: now + 15 * minute }]);
    expect(await logOf(longer)).toMatchObject([{ dueAtMs: now + 60 * minute }]);
  });

  it('an account has so many mails in an hour, also where all are asked for at once, then as many again', async () => {
    const granted = await atOnce(6, () => searches.grantMails(ada, 20, 100, now));
    expect(granted.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(await searches.grantMails(ada, 1, 100, now + minute)).toBe(0);
    const { id: bob } = await addAccount(store.db);
    expect(await searches.grantMails(bob, 7, 100, now)).toBe(7);
    expect(await searches.grantMails(ada, 120, 100, now + 60 * minute)).toBe(100);
  });
});
