import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { onEveryStore } from './backends.ts';
import { atOnce, audit, now, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  addOwner,
  freshOrders,
  claimOne,
  costs,
  deliverAll,
  end,
  key,
  managed,
  minute,
  output,
  place,
  placement,
} from './order-fixtures.ts';

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  it('a bucket is its first organization’s; another one needs a grant, and nothing of a refused order stays', async () => {
    await place(orders, owner, 1);
    const other = await addOwner(store.db);
    expect(await orders.isForeignBucket('named:demo', owner.organizationId)).toBe(false);
    expect(await orders.isForeignBucket('named:demo', other.organizationId)).toBe(true);
    const theirs = placement(other, 1, {}, key('k'));
    expect(await orders.place(theirs)).toEqual({ outcome: 'foreign_bucket' });
    expect([await orders.ofAnyone(theirs.order.id), await orders.byIdempotencyKey(other.id, 'k', now)]).toEqual([
      null,
      null,
    ]);
    await orders.grantBucket('named:demo', other.organizationId, audit());
    await orders.grantBucket('named:demo', other.organizationId, audit());
    expect(await orders.isForeignBucket('named:demo', other.organizationId)).toBe(false);
    expect(await orders.place(theirs)).toMatchObject({ outcome: 'placed' });
    expect(await orders.isForeignBucket('named:demo', owner.organizationId)).toBe(false);
  });

  it('a bucket that nobody uses becomes the property of who is granted it', async () => {
    await orders.grantBucket('named:new', owner.organizationId, audit());
    const other = await addOwner(store.db);
    expect(await orders.isForeignBucket('named:new', other.organizationId)).toBe(true);
    await expect(orders.grantBucket('named:new', 'nobody', audit())).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('an order that is refused for its cost claims no bucket', async () => {
    const poor = await addOwner(store.db, { annual_subscription_fee_limit: 1 });
    expect(await orders.place(placement(poor, 1, { usage: costs(2) }))).toMatchObject({ outcome: 'over_limit' });
    expect(await orders.isForeignBucket('named:demo', owner.organizationId)).toBe(false);
  });

  it('of 10 organizations that come to a new bucket at once, one gets it', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    const owners = await atOnce(10, () => addOwner(store.db));
    const outcomes = await atOnce(10, (index) => nodes[index % 2]!.place(placement(owners[index]!, 1)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array<string>(9).fill('foreign_bucket'),
      'placed',
    ]);
  });

  it('the managed bucket is nobody’s and never occupied', async () => {
    await place(orders, owner, 1, { output: managed, contentKey: 'a' });
    const other = await addOwner(store.db);
    expect(await orders.place(placement(other, 1, { output: managed, contentKey: 'b' }))).toMatchObject({
      outcome: 'placed',
    });
    expect(await orders.occupant('managed', 'a/b', 'c')).toBeNull();
  });

  it('a prefix with tiles of other content is refused, naming the order; the same content is not', async () => {
    const first = await place(orders, owner, 1);
    expect(await orders.occupant('named:demo', 'a/b', 'other')).toBe(first);
    expect(await orders.occupant('named:demo', 'a/b', 'content')).toBeNull();
    expect(await orders.place(placement(owner, 1, { contentKey: 'other' }))).toEqual({
      outcome: 'occupied',
      orderId: first,
    });
    expect(await orders.place(placement(owner, 1, { contentKey: '' }))).toEqual({
      outcome: 'occupied',
      orderId: first,
    });
    await place(orders, owner, 1);
    await place(orders, owner, 1, { contentKey: 'other', output: output({ prefix: 'a' }) });
    await place(orders, owner, 1, { contentKey: 'other', output: output({ identity: 'named:else' }) });
  });

  it('tests of buckets are counted for each account by the hour, on all nodes together', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    const counts = await atOnce(10, (index) => nodes[index % 2]!.countBucketTest(owner.id, now));
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const other = await addOwner(store.db);
    expect(await orders.countBucketTest(other.id, now)).toBe(1);
    expect(await orders.countBucketTest(owner.id, now + 60 * minute)).toBe(1);
    await atOnce(10, (index) => nodes[index % 2]!.countFailedProbe(owner.id, now));
    const failed = [orders.failedProbes(owner.id, now), orders.failedProbes(other.id, now)];
    expect(await Promise.all([...failed, orders.failedProbes(owner.id, now + 60 * minute)])).toEqual([10, 0, 0]);
  });

  it('an order that ended without a tile leaves its prefix free, one that delivered does not', async () => {
    const empty = await place(orders, owner, 1, { output: output({ prefix: 'empty' }) });
    await orders.cancel(empty, end({ state: 'CANCELLED' }));
    expect(await orders.occupant('named:demo', 'empty', 'other')).toBeNull();
    const full = await place(orders, owner, 1, { output: output({ prefix: 'full' }) });
    await deliverAll(orders);
    await orders.finish((await claimOne(orders)).lease, end());
    expect(await orders.occupant('named:demo', 'full', 'other')).toBe(full);
  });
});
