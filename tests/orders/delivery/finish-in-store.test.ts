import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrderStore } from '../../../server/src/adapters/sql/orders/orders.ts';
import { createOutbox } from '../../../server/src/adapters/sql/notifications/outbox.ts';
import { eachTile } from '../../../server/src/orders/delivery/each-tile.ts';
import { manifestTexts } from '../../../server/src/orders/delivery/manifest.ts';
import type { Bucket, Buckets } from '../../../server/src/buckets/ports.ts';
import type { OrderStore } from '../../../server/src/orders/ports.ts';
import { yearOf } from '../../../server/src/usage/balance.ts';
import { onEveryStore, type TestStore } from '../../contract/backends.ts';
import { now, vault } from '../../contract/fixtures.ts';
import { addOwner, claim, claimOne, costs, end, place as placeOrder } from '../../contract/order-fixtures.ts';
import { type Place, createPlace, finish } from './support-places.ts';
import { orderedAtMs } from './support-orders.ts';
import { putTile } from './support-tree.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let orders: OrderStore;
  let place: Place;
  let id: string;
  beforeEach(async () => {
    [place, store] = [createPlace(), await fresh()];
    orders = createOrderStore(store.db, vault);
    id = await placeOrder(orders, await addOwner(store.db), 4, {
      usage: { ...costs(40), area: { fresh: 100, standard: 0, training: 0 } },
    });
  });
  afterEach(async () => {
    await store.drop();
    place.close();
  });

  /** Delivers what is due, but for these. */
  async function deliver(failing: readonly number[] = []): Promise<void> {
    const bucket = await place.buckets.open({ kind: 'named', name: 'demo' });
    for (const { lease, spec } of await orders.claimTiles(claim()))
      if (failing.includes(lease.number)) await orders.tileFailed(lease, 'corrupt', null, now);
      else await orders.tileDelivered(lease, (await putTile(bucket, lease.number, spec, 'a/b')).files, now);
    bucket.close();
  }

  const endIt = async () => finish(orders, place.buckets, await claimOne(orders), { afterMs: now - orderedAtMs });
  const stored = async () => (await orders.ofAnyone(id))!;

  async function manifestOfService(): Promise<string> {
    let text = '';
    for await (const piece of manifestTexts(await stored(), eachTile(orders, id))) text += piece;
    return text;
  }

  it('an object that is gone is delivered again, a failed tile makes it PARTIAL, a retry SUCCEEDED', async () => {
    await deliver([3]);
    place.remove((await orders.tiles(id))[1]!.files[0]!.key);
    await endIt();
    expect(await stored()).toMatchObject({ state: 'RUNNING', tiles: { total: 4, delivered: 2, failed: 1 } });

    await deliver();
    await endIt();
    expect(await stored()).toMatchObject({
      state: 'PARTIAL',
      failure: expect.stringMatching(/^1 of 4 tiles could not be delivered; the first: ./),
      hasManifest: true,
      usage: { area: { fresh: 75 }, cost: { fresh: 30 } },
    });
    expect(await createOutbox(store.db, vault).pending()).toBe(1);
    const manifest = () => place.read(`a/b/${id}-manifest.json`).toString();
    expect(manifest()).toBe(await manifestOfService());

    const budget = { asked: costs(20), year: yearOf(now) };
    await orders.retry(id, { specs: new Map(), credentials: null, usage: costs(40), budget, runs: 1, nowMs: now });
    await deliver();
    await endIt();
    expect(await stored()).toMatchObject({ state: 'SUCCEEDED', failure: null, hasManifest: true, runs: 2 });
    expect(manifest()).toBe(await manifestOfService());
    expect(JSON.parse(manifest())).toMatchObject({ state: 'SUCCEEDED', failed: [] });
  });

  it('what was delivered before a retry keeps its cost, whatever the retry is held at and comes to', async () => {
    await deliver([2, 3]);
    await endIt();
    expect(await stored()).toMatchObject({ state: 'PARTIAL', usage: { area: { fresh: 50 }, cost: { fresh: 20 } } });
    const area = { fresh: 100, standard: 0, training: 0 };
    const retry = async (cost: number, runs: number) => {
      const usage = { ...costs(cost), area };
      const budget = { asked: costs(0), year: yearOf(now) };
      await orders.retry(id, { specs: new Map(), credentials: null, usage, budget, runs, nowMs: now });
    };

    await retry(20 + 150, 1);
    await deliver([2, 3]);
    await endIt();
    expect(await stored()).toMatchObject({ state: 'PARTIAL', usage: { area: { fresh: 50 }, cost: { fresh: 20 } } });

    await retry(20 + 100, 2);
    await deliver([3]);
    await endIt();
    expect(await stored()).toMatchObject({ state: 'PARTIAL', usage: { area: { fresh: 75 }, cost: { fresh: 70 } } });

    await retry(70 + 5, 3);
    await deliver();
    await endIt();
    expect(await stored()).toMatchObject({ state: 'SUCCEEDED', usage: { area: { fresh: 100 }, cost: { fresh: 75 } } });
  });

  it('an order that is cancelled while it is brought to its end gets no manifest', async () => {
    await deliver();
    const cancelling: OrderStore = {
      ...orders,
      isOrderHeld: async (lease) => {
        await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: false }));
        return orders.isOrderHeld(lease);
      },
    };
    await finish(cancelling, place.buckets, await claimOne(orders));
    expect(await stored()).toMatchObject({ state: 'CANCELLED', hasManifest: false });
    expect(place.keys().filter((key) => !/\/\d{2}\//.test(key))).toEqual([]);
  });

  it('one that is cancelled when its manifest was just written keeps none', async () => {
    await deliver();
    const cancelling: OrderStore = {
      ...orders,
      finish: async (lease, ended) => {
        expect(place.has(`a/b/${id}-manifest.json`)).toBe(true);
        expect(await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: false }))).toBe(true);
        return orders.finish(lease, ended);
      },
    };
    await finish(cancelling, place.buckets, await claimOne(orders));
    expect(await stored()).toMatchObject({ state: 'CANCELLED', hasManifest: false });
    expect(place.has(`a/b/${id}-manifest.json`)).toBe(false);
  });

  it('one that is cancelled while its manifest is on its way keeps none, also where nobody hears that it arrived', async () => {
    await deliver();
    const stop = new AbortController();
    const buckets: Buckets = {
      async open(target, access) {
        const bucket = await place.buckets.open(target, access);
        const put: Bucket['put'] = async (key, ...rest) => {
          const done = await bucket.put(key, ...rest);
          if (!key.endsWith('-manifest.json')) return done;
          await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: false }));
          stop.abort();
          throw stop.signal.reason;
        };
        return { ...bucket, put };
      },
    };
    await finish(orders, buckets, await claimOne(orders), { signal: stop.signal });
    expect(await stored()).toMatchObject({ state: 'CANCELLED', hasManifest: false });
    expect(place.has(`a/b/${id}-manifest.json`)).toBe(false);
  });

  it('a retry that is cancelled when its manifest was just written has one that tells what the service tells', async () => {
    await deliver([3]);
    await endIt();
    const budget = { asked: costs(20), year: yearOf(now) };
    await orders.retry(id, { specs: new Map(), credentials: null, usage: costs(40), budget, runs: 1, nowMs: now });
    await deliver();
    const cancelling: OrderStore = {
      ...orders,
      finish: async (lease, ended) => {
        await orders.cancel(id, end({ state: 'CANCELLED', hasManifest: true }));
        return orders.finish(lease, ended);
      },
    };
    await finish(cancelling, place.buckets, await claimOne(orders));
    const manifest = place.read(`a/b/${id}-manifest.json`).toString();
    expect(manifest).toBe(await manifestOfService());
    expect(JSON.parse(manifest)).toMatchObject({ state: 'CANCELLED', tiles: { delivered: 4 } });
  });

  it('a bucket that is away postpones the end, and the order ends when it is back', async () => {
    await deliver();
    const claimed = await claimOne(orders);
    const away = { open: () => Promise.reject(new Error('away')) };
    await finish(orders, away, claimed, { afterMs: now - orderedAtMs });
    expect(await orders.claimOrders(claim())).toEqual([]);
    const later = await claimOne(orders, now + 5_000);
    expect(later.lease.fence).toBe(claimed.lease.fence + 1);
    await finish(orders, place.buckets, later);
    expect(await stored()).toMatchObject({ state: 'SUCCEEDED' });
  });
});
