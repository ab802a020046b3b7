import { expect, test } from 'vitest';
import type { OrderStore } from '../../../server/src/orders/ports.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { claim } from '../../contract/order-fixtures.ts';
import { openWorkshop, soon, untilAborted } from './support-worker.ts';

test('a worker that is stopped gives its tiles back at once, as if they had not been tried', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  workshop.script = untilAborted;
  const id = await workshop.place(3);
  const worker = workshop.start();
  await soon(() => workshop.attempts.length === 2);
  await worker.stop();
  expect((await orders.tiles(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 3 }, () => ['queued', 0]),
  );
  expect(await orders.claimTiles(claim({ nowMs: clock.nowMs() }))).toHaveLength(3);
});

test('it takes nothing more, also when it is woken', async () => {
  const workshop = await openWorkshop();
  const worker = workshop.start();
  await worker.stop();
  await workshop.place(1);
  worker.wake();
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect(workshop.attempts).toEqual([]);
});

test('work that does not hear the stop is waited for only a while, and cannot commit any more', async () => {
  const workshop = await openWorkshop();
  workshop.script = () => new Promise(() => {});
  await workshop.place(1);
  const worker = workshop.start({ stopWithinMs: 50 });
  await soon(() => workshop.attempts.length === 1);
  await worker.stop();
  await expect(workshop.attempts[0]!.hooks.confirm()).rejects.toMatchObject({ name: 'LeaseLost' });
});

test('an order that was being ended is free for others at once', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  const id = await workshop.place(1);
  const reached = { isThere: false };
  const hanging: OrderStore = {
    ...orders,
    tiles: () => {
      reached.isThere = true;
      return new Promise(() => {});
    },
  };
  const worker = workshop.start({ stopWithinMs: 50 }, hanging);
  await soon(() => reached.isThere);
  expect(await orders.claimOrders(claim({ nowMs: clock.nowMs() }))).toEqual([]);
  await worker.stop();
  const [claimed] = await orders.claimOrders(claim({ nowMs: clock.nowMs() }));
  expect(claimed!.lease.orderId).toBe(id);
});

test('one that starts anew under a name that only it bears takes up at once what it held when it died', async () => {
  const workshop = await openWorkshop();
  const { orders } = workshop;
  const id = await workshop.place(2);
  await orders.claimTiles(claim({ holder: 'service' }));
  workshop.start({ holder: 'worker' });
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect(workshop.attempts).toEqual([]);
  workshop.start({ holder: 'service', isOnlyHolder: true });
  await soon(async () => (await orders.ofAnyone(id))!.state === 'SUCCEEDED');
  expect((await orders.tiles(id)).map(({ attempts }) => attempts)).toEqual([2, 2]);
});

test('what is placed is begun at once when it is woken, not at its next turn', async () => {
  const workshop = await openWorkshop();
  let looks = 0;
  const watched: OrderStore = {
    ...workshop.orders,
    async nextDueMs() {
      const dueMs = await workshop.orders.nextDueMs();
      looks += 1;
      return dueMs;
    },
  };
  const worker = workshop.start({ idleMs: 60_000 }, watched);
  await soon(() => looks === 1);
  const id = await workshop.place(4);
  expect(workshop.attempts).toEqual([]);
  worker.wake();
  // Four tiles on two slots and the end after them: each wakes it for the next.
  expect(await soon(async () => (await workshop.orders.ofAnyone(id))!.state === 'SUCCEEDED')).toBe(true);
});

test('a wake in the middle of a look is not lost', async () => {
  const workshop = await openWorkshop();
  const { orders } = workshop;
  let looks = 0;
  const slow: OrderStore = {
    ...orders,
    nextDueMs: async () => {
      looks += 1;
      await new Promise((resolve) => void setTimeout(resolve, 100));
      return null;
    },
  };
  const worker = workshop.start({ idleMs: 60_000 }, slow);
  await soon(() => looks === 1);
  const id = await workshop.place(1);
  worker.wake();
  expect(await soon(async () => (await orders.ofAnyone(id))!.state === 'SUCCEEDED')).toBe(true);
});

test('a store that is out of reach for a while is waited for; what could not be recorded is done again', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  const store = { isAway: false };
  const reach = <Args extends readonly unknown[], T>(verb: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      store.isAway ? Promise.reject(new PlatformError('unavailable', 'the store is away')) : verb(...args);
  };
  const shaky: OrderStore = {
    ...orders,
    claimTiles: reach(orders.claimTiles),
    claimOrders: reach(orders.claimOrders),
    extendTiles: reach(orders.extendTiles),
    tileDelivered: reach(orders.tileDelivered),
    isHeld: reach(orders.isHeld),
    nextDueMs: reach(orders.nextDueMs),
  };
  workshop.script = () => {
    store.isAway = workshop.attempts.length === 1;
    return Promise.resolve([]);
  };
  const id = await workshop.place(1);
  workshop.start({}, shaky);
  await soon(() => workshop.log.lines.some(({ message }) => message === 'orders are not looked after'));
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect((await orders.tiles(id))[0]).toMatchObject({ state: 'running' });
  store.isAway = false;
  clock.advance(60_001);
  await soon(async () => (await orders.ofAnyone(id))!.state === 'SUCCEEDED');
  expect(workshop.attempts).toHaveLength(2);
});
