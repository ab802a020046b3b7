import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createQueueSwitch } from '../../server/src/adapters/sql/orders/running/queue-switch.ts';
import { createUsageLog } from '../../server/src/adapters/sql/usage/usage-log.ts';
import { onEveryStore } from './backends.ts';
import { audit, day, now } from './fixtures.ts';
import {
  type OrdersOfTest,
  again,
  claim,
  claimOne,
  costs,
  end,
  file,
  freshOrders,
  key,
  managed,
  place,
  settledOrder,
} from './order-fixtures.ts';

const everything = { limit: 100, startingAfter: null, endingBefore: null, fromMs: null, untilMs: null, filter: null };
const always = { fromMs: null, untilMs: null };

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  async function ended(
    endedAtMs: number,
    change: Parameters<typeof place>[3] = {},
    rest: Parameters<typeof place>[4] = {},
  ) {
    const id = await place(orders, owner, 1, change, rest);
    for (const { lease } of await orders.claimTiles(claim())) await orders.tileDelivered(lease, [file('a.tif')], now);
    const { lease } = await claimOne(orders);
    await orders.finish(lease, end({ usage: costs(12), nowMs: endedAtMs }));
    return id;
  }

  it('orders that ended before then are forgotten, with tiles and documents; the usage stays as it was', async () => {
    const old = await ended(now + 1, {}, key('once'));
    const young = await ended(now + 10 * day);
    const running = await place(orders, owner, 1);
    const log = createUsageLog(store.db);
    const before = await log.ofOrganization(owner.organizationId, always);
    expect(before.cost.fresh).toBeGreaterThan(0);
    expect(await orders.forget(now + 5 * day)).toBe(1);
    expect(await orders.forget(now + 5 * day)).toBe(0);
    expect([await orders.byId(owner.id, old), await orders.progress(old), await orders.tiles(old)]).toEqual([
      null,
      null,
      [],
    ]);
    expect(await orders.byIdempotencyKey(owner.id, 'once', now)).toBeNull();
    expect((await orders.list(owner.id, everything)).data.map(({ id }) => id).sort()).toEqual([young, running].sort());
    expect(await orders.identical(owner.id, 'fingerprint')).not.toBe(old);
    expect(await log.ofOrganization(owner.organizationId, always)).toEqual(before);
  });

  it('an order with managed files is forgotten when these are gone, not before', async () => {
    const id = await ended(now + 1, { output: managed });
    expect(await orders.forget(now + day)).toBe(0);
    await orders.managedFilesGone(id);
    expect(await orders.forget(now + day)).toBe(1);
  });

  it('an order that is forgotten while its retry is checked stays so, and others go on to their end', async () => {
    const { id, lease } = await settledOrder(orders, owner, 2);
    await orders.finish(lease, end({ state: 'FAILED', nowMs: now + 1 }));
    expect(await orders.forget(now + day)).toBe(1);
    expect(await orders.retry(id, again)).toBeNull();
    const other = await place(orders, owner, 0);
    expect((await claimOne(orders, again.nowMs)).lease.orderId).toBe(other);
  });

  it('an order has managed files from the moment it is placed until they are gone', async () => {
    const [id, elsewhere] = [await ended(now + 1, { output: managed }), await ended(now + 1)];
    const running = await place(orders, owner, 1, { output: managed });
    const has = () => Promise.all([id, running, elsewhere, '1234567890123456789'].map(orders.hasManagedFiles));
    expect(await has()).toEqual([true, true, false, false]);
    await orders.managedFilesGone(id);
    expect(await has()).toEqual([false, true, false, false]);
  });

  it('entries of the audit before a moment go; those after it cannot be removed, even by hand', async () => {
    const log = createAuditLog(store.db);
    const before = (await log.list({ limit: 100 })).data.length;
    for (const atMs of [now - 3 * day, now - 2 * day, now]) await log.append(audit('kept?', null, atMs));
    expect(await log.sweep(now - day)).toBe(2);
    expect(await log.sweep(now - day)).toBe(0);
    expect((await log.list({ limit: 100 })).data).toHaveLength(before + 1);
    await expect(store.raw('DELETE FROM audit_log')).rejects.toThrow('append-only');
    await expect(store.raw(`UPDATE audit_log SET actor = 'nobody'`)).rejects.toThrow('append-only');
    // A clock that went back lets nothing more go.
    expect(await log.sweep(now - 10 * day)).toBe(0);
  });

  it('while the queue is paused nothing is claimed and nothing is due, on every node; then it goes on', async () => {
    const queue = createQueueSwitch(store.db);
    await place(orders, owner, 2);
    expect(await queue.pausedAtMs()).toBeNull();
    expect(await queue.pause(now, audit('queue.pause'))).toBe(true);
    expect(await queue.pause(now + 1, audit('queue.pause'))).toBe(false);
    expect(await createQueueSwitch(await store.open()).pausedAtMs()).toBe(now);
    expect([await orders.claimTiles(claim()), await orders.claimOrders(claim()), await orders.nextDueMs()]).toEqual([
      [],
      [],
      null,
    ]);
    expect(await queue.resume(audit('queue.resume'))).toBe(true);
    expect(await queue.resume(audit('queue.resume'))).toBe(false);
    expect(await orders.claimTiles(claim())).toHaveLength(2);
    const deeds = (await createAuditLog(store.db).list({ limit: 10 })).data.map(({ action }) => action);
    expect(deeds.filter((action) => action.startsWith('queue.')).sort()).toEqual(['queue.pause', 'queue.resume']);
  });
});
