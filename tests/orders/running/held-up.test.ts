import { expect, test } from 'vitest';
import type { OrderStore } from '../../../server/src/orders/ports.ts';
import { openWorkshop, soon } from './support-worker.ts';

test('orders that wait for the end of another to the same place are left alone until then', async () => {
  const workshop = await openWorkshop();
  const { orders } = workshop;
  const ends: (() => void)[] = [];
  let looks = 0;
  const watched: OrderStore = {
    ...orders,
    claimOrders: (claim) => {
      looks += 1;
      return orders.claimOrders(claim);
    },
    finish: async (...given) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return orders.finish(...given);
    },
  };
  const ids = [await workshop.place(1), await workshop.place(1)];
  const statesOf = () => Promise.all(ids.map(async (id) => (await orders.ofAnyone(id))!));
  workshop.start({ idleMs: 60_000 }, watched);
  await soon(async () => ends.length === 1 && (await statesOf()).every(({ tiles }) => tiles.delivered === 1));
  // What was delivered wakes it a last time.
  const looksNow = async () => {
    const before = looks;
    await new Promise((resolve) => void setTimeout(resolve, 500));
    return looks - before;
  };
  await expect.poll(looksNow).toBe(0);
  ends[0]!();
  await soon(() => ends.length === 2);
  ends[1]!();
  await soon(async () => (await statesOf()).every(({ state }) => state === 'SUCCEEDED'));
});
