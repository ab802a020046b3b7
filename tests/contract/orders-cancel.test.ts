import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { onEveryStore } from './backends.ts';
import { atOnce, day, mailTo, now, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  freshOrders,
  claim,
  claimOne,
  costs,
  deliverAll,
  end,
  file,
  minute,
  place,
} from './order-fixtures.ts';

const notices = { mails: [mailTo('ada@example.com')], webhooks: [] };
const secret = { kind: 'role', roleArn: 'arn:aws:iam::1:role/canary-role' } as const;

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const mails = () => createOutbox(store.db, vault).pending();

  it('cancel ends a running order once, with its notices, and frees its credentials', async () => {
    const id = await place(orders, owner, 3, { usage: costs(75) }, { credentials: secret });
    const [first] = await orders.claimTiles(claim({ limit: 1 }));
    await orders.tileDelivered(first!.lease, [file('0.tif')], now);
    const cancelled = end({ state: 'CANCELLED', hasManifest: false, failure: 'cancelled', usage: costs(25), notices });
    expect(await orders.credentials(id)).toEqual(secret);
    expect((await atOnce(3, () => orders.cancel(id, cancelled))).filter(Boolean)).toHaveLength(1);
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'CANCELLED', usage: costs(25), tiles: { delivered: 1 } });
    expect(await mails()).toBe(1);
    expect([await orders.credentials(id), await orders.credentials('unknown')]).toEqual([null, null]);
    expect(await orders.cancel('unknown', cancelled)).toBe(false);
  });

  it('cancelled while it is being ended: the one who ends it finds that it cannot', async () => {
    const id = await place(orders, owner, 1);
    await deliverAll(orders);
    const { lease } = await claimOne(orders);
    expect(await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: false }))).toBe(true);
    expect(await orders.isOrderHeld(lease)).toBe(false);
    expect(await orders.extendOrders([lease], now + day)).toEqual([]);
    expect(await orders.finish(lease, end({ notices }))).toBe(false);
    expect([await mails(), (await orders.ofAnyone(id))?.state]).toEqual([0, 'CANCELLED']);
  });

  it('cancelled with the number of tiles that are delivered, or not at all', async () => {
    const id = await place(orders, owner, 2);
    const [first] = await orders.claimTiles(claim({ limit: 1 }));
    await orders.tileDelivered(first!.lease, [file('0.tif')], now);
    const cancelled = end({ state: 'CANCELLED', hasManifest: false });
    expect(await orders.cancel(id, cancelled, 0)).toBe(false);
    expect((await orders.ofAnyone(id))?.state).toBe('RUNNING');
    expect(await orders.cancel(id, cancelled, 1)).toBe(true);
  });

  it('held back: no tile is claimed or settled until then, and afterwards they are claimed again', async () => {
    await place(orders, owner, 3);
    const [delivered, running] = await orders.claimTiles(claim({ limit: 2 }));
    await orders.tileDelivered(delivered!.lease, [file('0.tif')], now);
    const { orderId } = running!.lease;
    await orders.holdBack(orderId, now + minute);
    expect(await orders.isHeld(running!.lease)).toBe(false);
    expect(await orders.tileDelivered(running!.lease, [file('1.tif')], now)).toBe(false);
    expect(await orders.claimTiles(claim())).toEqual([]);
    const later = await orders.claimTiles(claim({ nowMs: now + minute, leaseUntilMs: now + day }));
    expect(later.map(({ lease }) => lease.number).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect((await orders.ofAnyone(orderId))?.tiles).toMatchObject({ delivered: 1, failed: 0 });
    await orders.holdBack('unknown', now);
  });

  it('an order that has ended cannot be cancelled', async () => {
    const id = await place(orders, owner, 1);
    await deliverAll(orders);
    const { lease } = await claimOne(orders);
    await orders.finish(lease, end());
    expect(await orders.cancel(id, end({ state: 'CANCELLED' }))).toBe(false);
    expect((await orders.ofAnyone(id))?.state).toBe('SUCCEEDED');
  });
});
