import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { onEveryStore } from './backends.ts';
import { addKey, atOnce, audit, day, now, storedKey } from './fixtures.ts';
import {
  type OrdersOfTest,
  again,
  claim,
  claimOne,
  costs,
  end,
  file,
  freshOrders,
  place,
  settledOrder,
  tileSpec,
} from './order-fixtures.ts';

const secret = { kind: 'role', roleArn: 'arn:aws:iam::1:role/canary-role' } as const;

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const settled = (tiles: number, failing: readonly number[] = []) => settledOrder(orders, owner, tiles, failing);

  it('retry: failed tiles are queued as new, with the specs and credentials given, and the budget is held anew', async () => {
    const { id, lease } = await settled(3, [0, 2]);
    await orders.finish(lease, end({ state: 'PARTIAL', failure: '2 of 3', usage: costs(25) }));
    const moved = tileSpec(2, { sources: [{ itemId: 'moved', rasters: { visual: 'file:///new.tif' } }] });
    const specs = new Map([
      [2, moved],
      [1, tileSpec(77)],
    ]);
    expect(await orders.retry(id, { ...again, runs: 2 })).toBeNull();
    expect(await orders.retry(id, { ...again, specs, credentials: secret })).toBe(2);
    expect(await orders.ofAnyone(id)).toMatchObject({
      state: 'RUNNING',
      runs: 2,
      failure: null,
      finishedAtMs: null,
      // That of the run before lies in the bucket.
      hasManifest: true,
      usage: costs(50),
      changedAtMs: now + day,
      tiles: { total: 3, delivered: 1, failed: 0 },
      deliveredBytes: 100,
    });
    const claimed = await orders.claimTiles(claim({ nowMs: now + day }));
    expect(claimed).toMatchObject([
      { lease: { number: 0, fence: 2 }, attempts: 1, failures: 0, spec: tileSpec(0), credentials: secret },
      { lease: { number: 2, fence: 2 }, attempts: 1, failures: 0, spec: moved },
    ]);
    // One that was delivered keeps what it was made from.
    expect(await orders.specs(id, [1])).toEqual([{ number: 1, spec: tileSpec(1) }]);
    for (const { lease } of claimed) await orders.tileDelivered(lease, [file('x')], now + day);
    expect((await claimOne(orders, now + day)).order).toMatchObject({ tiles: { delivered: 3, failed: 0 } });
  });

  it.each(['SUCCEEDED', 'CANCELLED'] as const)('an order that is %s is not retried', async (state) => {
    const { id, lease } = await settled(2, [0]);
    await orders.finish(lease, end({ state }));
    expect(await orders.retry(id, again)).toBeNull();
    expect(await orders.ofAnyone(id)).toMatchObject({ state, runs: 1 });
  });

  it('neither is one that runs, that is partial without a failed tile, or that is unknown', async () => {
    const { id, lease } = await settled(1, [0]);
    expect(await orders.retry(id, again)).toBeNull();
    await orders.finish(lease, end({ state: 'FAILED' }));
    expect((await atOnce(3, () => orders.retry(id, again))).filter((tiles) => tiles === 1)).toHaveLength(1);
    const whole = await place(orders, owner, 0);
    await orders.finish((await claimOne(orders)).lease, end({ state: 'PARTIAL' }));
    expect([await orders.retry(whole, again), await orders.retry('unknown', again)]).toEqual([null, null]);
  });

  it('401 and nothing is queued where the key was deleted or the account deactivated while it was checked', async () => {
    const { id, lease } = await settled(2, [0]);
    await orders.finish(lease, end({ state: 'PARTIAL' }));
    const [live, deleted] = [storedKey(owner.id), storedKey(owner.id)];
    for (const stored of [live, deleted]) await addKey(store.db, stored);
    await createApiKeyStore(store.db).delete(owner.id, [deleted.key.id], audit());
    const refused = { kind: 'unauthorized' };
    await expect(orders.retry(id, { ...again, keyId: deleted.key.id })).rejects.toMatchObject(refused);
    await store.raw(`UPDATE accounts SET is_active = 0 WHERE id = '${owner.id}'`);
    await expect(orders.retry(id, again)).rejects.toMatchObject(refused);
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'PARTIAL', runs: 1 });
    await store.raw(`UPDATE accounts SET is_active = 1 WHERE id = '${owner.id}'`);
    expect(await orders.retry(id, { ...again, keyId: live.key.id })).toBe(1);
  });

  it('one that failed with all its tiles delivered is brought to its end again', async () => {
    const { id, lease } = await settled(2, []);
    await orders.finish(lease, end({ state: 'FAILED', failure: 'the bucket is gone' }));
    expect(await orders.retry(id, again)).toBe(0);
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'RUNNING', runs: 2, tiles: { delivered: 2, failed: 0 } });
    const claimed = await claimOne(orders, again.nowMs);
    expect(await orders.finish(claimed.lease, end({ state: 'SUCCEEDED' }))).toBe(true);
  });

  it('an order whose prefix was given to another one meanwhile is not retried into it', async () => {
    const { id, lease } = await settled(1, [0]);
    await orders.finish(lease, end({ state: 'FAILED' }));
    const other = await place(orders, owner, 1, { contentKey: 'other' });
    await expect(orders.retry(id, again)).rejects.toMatchObject({
      kind: 'order_refused',
      message: expect.stringContaining(other) as string,
    });
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'FAILED', tiles: { failed: 1 } });
    expect(await orders.tiles(id)).toMatchObject([{ state: 'failed' }]);
  });
});
