import { expect, it } from 'vitest';
import { freshDatabase, postgresForTests } from '../abuse/support/postgres-database.ts';
import { type OrderKillPlan, killOrders } from '../abuse/support/orders/kill-orders.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();
const postgres = postgresForTests();

async function prove(plan: Pick<OrderKillPlan, 'orders' | 'kills' | 'settings'>) {
  const startMs = performance.now();
  const report = await killOrders({ folder: temporaryFolder(), random: createRandom(seed), ...plan });
  console.log({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) });
  return report;
}

it(`50 times kill -9 of the service and of a worker while 200 orders run (seed ${seed})`, async () => {
  const report = await prove({ orders: 200, kills: 50 });
  expect(report.problems).toEqual([]);
  expect(report.kills.service + report.kills.worker).toBeGreaterThanOrEqual(50);
  expect(Object.keys(report.points)).toHaveLength(6);
});

it.skipIf('skipReason' in postgres)(`20 times kill -9 while 60 orders run on PostgreSQL (seed ${seed})`, async () => {
  const url = 'url' in postgres ? await freshDatabase(postgres.url) : '';
  const report = await prove({ orders: 60, kills: 20, settings: { SWATH_DATABASE_URL: url } });
  expect(report.problems).toEqual([]);
  expect(report.kills.service + report.kills.worker).toBeGreaterThanOrEqual(20);
});
