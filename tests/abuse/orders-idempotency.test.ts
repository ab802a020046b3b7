import { expect, it } from 'vitest';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { openDesk } from './support/orders/order-desk.ts';
import { placingStorm } from './support/orders/placing-storm.ts';

const seed = testSeed();

it(`POST /order 150 times at once, a third with a key that is used: one order a key, 422 for another body (seed ${seed})`, async () => {
  const { client } = await openDesk({ SWATH_DELIVERY: '0' });
  const report = await placingStorm(client, 150, createRandom(seed));
  expect(report.problems).toEqual([]);
  expect(report.keys).toBe(100);
  expect(report.statuses['422']).toBeGreaterThan(2);
}, 180_000);
