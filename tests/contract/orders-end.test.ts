import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createWebhookStore } from '../../server/src/adapters/sql/notifications/webhooks.ts';
import { createRateCounts } from '../../server/src/adapters/sql/usage/rate-counts.ts';
import type { Order } from '../../server/src/orders/order.ts';
import { onEveryStore } from './backends.ts';
import { atOnce, day, mailTo, now, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  again,
  freshOrders,
  claim,
  claimOne,
  costs,
  deliverAll,
  end,
  managed,
  minute,
  output,
  place,
  settledOrder,
} from './order-fixtures.ts';

const notices = { mails: [mailTo('ada@example.com')], webhooks: [] };

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const mails = () => createOutbox(store.db, vault).pending();

  const settled = (tiles: number, failing: readonly number[] = [], change: Partial<Order> = {}) =>
    settledOrder(orders, owner, tiles, failing, change);

  it('an order is to be ended when all its tiles are settled, not before, and by one', async () => {
    const id = await place(orders, owner, 2);
    const [first, second] = await orders.claimTiles(claim());
    await orders.tileDelivered(first!.lease, [], now);
    expect(await orders.claimOrders(claim())).toEqual([]);
    await orders.tileFailed(second!.lease, 'corrupt', null, now);
    const claimed = await orders.claimOrders(claim());
    expect(claimed).toMatchObject([
      { lease: { orderId: id, fence: 1 }, order: { tiles: { delivered: 1, failed: 1 } } },
    ]);
    expect(claimed[0]!.order).toEqual(await orders.ofAnyone(id));
    expect(await orders.claimOrders(claim())).toEqual([]);
  });

  it('an account mails others 500 times in an hour and itself always; beyond that the order says so', async () => {
    const most = 500;
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    const others = Array.from({ length: 20 }, (_, index) => mailTo(`${index}@example.org`));
    const told = { mails: [...others, mailTo(owner.email.toUpperCase())], webhooks: [] };
    const ids: string[] = [];
    for (let index = 0; index < 26; index++) ids.push(await place(orders, owner, 1, { output: managed }));
    await atOnce(26, (index) =>
      nodes[index % 2]!.cancel(ids[index]!, end({ state: 'CANCELLED', notices: told, nowMs: now })),
    );
    expect(await mails()).toBe(most + 26);
    const ended = await Promise.all(ids.map((id) => orders.ofAnyone(id)));
    expect(ended.flatMap((order) => order!.warnings).filter((text) => text.includes('not told'))).toEqual([
      'notifications: not told: too many (20 mails beyond 500 in an hour)',
    ]);
    const next = await place(orders, owner, 1, { output: managed });
    await orders.cancel(next, end({ state: 'CANCELLED', notices: told, nowMs: now + 60 * minute }));
    expect(await mails()).toBe(most + 26 + 21);
    const counts = async () => (await store.db.read.get<{ n: number }>('SELECT COUNT(*) AS n FROM rate_counts'))?.n;
    expect(await counts()).toBe(2);
    await orders.sweep(now + 180 * minute);
    expect(await counts()).toBe(0);
  });

  it('an account tells servers 5,000 times in an hour; beyond that the order says so', async () => {
    const [used, ofOwner] = [4_990, `order-webhooks:${owner.id}`];
    const hourEndMs = (Math.floor(now / (60 * minute)) + 1) * 60 * minute;
    await createRateCounts(store.db).add(hourEndMs, [{ identity: ofOwner, used }]);
    const id = await place(orders, owner, 1, { output: managed });
    const message = { accountId: owner.id, url: 'https://example.org', type: 'order.cancelled', body: '{}' };
    const webhooks = Array.from({ length: 20 }, (_, at) => ({
      ...message,
      id: `msg_${at}`,
      orderId: id,
      createdAtMs: now,
    }));
    await orders.cancel(id, end({ state: 'CANCELLED', notices: { mails: [], webhooks }, nowMs: now }));
    expect((await createWebhookStore(store.db, vault).list(owner.id, { limit: 100 })).data).toHaveLength(10);
    expect((await orders.ofAnyone(id))?.warnings).toEqual([
      'notifications: not told: too many (10 webhooks beyond 5000 in an hour)',
    ]);
  });

  it('10 that claim at once on two nodes never get the same order', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    for (let index = 0; index < 30; index++) await place(orders, owner, 0, { output: output({ prefix: `p${index}` }) });
    const claimed = await atOnce(10, (index) => nodes[index % 2]!.claimOrders(claim({ limit: 5 })));
    const ids = claimed.flat().map(({ lease }) => lease.orderId);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await orders.claimOrders(claim({ limit: 100 }));
    expect(ids.length + rest.length).toBe(30);
  });

  it('orders to one place are ended one after the other: they write to the same indexes', async () => {
    const first = await place(orders, owner, 0);
    const second = await place(orders, owner, 0);
    const elsewhere = await place(orders, owner, 0, { output: output({ prefix: 'elsewhere' }) });
    const claimed = await orders.claimOrders(claim());
    const idsOf = (leased: typeof claimed) => leased.map(({ lease }) => lease.orderId).sort();
    const held = claimed.find(({ lease }) => lease.orderId !== elsewhere);
    const other = held!.lease.orderId === first ? second : first;
    expect(idsOf(claimed)).toEqual([held!.lease.orderId, elsewhere].sort());
    expect(await orders.claimOrders(claim())).toEqual([]);
    await orders.finish(held!.lease, end());
    expect(idsOf(await orders.claimOrders(claim()))).toEqual([other]);
  });

  it('many orders to one place do not keep one to another place waiting', async () => {
    for (let index = 0; index < 20; index++) await place(orders, owner, 0);
    const elsewhere = await place(orders, owner, 0, { output: output({ prefix: 'elsewhere' }) });
    expect(await orders.claimOrders(claim({ limit: 1 }))).toHaveLength(1);
    const claimed = await orders.claimOrders(claim({ limit: 1 }));
    expect(claimed.map(({ lease }) => lease.orderId)).toEqual([elsewhere]);
  });

  it('of 40 orders to one place, 10 that claim at once on two nodes get one', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    await atOnce(40, () => place(orders, owner, 0));
    const claimed = await atOnce(10, (index) => nodes[index % 2]!.claimOrders(claim({ limit: 1 })));
    expect(claimed.flat()).toHaveLength(1);
  });

  it('a worker that died while it ended an order does not keep others from the place for longer than its lease', async () => {
    const ids = [await place(orders, owner, 0), await place(orders, owner, 0)];
    expect(await orders.claimOrders(claim())).toHaveLength(1);
    const later = await orders.claimOrders(claim({ nowMs: now + minute, leaseUntilMs: now + 2 * minute }));
    expect(later).toHaveLength(1);
    expect(ids).toContain(later[0]!.lease.orderId);
  });

  it('finishing sets everything at once: state, usage, manifest, times, and queues its notices', async () => {
    const { id, lease } = await settled(2, [1], { usage: costs(50) });
    const done = end({ state: 'PARTIAL', failure: '1 of 2 tiles failed', usage: costs(25, null), notices });
    expect(await orders.isOrderHeld(lease)).toBe(true);
    expect(await orders.finish(lease, done)).toBe(true);
    expect(await orders.ofAnyone(id)).toMatchObject({
      state: 'PARTIAL',
      failure: '1 of 2 tiles failed',
      hasManifest: true,
      usage: costs(25, null),
      finishedAtMs: done.nowMs,
      changedAtMs: done.nowMs,
    });
    expect(await mails()).toBe(1);
    expect(await orders.isOrderHeld(lease)).toBe(false);
    expect([await orders.nextDueMs(), await orders.claimOrders(claim({ nowMs: now + day }))]).toEqual([null, []]);
  });

  it('finishing twice ends it once, with one mail', async () => {
    const { lease } = await settled(1);
    expect((await atOnce(5, () => orders.finish(lease, end({ notices })))).filter(Boolean)).toHaveLength(1);
    expect(await mails()).toBe(1);
  });

  it('webhooks are queued with the end they tell of, and only then', async () => {
    const webhooks = createWebhookStore(store.db, vault);
    const { id, lease } = await settled(1);
    const event = {
      id: `msg_${id}`,
      accountId: owner.id,
      url: 'https://example.com/hook',
      type: 'order.succeeded',
      body: '{}',
      orderId: id,
      createdAtMs: now,
    };
    const told = end({ notices: { mails: [], webhooks: [event] } });
    expect(await orders.finish({ ...lease, fence: lease.fence - 1 }, told)).toBe(false);
    expect((await webhooks.list(owner.id, { limit: 5 })).data).toEqual([]);
    expect(await orders.finish(lease, told)).toBe(true);
    expect((await webhooks.list(owner.id, { limit: 5 })).data).toMatchObject([event]);
  });

  it('who lost the lease ends nothing and tells nobody', async () => {
    const { id, lease } = await settled(1);
    const taken = await claimOne(orders, now + minute);
    expect(taken.lease.fence).toBe(lease.fence + 1);
    expect([await orders.isOrderHeld(lease), await orders.isOrderHeld(taken.lease)]).toEqual([false, true]);
    expect(await orders.finish(lease, end({ state: 'FAILED', notices }))).toBe(false);
    expect(await orders.postpone(lease, now + day, 'away')).toBe(false);
    expect(await orders.requeue(lease, [0], 'changed', now)).toBe(false);
    expect(await orders.giveTilesUp(lease, [0], 'changed', now)).toBe(false);
    expect(await orders.extendOrders([taken.lease, lease], now + 9 * minute)).toEqual([taken.lease]);
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'RUNNING', tiles: { delivered: 1 } });
    expect(await mails()).toBe(0);
    expect(await orders.claimOrders(claim({ nowMs: now + 9 * minute - 1 }))).toEqual([]);
    expect(await orders.finish(taken.lease, end())).toBe(true);
  });

  it('postponed: nobody has it, it tells why, and it is claimed again when it is due', async () => {
    const { id, lease } = await settled(1);
    expect(await orders.postpone(lease, now + 5 * minute, 'the bucket is away')).toBe(true);
    expect(await orders.isOrderHeld(lease)).toBe(false);
    expect(await orders.claimOrders(claim({ nowMs: now + 5 * minute - 1 }))).toEqual([]);
    for (const told of [await orders.ofAnyone(id), await orders.progress(id)])
      expect(told).toMatchObject({ state: 'RUNNING', failure: 'the bucket is away' });
    const again = await claimOne(orders, now + 5 * minute);
    expect(again.lease.fence).toBe(2);
    await orders.requeue(again.lease, [0], 'its files were changed', now);
    expect((await orders.progress(id))!.failure).toBeNull();
  });

  it('tiles whose objects were changed are sent back: uncounted, due at once, and the order waits for them', async () => {
    const { id, lease } = await settled(4, [3]);
    expect(await orders.requeue(lease, [2, 0, 2, 3, 99], 'its files were changed', now)).toBe(true);
    expect(await orders.isOrderHeld(lease)).toBe(false);
    expect(await orders.ofAnyone(id)).toMatchObject({ tiles: { delivered: 1, failed: 1 }, deliveredBytes: 100 });
    expect(await orders.tiles(id)).toMatchObject([
      { state: 'queued', error: 'its files were changed', files: [] },
      { state: 'delivered' },
      { state: 'queued', files: [] },
      { state: 'failed' },
    ]);
    expect(await orders.claimOrders(claim())).toEqual([]);
    await deliverAll(orders);
    expect((await claimOne(orders)).order).toMatchObject({ tiles: { delivered: 3, failed: 1 }, deliveredBytes: 300 });
  });

  it('tiles that were changed too often are given up while the lease stays', async () => {
    const { id, lease } = await settled(3);
    expect(await orders.giveTilesUp(lease, [1, 1, 99], 'changed again', now)).toBe(true);
    expect(await orders.ofAnyone(id)).toMatchObject({ tiles: { delivered: 2, failed: 1 }, deliveredBytes: 200 });
    expect(await orders.tiles(id)).toMatchObject([{}, { state: 'failed', error: 'changed again', files: [] }, {}]);
    expect(await orders.isOrderHeld(lease)).toBe(true);
    expect(await orders.finish(lease, end({ state: 'PARTIAL' }))).toBe(true);
  });

  it('managed files: those of orders that ended before then, until they are gone', async () => {
    const first = await settled(1, [], { output: managed });
    await orders.finish(first.lease, end({ nowMs: now + minute }));
    const second = await settled(1, [0], { output: managed });
    await orders.finish(second.lease, end({ state: 'FAILED', nowMs: now + 2 * minute }));
    await place(orders, owner, 1, { output: managed });
    const elsewhere = await place(orders, owner, 1, { output: output({ prefix: 'x' }) });
    await orders.cancel(elsewhere, end({ state: 'CANCELLED' }));
    expect(await orders.managedBefore(now + minute, 10)).toEqual([]);
    expect(await orders.managedBefore(now + minute + 1, 10)).toEqual([first.id]);
    expect(await orders.managedBefore(now + day, 10)).toEqual([first.id, second.id]);
    expect(await orders.managedBefore(now + day, 1)).toEqual([first.id]);
    await orders.managedFilesGone(first.id);
    await orders.managedFilesGone('unknown');
    expect(await orders.managedBefore(now + day, 10)).toEqual([second.id]);
    await orders.managedFilesGone(second.id);
    await orders.retry(second.id, again);
    // Whoever removed them has not seen that it runs again.
    await orders.managedFilesGone(second.id);
    await deliverAll(orders, now + day);
    const done = (await orders.claimOrders(claim({ nowMs: now + day }))).find(({ order }) => order.id === second.id);
    await orders.finish(done!.lease, end({ nowMs: now + day }));
    expect(await orders.managedBefore(now + 2 * day, 10)).toEqual([second.id]);
  });
});
