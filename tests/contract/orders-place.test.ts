import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { onEveryStore } from './backends.ts';
import { addAccount, addKey, atOnce, audit, day, now, storedKey, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  addOwner,
  freshOrders,
  claim,
  claimOne,
  costs,
  deliverAll,
  end,
  key,
  managed,
  output,
  place,
  placement,
  tileSpec,
  nextOrderId,
} from './order-fixtures.ts';

const secret = {
  kind: 'keys',
  accessKeyId: 'AKIA',
  secretAccessKey: 'canary-of-a-bucket',
  sessionToken: null,
} as const;

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  it('what was placed is found again as it was, with its tiles in their order', async () => {
    const placed = placement(owner, 3, {
      aoi: { type: 'Point', coordinates: [9, 50] },
      metadata: { customer: 'Ö', deep: [1, { a: null }] },
      warnings: ['unknown member: colour'],
      usage: costs(12.5, null, 0.1),
      selectId: null,
      settings: {
        isHd: true,
        isClipped: true,
        grid: 'cell',
        rasters: ['visual', 'ms'],
        hasDataMask: true,
        hasCloudMask: true,
      },
    });
    expect(await orders.place(placed)).toMatchObject({ outcome: 'placed' });
    expect(await orders.byId(owner.id, placed.order.id)).toEqual(placed.order);
    expect(await orders.ofAnyone(placed.order.id)).toEqual(placed.order);
    const queued = { acquisitionId: '103001005D31F500', state: 'queued', attempts: 0, error: null, files: [] };
    expect(await orders.tiles(placed.order.id)).toEqual(
      [0, 1, 2].map((number) => ({ ...queued, number, cellId: tileSpec(number).cellId })),
    );
    expect(await orders.tiles(placed.order.id, { from: 1, limit: 1 })).toMatchObject([{ number: 1 }]);
    expect(await orders.specs(placed.order.id, [2, 0, 2, 99])).toEqual([
      { number: 0, spec: tileSpec(0) },
      { number: 2, spec: tileSpec(2) },
    ]);
    expect(await orders.specs(placed.order.id, [])).toEqual([]);
  });

  it('nothing is placed with a key that was deleted, or ended with its account, while the order was checked', async () => {
    const [live, deleted, ended] = [storedKey(owner.id), storedKey(owner.id), storedKey(owner.id, { endedAtMs: now })];
    for (const stored of [live, deleted, ended]) await addKey(store.db, stored);
    await createApiKeyStore(store.db).delete(owner.id, [deleted.key.id], audit());
    for (const { key: gone } of [deleted, ended])
      await expect(orders.place(placement(owner, 1, {}, { keyId: gone.id }))).rejects.toMatchObject({
        kind: 'unauthorized',
      });
    expect(await orders.place(placement(owner, 1, {}, { keyId: live.key.id }))).toMatchObject({ outcome: 'placed' });
  });

  it("another account's order is not there", async () => {
    const id = await place(orders, owner);
    const other = await addAccount(store.db);
    expect(await orders.byId(other.id, id)).toBeNull();
    expect(await orders.byId(owner.id, nextOrderId())).toBeNull();
    expect(await orders.ofAnyone("' OR 1=1 --\0")).toBeNull();
    expect(await orders.progress(nextOrderId())).toBeNull();
  });

  it('NUL characters, lone surrogates and huge metadata come back as they went in', async () => {
    const metadata = { text: 'a\0b', half: '\uD800', long: 'x'.repeat(2_000_000), 'key\0': [true] };
    const placed = placement(owner, 1, { metadata, warnings: ['\0'], asSent: { metadata } });
    await orders.place(placed);
    expect(await orders.byId(owner.id, placed.order.id)).toEqual(placed.order);
  });

  it('a tile whose ids hold NUL characters is placed, and its spec has them still', async () => {
    const spec = tileSpec(0, { acquisitionId: 'a\0b', cellId: '\0' });
    const placed = placement(owner, 1, {}, { tiles: [spec] });
    await orders.place(placed);
    expect(await orders.specs(placed.order.id, [0])).toEqual([{ number: 0, spec }]);
  });

  it('10,000 tiles are placed at once, each under its number', async () => {
    const placed = placement(owner, 10_000);
    await orders.place(placed);
    const tiles = await orders.tiles(placed.order.id);
    expect(tiles.map(({ number }) => number)).toEqual(Array.from({ length: 10_000 }, (_, number) => number));
    expect(tiles.every(({ number, cellId }) => cellId === tileSpec(number).cellId)).toBe(true);
    expect(await orders.specs(placed.order.id, [9_999])).toEqual([{ number: 9_999, spec: tileSpec(9_999) }]);
    const all = await orders.specs(
      placed.order.id,
      tiles.map(({ number }) => number),
    );
    expect(all.map(({ spec }) => spec)).toEqual(placed.tiles);
  });

  it('an empty order can be placed, and is at once to be ended', async () => {
    const id = await place(orders, owner, 0);
    expect(await orders.claimTiles(claim())).toEqual([]);
    expect((await claimOne(orders)).order).toMatchObject({ id, tiles: { total: 0, delivered: 0, failed: 0 } });
  });

  it('credentials are sealed at rest, given to who delivers, and gone when the order has ended', async () => {
    const id = await place(orders, owner, 1, {}, { credentials: secret });
    expect(await store.bytes()).not.toContain('canary-of-a-bucket');
    expect(JSON.stringify(await orders.ofAnyone(id))).not.toContain('canary-of-a-bucket');
    expect(await orders.claimTiles(claim())).toMatchObject([{ credentials: secret, spec: tileSpec(0) }]);
    await orders.releaseHolder('worker', now);
    await deliverAll(orders);
    const { lease, credentials } = await claimOne(orders);
    expect(credentials).toEqual(secret);
    await orders.finish(lease, end({ state: 'PARTIAL' }));
    await store.raw(`UPDATE orders SET state = 'RUNNING', holder = NULL`);
    expect(await claimOne(orders, now + day)).toMatchObject({ credentials: null });
  });

  it('credentials of another order cannot be moved to this one: they do not open', async () => {
    const [theirs, mine] = [await place(orders, owner, 1, {}, { credentials: secret }), await place(orders, owner, 1)];
    await store.raw(`UPDATE orders SET sealed_credentials =
      (SELECT sealed_credentials FROM orders WHERE id = '${theirs}') WHERE id = '${mine}'`);
    const claimed = await orders.claimTiles(claim());
    expect(claimed.map(({ lease, credentials }) => [lease.orderId, credentials])).toEqual([
      [theirs, secret],
      [mine, null],
    ]);
  });

  it('the same key: the same body is the same order, another body a mismatch, another account no matter', async () => {
    const id = await place(orders, owner, 1, {}, key('k'));
    expect(await orders.place(placement(owner, 1, {}, key('k')))).toEqual({ outcome: 'replayed', orderId: id });
    expect(await orders.place(placement(owner, 1, {}, key('k', 'other')))).toEqual({ outcome: 'mismatch' });
    expect(await orders.byIdempotencyKey(owner.id, 'k', now)).toEqual({ orderId: id, bodyHash: 'body' });
    const other = await addOwner(store.db);
    expect(await orders.byIdempotencyKey(other.id, 'k', now)).toBeNull();
    expect(await orders.place(placement(other, 1, { output: managed }, key('k', 'other')))).toMatchObject({
      outcome: 'placed',
    });
  });

  it('a key that is over is a new one, swept or not', async () => {
    const first = await place(orders, owner, 1, {}, key('k'));
    const late = now + 30 * day;
    expect(await orders.byIdempotencyKey(owner.id, 'k', late)).toBeNull();
    const second = await place(orders, owner, 1, { createdAtMs: late }, key('k', 'other', late + day));
    expect(second).not.toBe(first);
    expect(await orders.byIdempotencyKey(owner.id, 'k', late)).toEqual({ orderId: second, bodyHash: 'other' });
    await place(orders, owner, 1, {}, key('old'));
    expect(await orders.sweep(late)).toBe(1);
    expect(await orders.sweep(late)).toBe(0);
    expect(await orders.ofAnyone(first)).not.toBeNull();
  });

  it('20 at once with one key on two nodes are one order', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    const outcomes = await atOnce(20, (index) => nodes[index % 2]!.place(placement(owner, 3, {}, key('k'))));
    expect(outcomes.filter(({ outcome }) => outcome === 'placed')).toHaveLength(1);
    const ids = outcomes.flatMap((outcome) => (outcome.outcome === 'replayed' ? [outcome.orderId] : []));
    expect([ids.length, new Set(ids).size]).toEqual([19, 1]);
    expect(await orders.claimTiles(claim())).toHaveLength(3);
  });

  it('identical: the newest with that fingerprint that runs or has delivered, of this account', async () => {
    expect(await orders.identical(owner.id, 'fingerprint')).toBeNull();
    const first = await place(orders, owner, 1);
    const second = await place(orders, owner, 1, { createdAtMs: now + 1 });
    expect(await orders.identical(owner.id, 'fingerprint')).toBe(second);
    await orders.cancel(second, end({ state: 'CANCELLED' }));
    expect(await orders.identical(owner.id, 'fingerprint')).toBe(first);
    expect([await orders.identical(owner.id, 'other'), await orders.identical('nobody', 'fingerprint')]).toEqual([
      null,
      null,
    ]);
  });

  it('of several reasons the key comes first, then the bucket, the prefix, and the cost', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 1 });
    await place(orders, owner, 1);
    const first = await place(orders, limited, 1, { output: output({ identity: 'own' }) }, key('k'));
    const dear = { usage: costs(2), contentKey: 'other' };
    const own = output({ identity: 'own' });
    expect(await orders.place(placement(limited, 1, { ...dear, output: output() }, key('k')))).toEqual({
      outcome: 'replayed',
      orderId: first,
    });
    expect(await orders.place(placement(limited, 1, { ...dear, output: output() }))).toEqual({
      outcome: 'foreign_bucket',
    });
    expect(await orders.place(placement(limited, 1, { ...dear, output: own }))).toEqual({
      outcome: 'occupied',
      orderId: first,
    });
    expect(await orders.place(placement(limited, 1, { usage: costs(2), output: own }))).toMatchObject({
      outcome: 'over_limit',
    });
  });

  it('an order of an account that is not there is refused as a whole', async () => {
    const placed = placement({ ...owner, id: 'nobody' }, 1);
    await expect(orders.place(placed)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(await orders.ofAnyone(placed.order.id)).toBeNull();
    expect(await orders.isForeignBucket('named:demo', 'anyone')).toBe(false);
  });
});
