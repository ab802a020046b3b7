import { expect, it } from 'vitest';
import { openDesk } from '../abuse/support/orders/order-desk.ts';
import { placingStorm } from '../abuse/support/orders/placing-storm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();

it(`POST /order 1,000 times at once, a third with a key that is used (seed ${seed})`, async () => {
  const { client } = await openDesk({ SWATH_DELIVERY: '0' });
  const startMs = performance.now();
  const report = await placingStorm(client, 1_000, createRandom(seed));
  console.log({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) });
  expect(report.problems).toEqual([]);
  expect(report.keys).toBe(667);
});
