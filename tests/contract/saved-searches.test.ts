import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createSavedSearchStore } from '../../server/src/adapters/sql/saved-searches/saved-searches.ts';
import { createWebhookStore } from '../../server/src/adapters/sql/notifications/webhooks.ts';
import type { FeedLease, SavedSearchStore, Settlement } from '../../server/src/saved-searches/ports.ts';
import { type SavedSearch, mostItemsKept } from '../../server/src/saved-searches/saved-search.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, audit, day, mailTo, now, patchAudit, vault } from './fixtures.ts';
import { costs, minute, placement } from './order-fixtures.ts';
import { feed, found, most, quiet, savedSearch, soon, times, untold } from './saved-search-fixtures.ts';

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
  /** Everything that is due, closed and settled as told. */
  const settleAll = async (lease: FeedLease, settlement: Partial<Settlement> = {}, nowMs = now + day) => {
    const ids = await searches.due(feed, nowMs, 100);
    for (const id of ids) {
      await searches.close(lease, id, { nowMs, leaseUntilMs: nowMs + minute });
      await searches.settle(lease, id, { ...quiet, ...settlement });
    }
    return ids.length;
  };

  it('a search comes back as it was saved; addresses and credentials do not lie there in the open', async () => {
    const mine = await keep();
    expect(await searches.byId(ada, mine.id)).toEqual(mine);
    expect(await searches.byId((await addAccount(store.db)).id, mine.id)).toBeNull();
    const bytes = await store.bytes();
    expect(bytes).toContain('Mine');
    for (const canary of ['URL-CANARY', 'SECRET-CANARY']) expect(bytes).not.toContain(canary);
  });

  it('an account keeps so many and no more, also where all are saved at once', async () => {
    const five = { ...most, searches: 5 };
    const outcomes = await atOnce(8, () => searches.create(saved(), five, audit()));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(3);
    const { id: bob } = await addAccount(store.db);
    expect(await searches.create(saved({ accountId: bob }), five, audit())).toBe('created');
  });

  it('lists are newest first, in pages, of one account', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await keep({ createdAtMs: now + n })).id);
    await keep({ accountId: (await addAccount(store.db)).id });
    const first = await searches.list(ada, { limit: 3 });
    const second = await searches.list(ada, { limit: 3, after: first.next! });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeUndefined();
  });

  it('a change replaces the edition that it was made from, and no other', async () => {
    const mine = await keep();
    const renamed = { ...mine, name: 'Other', isPaused: true, edition: 2 };
    expect(await searches.replace(renamed, 1, most, audit())).toBe('replaced');
    expect(await searches.replace({ ...mine, name: 'Lost', edition: 2 }, 1, most, audit())).toBe('stale');
    expect(await searches.byId(ada, mine.id)).toEqual(renamed);
    const { id: bob } = await addAccount(store.db);
    expect(await searches.replace({ ...renamed, accountId: bob }, 2, most, audit())).toBe('stale');
    expect(await searches.delete(bob, mine.id, audit())).toBe(false);
    expect(await searches.delete(ada, mine.id, audit())).toBe(true);
    expect(await searches.byId(ada, mine.id)).toBeNull();
  });

  it('watched for are those that are neither paused nor expired, of active accounts', async () => {
    const mine = await keep({ grants: ['a'], expiresAtMs: now + 1 });
    await keep({ isPaused: true });
    await keep({ expiresAtMs: now });
    const gone = await addAccount(store.db);
    await keep({ accountId: gone.id });
    await createAccountStore(store.db, vault).change(gone.id, { isActive: false }, patchAudit());
    const watched = await searches.watched(now);
    expect(watched.map(({ id }) => id)).toEqual([mine.id]);
    expect(watched[0]).toMatchObject({ revision: 1, since: mine.since, grants: ['a'], account: { role: 'member' } });
    expect(await searches.bodies([mine.id, 'none'])).toEqual(new Map([[mine.id, JSON.stringify(mine.search)]]));
  });

  it('a feed begins where its first search was saved, and is one holder’s at a time', async () => {
    await keep({ since: { feed, arrival: 40 } });
    await keep({ since: { feed: 'another', arrival: 3 } });
    expect(await searches.look(feed, now)).toEqual({ arrived: null, hasDue: false, hasSearches: true });
    const first = await take('one');
    expect(first).toEqual({ feed, fence: 1, arrived: 40 });
    expect(await searches.takeFeed(feed, 100, 'two', now, now + minute)).toBeNull();
    expect(await searches.isHeld(first)).toBe(true);
    const again = await take('one');
    expect(again).toMatchObject({ arrived: 40 });
    expect(await searches.isHeld(first)).toBe(false);
    await searches.giveFeedBack(first);
    expect(await searches.isHeld(again)).toBe(true);
    await searches.giveFeedBack(again);
    expect(await searches.isHeld(again)).toBe(false);
    const second = await take('two');
    expect(second.arrived).toBe(40);
    // Its lease is over: another takes it, and it can do no more.
    const third = (await searches.takeFeed(feed, 100, 'three', now + minute, now + 2 * minute))!;
    expect(third.arrived).toBe(40);
    expect(await searches.advance(second, 50, [], times)).toBe(false);
    expect(await searches.advance(third, 50, [], times)).toBe(true);
  });

  it('two that take a feed at once: one has it', async () => {
    const leases = await atOnce(6, (n) => searches.takeFeed(feed, 100, `holder ${n}`, now, now + minute));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('where the store of items is an older one, all begins at its end', async () => {
    const mine = await keep({ since: { feed, arrival: 90 } });
    const lease = await take('one', 100);
    await searches.advance(lease, 100, [], times);
    expect(await take('one', 60)).toMatchObject({ arrived: 60 });
    expect((await searches.byId(ada, mine.id))?.since).toEqual({ feed, arrival: 60 });
  });

  it('what was looked at and what matched are kept together and once', async () => {
    const mine = await keep();
    const lease = await take();
    expect(await searches.advance(lease, 50, [found(mine, '1', '2')], times)).toBe(true);
    // The same again, as of a process that did not hear that it was done.
    expect(await searches.advance(lease, 50, [found(mine, '1', '2')], times)).toBe(false);
    expect(await searches.advance({ ...lease, arrived: 50 }, 60, [found(mine, '3')], times)).toBe(true);
    expect(await logOf(mine)).toMatchObject([
      {
        state: 'gathering',
        openedAtMs: now,
        dueAtMs: now + 5 * minute,
        counts: { a: 3 },
        items: ['1', '2', '3'].map((id) => ({ collection: 'a', id })),
        outcome: null,
      },
    ]);
    expect(await searches.look(feed, now)).toMatchObject({ arrived: 60, hasDue: false });
    expect(await searches.look(feed, now + 5 * minute)).toMatchObject({ hasDue: true });
  });

  it('matches of a search that was changed, paused or deleted meanwhile are left out', async () => {
    const [other, paused, gone, good] = [await keep(), await keep(), await keep(), await keep({ intervalMinutes: 60 })];
    await searches.replace({ ...other, revision: 2, edition: 2 }, 1, most, audit());
    await searches.replace({ ...paused, isPaused: true, edition: 2 }, 1, most, audit());
    await searches.delete(ada, gone.id, audit());
    const all = [other, paused, gone, good].map((search) => found(search, '1'));
    expect(await searches.advance(await take(), 50, all, times)).toBe(true);
    for (const none of [other, paused, gone]) expect(await logOf(none)).toEqual([]);
    expect(await logOf(good)).toMatchObject([{ dueAtMs: now + 60 * minute }]);
  });

  it('of many matches the first are kept and all are counted, whatever a collection is called', async () => {
    const mine = await keep();
    const lease = await take();
    const ids = Array.from({ length: 400 }, (_, n) => `i${n}`);
    const odd = { ...found(mine, ...ids), counts: Object.fromEntries([['__proto__', 400]]) };
    for (const arrived of [10, 20, 30]) await searches.advance({ ...lease, arrived }, arrived + 10, [odd], times);
    const [batch] = await logOf(mine);
    expect(Object.entries(batch!.counts)).toEqual([['__proto__', 1_200]]);
    expect(batch!.items).toHaveLength(mostItemsKept);
  });

  it('a batch is closed, then settled with all that tells of it, once', async () => {
    const mine = await keep();
    const lease = await take();
    await searches.advance(lease, 50, [found(mine, '1')], times);
    const [id] = (await searches.due(feed, now + 5 * minute, 10)) as [string];
    const closed = (await searches.close(lease, id, soon))!;
    expect(closed).toMatchObject({ search: mine, batch: { id, state: 'closed', attempts: 1, counts: { a: 1 } } });
    // What comes meanwhile belongs to the next, which waits for this one.
    await searches.advance({ ...lease, arrived: 50 }, 60, [found(mine, '2')], { ...times, nowMs: now + 1 });
    expect(await searches.due(feed, now + day, 10)).toEqual([id]);
    const event = {
      id: 'msg_1',
      accountId: ada,
      url: 'https://x.example',
      type: 'search.matched',
      body: '{}',
      orderId: null,
      createdAtMs: now,
    };
    const settlement: Settlement = {
      ...quiet,
      outcome: { ...untold, emails: 1, webhooks: 1 },
      mails: [mailTo('ada@example.com')],
      webhooks: [event],
      acquisitions: ['acq-1', 'acq-2'],
    };
    const outcomes = await atOnce(4, () => searches.settle(lease, id, settlement));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await createOutbox(store.db, vault).pending()).toBe(1);
    expect((await createWebhookStore(store.db, vault).list(ada, { limit: 10 })).data).toMatchObject([{ id: 'msg_1' }]);
    expect(await searches.close(lease, id, soon)).toBeNull();
    expect(await searches.ordered(mine.id, ['acq-2', 'acq-3'])).toEqual(new Set(['acq-2']));
    expect(await searches.ordered((await keep()).id, ['acq-2'])).toEqual(new Set());
    const [next, done] = await logOf(mine);
    expect([next, done]).toMatchObject([{ state: 'gathering' }, { state: 'settled', settledAtMs: now, dueAtMs: null }]);
    expect(await searches.due(feed, now + day, 10)).toEqual([next!.id]);
  });

  it('who lost the feed settles nothing and tells nobody', async () => {
    const mine = await keep();
    const lease = await take('one');
    await searches.advance(lease, 50, [found(mine, '1')], times);
    const [id] = (await searches.due(feed, now + day, 10)) as [string];
    await searches.close(lease, id, soon);
    const other = (await searches.takeFeed(feed, 100, 'two', now + minute, now + 2 * minute))!;
    expect(await searches.settle(lease, id, { ...quiet, mails: [mailTo('a@b.c')] })).toBe(false);
    await searches.postpone(lease, id, now + 7 * day);
    expect(await createOutbox(store.db, vault).pending()).toBe(0);
    expect(await searches.due(feed, now + minute, 10)).toEqual([id]);
    expect(
      (await searches.close(other, id, { nowMs: now + minute, leaseUntilMs: now + 2 * minute }))?.batch.attempts,
    ).toBe(2);
    await searches.postpone(other, id, now + 7 * day);
    expect(await searches.due(feed, now + day, 10)).toEqual([]);
  });

  it('what a search has spent is what its orders cost since then', async () => {
    const [mine, other] = [await keep(), await keep()];
    const orders = createOrderStore(store.db, vault);
    const lease = await take();
    let arrived = lease.arrived;
    for (const [search, cost, atMs] of [
      [mine, 3, now - day],
      [mine, 4.5, now],
      [mine, null, now],
      [other, 100, now],
    ] as const) {
      const account = (await createAccountStore(store.db, vault).byId(ada))!.account;
      const placed = placement(account, 1, { usage: costs(cost), createdAtMs: atMs });
      expect(await orders.place(placed)).toMatchObject({ outcome: 'placed' });
      await searches.advance({ ...lease, arrived }, ++arrived, [found(search, '1')], times);
      await settleAll(lease, { outcome: { ...untold, orderId: placed.order.id } });
    }
    expect(await searches.spent(mine.id, 0)).toEqual({ cost: 7.5, areaSqkm: 30 });
    expect(await searches.spent(mine.id, now)).toEqual({ cost: 4.5, areaSqkm: 20 });
    expect(await searches.spent(randomUUID(), 0)).toEqual({ cost: 0, areaSqkm: 0 });
    // Their log goes, but for what budgets count.
    expect(await searches.sweep(now + 1)).toBe(0);
    expect(await searches.spent(mine.id, 0)).toEqual({ cost: 7.5, areaSqkm: 30 });
    expect((await logOf(mine)).every(({ items }) => items.length === 0)).toBe(true);
  });

  it('old batches without an order are swept, others stay', async () => {
    const mine = await keep();
    const lease = await take();
    await searches.advance(lease, 50, [found(mine, '1')], times);
    await settleAll(lease);
    await searches.advance({ ...lease, arrived: 50 }, 60, [found(mine, '2')], times);
    expect(await searches.sweep(now)).toBe(0);
    expect(await searches.sweep(now + 1)).toBe(1);
    expect(await logOf(mine)).toMatchObject([{ state: 'gathering' }]);
  });
});
