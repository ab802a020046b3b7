import { expect, it } from 'vitest';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { killOrders } from './support/orders/kill-orders.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const seed = testSeed();

it(`kill -9 of the service and of a worker, 3 times while 10 orders run: none lost, stuck or wrong, and all are told of (seed ${seed})`, async () => {
  const folder = temporaryFolder();
  const report = await killOrders({ folder, orders: 10, kills: 3, random: createRandom(seed), isHasty: true });
  expect(report.problems).toEqual([]);
  expect(report.kills.service + report.kills.worker).toBeGreaterThanOrEqual(3);
  expect(report.messages).toBeGreaterThanOrEqual(10);
}, 180_000);
