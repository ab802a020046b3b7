import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryStore } from './backends.ts';
import { now } from './fixtures.ts';
import { type OrdersOfTest, addOwner, claim, freshOrders, managed, minute, place } from './order-fixtures.ts';

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const numbers = async (limit: number) => (await orders.claimTiles(claim({ limit }))).map(({ lease }) => lease.number);
  const one = async () => {
    const [tile] = await orders.claimTiles(claim({ limit: 1, leaseUntilMs: now + minute }));
    if (tile === undefined) throw new Error('nothing to claim');
    return tile;
  };

  it('a large order does not starve a small one: they are served in turn', async () => {
    const large = await place(orders, owner, 100);
    const small = await place(orders, owner, 2);
    const claimed = await orders.claimTiles(claim({ limit: 4 }));
    expect(claimed.map(({ lease }) => [lease.orderId, lease.number])).toEqual([
      [large, 0],
      [small, 0],
      [large, 1],
      [small, 1],
    ]);
  });

  it('claimed one by one, every order gets its turn before any gets a second', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await place(orders, owner, 10));
    const served = [];
    for (let turn = 0; turn < 10; turn++) served.push((await one()).lease.orderId);
    expect(served).toEqual([...ids, ...ids]);
  });

  it('a customer with many small orders does not keep another waiting: organizations are served in turn', async () => {
    const other = await addOwner(store.db);
    for (let index = 0; index < 20; index++) await place(orders, owner, 1);
    const theirs = await place(orders, other, 3, { output: managed });
    const served = [];
    for (let turn = 0; turn < 8; turn++) served.push((await one()).lease.orderId);
    expect(served.flatMap((id, turn) => (id === theirs ? [turn] : []))).toHaveLength(3);
    expect(served.slice(0, 6).filter((id) => id === theirs)).toHaveLength(3);
  });

  it('a claim of many is shared by organizations, however many orders each has', async () => {
    const other = await addOwner(store.db);
    for (let index = 0; index < 3; index++) await place(orders, owner, 5);
    const theirs = await place(orders, other, 5, { output: managed });
    const claimed = await orders.claimTiles(claim({ limit: 4 }));
    expect(claimed.filter(({ lease }) => lease.orderId === theirs)).toHaveLength(2);
    expect(await numbers(100)).toHaveLength(16);
  });

  it('an organization whose tiles are all taken leaves its turn to the others', async () => {
    const other = await addOwner(store.db);
    await place(orders, other, 1, { output: managed });
    await place(orders, owner, 4);
    expect(await numbers(2)).toEqual([0, 0]);
    expect(await numbers(2)).toEqual([1, 2]);
  });

  it('an order that comes later stands behind those of its organization that wait', async () => {
    const ids = [await place(orders, owner, 3), await place(orders, owner, 3)];
    expect((await one()).lease.orderId).toBe(ids[0]);
    const late = await place(orders, owner, 3);
    const served = [];
    for (let turn = 0; turn < 3; turn++) served.push((await one()).lease.orderId);
    expect(served[0]).toBe(ids[1]);
    expect(new Set(served.slice(1))).toEqual(new Set([ids[0], late]));
  });

  it('when the small order has no more, the rest of a claim is the large one’s', async () => {
    await place(orders, owner, 100);
    await place(orders, owner, 1);
    expect(await numbers(10)).toHaveLength(10);
  });
});
