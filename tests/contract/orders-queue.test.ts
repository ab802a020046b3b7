import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { onEveryStore } from './backends.ts';
import { atOnce, now, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  freshOrders,
  claim,
  claimOne,
  end,
  file,
  managed,
  minute,
  order,
  place,
  placement,
  tileSpec,
} from './order-fixtures.ts';

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const anotherNode = async () => createOrderStore(await store.open(), vault);
  const numbers = async (limit = 100, nowMs = now) =>
    (await orders.claimTiles(claim({ limit, nowMs, leaseUntilMs: nowMs + minute }))).map(({ lease }) => lease.number);
  const one = async (nowMs = now, holder = 'worker') => {
    const [tile] = await orders.claimTiles(claim({ limit: 1, nowMs, leaseUntilMs: nowMs + minute, holder }));
    if (tile === undefined) throw new Error('nothing to claim');
    return tile;
  };
  const tile = async (id: string, number = 0) => (await orders.tiles(id, { from: number, limit: 1 }))[0];

  it('an account that is deactivated places nothing more, and what it has placed is delivered', async () => {
    const id = await place(orders, owner, 1);
    await store.raw(`UPDATE accounts SET is_active = 0 WHERE id = '${owner.id}'`);
    await expect(orders.place(placement(owner, 1))).rejects.toMatchObject({ kind: 'unauthorized' });
    const [tile] = await orders.claimTiles(claim());
    expect(await orders.tileDelivered(tile!.lease, [file('0.tif')], now)).toBe(true);
    expect(await orders.finish((await claimOne(orders)).lease, end())).toBe(true);
    expect((await orders.ofAnyone(id))?.state).toBe('SUCCEEDED');
  });

  it('a claimed tile comes with its lease, its spec and what its delivery needs of the order', async () => {
    const id = await place(orders, owner, 1);
    const { organizationId, settings, output, aoi } = order(owner);
    expect(await orders.claimTiles(claim())).toEqual([
      {
        lease: { orderId: id, number: 0, fence: 1 },
        spec: tileSpec(0),
        attempts: 1,
        failures: 0,
        deliveredBefore: 0,
        order: { organizationId, settings, output, aoi },
        credentials: null,
      },
    ]);
    expect(await tile(id)).toMatchObject({ state: 'running', attempts: 1 });
  });

  it('tiles are claimed by number, no more than asked for, and none twice', async () => {
    await place(orders, owner, 5);
    expect(await numbers(2)).toEqual([0, 1]);
    expect(await numbers(2)).toEqual([2, 3]);
    expect(await numbers(2)).toEqual([4]);
    expect(await numbers(2)).toEqual([]);
  });

  it('10 claimers on two nodes never get the same tile, and together get all of them', async () => {
    const nodes = [orders, await anotherNode()];
    for (let index = 0; index < 4; index++) await place(orders, owner, 50);
    const claimed: string[] = [];
    await atOnce(10, async (index) => {
      for (;;) {
        const tiles = await nodes[index % 2]!.claimTiles(claim({ holder: `worker ${index}`, limit: 3 }));
        if (tiles.length === 0) return;
        claimed.push(...tiles.map(({ lease }) => `${lease.orderId} ${lease.number}`));
      }
    });
    expect([claimed.length, new Set(claimed).size]).toEqual([200, 200]);
  });

  it('claimers, settlers and heartbeats at once on two nodes: every tile is settled once and the counts are right', async () => {
    const nodes = [orders, await anotherNode()];
    const ids = [await place(orders, owner, 40), await place(orders, owner, 40, { output: managed })];
    await atOnce(6, async (index) => {
      const mine = nodes[index % 2]!;
      for (;;) {
        const tiles = await mine.claimTiles(claim({ holder: `worker ${index}`, limit: 4 }));
        if (tiles.length === 0) return;
        const leases = tiles.map(({ lease }) => lease);
        expect(await mine.extendTiles(leases.toReversed(), now + 2 * minute)).toHaveLength(leases.length);
        await Promise.all(
          leases.map((lease) =>
            lease.number % 5 === 0
              ? mine.tileFailed(lease, 'corrupt', null, now)
              : mine.tileDelivered(lease, [file(`${lease.number}`)], now),
          ),
        );
      }
    });
    for (const id of ids)
      expect(await orders.ofAnyone(id)).toMatchObject({
        tiles: { total: 40, delivered: 32, failed: 8 },
        deliveredBytes: 3_200,
      });
    expect(await orders.claimOrders(claim())).toHaveLength(2);
  });

  it('a delivered tile is recorded with its files, and counted', async () => {
    const id = await place(orders, owner, 2);
    const { lease } = await one();
    const files = [file('a.tif', 700), { ...file('a.json', 5), etag: null }];
    expect(await orders.tileDelivered(lease, files, now + 1)).toBe(true);
    expect(await tile(id)).toMatchObject({ state: 'delivered', attempts: 1, files });
    expect(await orders.ofAnyone(id)).toMatchObject({
      tiles: { total: 2, delivered: 1, failed: 0 },
      deliveredBytes: 705,
      changedAtMs: now + 1,
    });
    expect(await orders.ofAnyone(id)).toMatchObject((await orders.progress(id))!);
    expect(await orders.tileDelivered(lease, files, now + 2)).toBe(false);
    expect(await orders.tileFailed(lease, 'late', null, now + 2)).toBe(false);
    expect(await orders.ofAnyone(id)).toMatchObject({ deliveredBytes: 705, changedAtMs: now + 1 });
  });

  it('every change that can be seen moves the moment of change, even within one millisecond', async () => {
    const id = await place(orders, owner, 3);
    const moments = [(await orders.ofAnyone(id))!.changedAtMs];
    for (const { lease } of await orders.claimTiles(claim())) {
      await orders.tileDelivered(lease, [], now);
      moments.push((await orders.ofAnyone(id))!.changedAtMs);
    }
    expect(new Set(moments).size).toBe(4);
  });

  it('a tile that failed is tried again when it is due, not before, and tells of the last failure', async () => {
    const id = await place(orders, owner, 1);
    const first = await one();
    expect(await orders.tileFailed(first.lease, 'the bucket is away\0', now + minute, now)).toBe(true);
    expect(await tile(id)).toMatchObject({ state: 'queued', attempts: 1, error: 'the bucket is away\uFFFD' });
    expect(await numbers(1, now + minute - 1)).toEqual([]);
    expect(await orders.nextDueMs()).toBe(now + minute);
    expect(await one(now + minute)).toMatchObject({ attempts: 2, failures: 1, lease: { fence: 2 } });
  });

  it('a failure of the bucket is shared by all tiles that wait, which are tried before the one that failed', async () => {
    const id = await place(orders, owner, 4);
    const [first, second] = [await one(), await one()];
    await orders.tileFailed(first.lease, 'silent', now + minute, now, first.deliveredBefore);
    expect(await tile(id, 2)).toMatchObject({ state: 'queued', attempts: 0, error: 'silent' });
    expect(await tile(id, 1)).toMatchObject({ state: 'running', error: null });
    expect(await orders.tileFailed(second.lease, 'silent', now + 2 * minute, now, second.deliveredBefore)).toBe(true);
    expect(await numbers(100, now + minute - 2)).toEqual([]);
    expect(await numbers(100, now + minute - 1)).toEqual([2, 3]);
    expect(await numbers(100, now + minute)).toEqual([0]);
  });

  it('given up, it ends all that have failed less often', async () => {
    const id = await place(orders, owner, 3);
    const { lease, deliveredBefore } = await one();
    await orders.tileFailed(lease, 'silent', null, now, deliveredBefore);
    expect((await claimOne(orders)).order).toMatchObject({ id, tiles: { total: 3, delivered: 0, failed: 3 } });
  });

  it('is that of one tile alone where another was delivered meanwhile', async () => {
    const id = await place(orders, owner, 3);
    const [bad, good] = [await one(), await one()];
    await orders.tileDelivered(good.lease, [file('0.tif')], now);
    await orders.tileFailed(bad.lease, 'silent', null, now, bad.deliveredBefore);
    expect(await tile(id, 2)).toMatchObject({ state: 'queued', error: null });
    expect(await one()).toMatchObject({ failures: 0, deliveredBefore: 1, lease: { number: 2 } });
  });

  it('a tile that is given up has failed for good, and the order can be ended', async () => {
    const id = await place(orders, owner, 1);
    await orders.tileFailed((await one()).lease, 'corrupt', null, now);
    expect(await tile(id)).toMatchObject({ state: 'failed', error: 'corrupt', files: [] });
    expect(await numbers(1, now + 1_000 * minute)).toEqual([]);
    expect((await claimOne(orders)).order).toMatchObject({ id, tiles: { total: 1, delivered: 0, failed: 1 } });
  });

  it('a lease that ran out is taken by another, and the late one cannot commit', async () => {
    const id = await place(orders, owner, 1);
    const late = await one();
    expect(await numbers(1, now + minute - 1)).toEqual([]);
    const taken = await one(now + minute, 'other');
    expect(taken).toMatchObject({ attempts: 2, failures: 0 });
    expect([await orders.isHeld(late.lease), await orders.isHeld(taken.lease)]).toEqual([false, true]);
    expect(await orders.extendTiles([late.lease, taken.lease], now + 3 * minute)).toEqual([taken.lease]);
    expect(await orders.tileDelivered(late.lease, [], now)).toBe(false);
    expect(await orders.tileFailed(late.lease, 'late', null, now)).toBe(false);
    await orders.giveTilesBack([late.lease], now);
    expect(await tile(id)).toMatchObject({ state: 'running', attempts: 2 });
    expect(await orders.tileDelivered(taken.lease, [], now)).toBe(true);
    expect(await orders.isHeld(taken.lease)).toBe(false);
  });

  it('a lease that is extended is nobody else’s; one that ran out but was not taken can still be extended', async () => {
    await place(orders, owner, 1);
    const { lease } = await one();
    expect(await orders.extendTiles([lease], now + 5 * minute)).toEqual([lease]);
    expect(await numbers(1, now + 5 * minute - 1)).toEqual([]);
    expect(await orders.extendTiles([lease], now + 9 * minute)).toEqual([lease]);
    expect(await orders.extendTiles([], now)).toEqual([]);
  });

  it('a tile that is given back was not tried, and is due at once', async () => {
    const id = await place(orders, owner, 1);
    const { lease } = await one();
    await orders.giveTilesBack([lease], now);
    expect(await tile(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await orders.isHeld(lease)).toBe(false);
    expect(await one()).toMatchObject({ attempts: 1, lease: { fence: 2 } });
  });

  it('one that starts anew under the same name lets go of what it had, and of nothing else', async () => {
    const id = await place(orders, owner, 3);
    const mine = await one(now, 'a');
    const theirs = await one(now, 'b');
    expect(await orders.releaseHolder('a', now)).toBe(1);
    expect([await orders.isHeld(mine.lease), await orders.isHeld(theirs.lease)]).toEqual([false, true]);
    expect(await tile(id)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(await orders.releaseHolder('a', now)).toBe(0);
    await orders.giveTilesBack([theirs.lease], now);
    for (const { lease } of await orders.claimTiles(claim({ holder: 'a' }))) await orders.tileDelivered(lease, [], now);
    const [ending] = await orders.claimOrders(claim({ holder: 'a' }));
    expect(await orders.releaseHolder('a', now)).toBe(1);
    expect(await orders.isOrderHeld(ending!.lease)).toBe(false);
    expect(await orders.claimOrders(claim({ holder: 'b' }))).toHaveLength(1);
  });

  it('when an order is cancelled its tiles are neither claimed nor held, and those under way cannot commit', async () => {
    const id = await place(orders, owner, 2);
    const { lease } = await one();
    expect(await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: false }))).toBe(true);
    expect(await numbers(2, now + 10 * minute)).toEqual([]);
    expect(await orders.isHeld(lease)).toBe(false);
    expect(await orders.extendTiles([lease], now + 10 * minute)).toEqual([]);
    expect(await orders.tileDelivered(lease, [file('late.tif')], now)).toBe(false);
    expect(await orders.tileFailed(lease, 'late', now, now)).toBe(false);
    await orders.giveTilesBack([lease], now);
    expect(await orders.ofAnyone(id)).toMatchObject({ state: 'CANCELLED', tiles: { delivered: 0 }, deliveredBytes: 0 });
    expect([await orders.nextDueMs(), await orders.claimOrders(claim())]).toEqual([null, []]);
  });

  it('cancelled while 20 tiles settle on another node: what is counted is what was acknowledged', async () => {
    const other = await anotherNode();
    const id = await place(orders, owner, 20);
    const claimed = await orders.claimTiles(claim());
    const settling = claimed.map(({ lease }) => other.tileDelivered(lease, [file('x', 10)], now));
    const cancelled = orders.cancel(id, end({ state: 'CANCELLED' }));
    const acknowledged = (await Promise.all(settling)).filter(Boolean).length;
    expect(await cancelled).toBe(true);
    expect(await orders.ofAnyone(id)).toMatchObject({
      tiles: { delivered: acknowledged },
      deliveredBytes: acknowledged * 10,
    });
    const delivered = (await orders.tiles(id)).filter(({ state }) => state === 'delivered');
    expect(delivered).toHaveLength(acknowledged);
  });

  it('the next moment at which there is something to do: of tiles, of leases, of orders to be ended', async () => {
    expect(await orders.nextDueMs()).toBeNull();
    await place(orders, owner, 1);
    expect(await orders.nextDueMs()).toBe(now);
    const { lease } = await one();
    expect(await orders.nextDueMs()).toBe(now + minute);
    await orders.tileDelivered(lease, [], now);
    expect(await orders.nextDueMs()).toBe(now);
    const ending = await claimOne(orders);
    expect(await orders.nextDueMs()).toBe(now + minute);
    await orders.postpone(ending.lease, now + 7 * minute, 'away');
    expect(await orders.nextDueMs()).toBe(now + 7 * minute);
  });

  it('leases of orders and tiles that do not exist are simply not held', async () => {
    const nothing = { orderId: 'x\0', number: 5, fence: 1 };
    expect(await orders.isHeld(nothing)).toBe(false);
    expect(await orders.tileDelivered(nothing, [], now)).toBe(false);
    expect(await orders.extendTiles([nothing], now)).toEqual([]);
    expect(await orders.isOrderHeld(nothing)).toBe(false);
    expect(await orders.finish(nothing, end())).toBe(false);
  });
});
