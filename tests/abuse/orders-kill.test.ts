import { expect, it } from 'vitest';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { killOrders } from './support/orders/kill-orders.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const seed = testSeed();

it(`kill -9 of the service and of a worker, 5 times while 15 orders run: none lost, stuck or wrong, and all are told of (seed ${seed})`, async () => {
  const folder = temporaryFolder();
  const report = await killOrders({ folder, orders: 15, kills: 5, random: createRandom(seed), isHasty: true });
  expect(report.problems).toEqual([]);
  expect(report.kills.service + report.kills.worker).toBeGreaterThanOrEqual(5);
  expect(report.messages).toBeGreaterThanOrEqual(15);
}, 180_000);
