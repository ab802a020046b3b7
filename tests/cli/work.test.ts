import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import type { Database } from '../../server/src/adapters/sql/database.ts';
import { createIngestJobStore } from '../../server/src/adapters/sql/ingest/ingest-jobs.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { openSqlite } from '../../server/src/adapters/sqlite/open.ts';
import { audit, vault } from '../contract/fixtures.ts';
import { ingestJob } from '../contract/job-fixtures.ts';
import { addOwner, claim, managed, place } from '../contract/order-fixtures.ts';
import { freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const env = { SWATH_DATA: folder };
let db: Database;
beforeAll(async () => {
  await swathJson(['account', 'add', 'a@example.com'], env);
  db = await openSqlite(join(folder, 'app.db'));
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const told = async () => (await swath(['doctor'], env)).stdout;

test('swath queue drain waits for tiles that are under way, and says so where they take too long', async () => {
  const orders = createOrderStore(db, vault);
  await place(orders, await addOwner(db), 2);
  const nowMs = Date.now();
  const [first, second] = await orders.claimTiles(claim({ nowMs, leaseUntilMs: nowMs + 60_000 }));
  const late = await swath(['queue', 'drain', '--timeout', '0'], env);
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('somebody is still at work')]);
  const waiting = swath(['queue', 'drain', '--timeout', '30', '--json'], env);
  await orders.tileDelivered(first!.lease, [], nowMs);
  await orders.giveTilesBack([second!.lease], nowMs);
  const done = await waiting;
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { workers: [], open_tiles: 1 }]);
  await swathJson(['queue', 'resume'], env);
});

test('swath queue drain waits for ingests that somebody is at, not for one whose process is gone', async () => {
  const jobs = createIngestJobStore(db, vault);
  const owner = await addOwner(db);
  const [first, second] = [ingestJob('a', owner.id), ingestJob('b', owner.id)];
  for (const job of [first, second]) await jobs.create(job);
  const nowMs = Date.now();
  const one = { home: 'here', nowMs, limit: 1, isWatch: false, isAlone: false };
  const [mine] = await jobs.claim({ ...one, holder: 'me', leaseUntilMs: nowMs + 60_000 });
  await jobs.claim({ ...one, holder: 'gone', leaseUntilMs: nowMs });
  const late = await swath(['queue', 'drain', '--timeout', '0'], env);
  expect([late.code, late.stdout]).toEqual([1, expect.stringMatching(/ingests +1 running, 1 waiting/)]);
  const waiting = swath(['queue', 'drain', '--timeout', '30', '--json'], env);
  const end = { state: 'succeeded', error: null, atMs: nowMs, dueAtMs: null, isCounted: true } as const;
  await jobs.end(mine!.id, 'me', mine!, end);
  const done = await waiting;
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { ingest: { running: 0, waiting: 1 } }]);
  await swathJson(['queue', 'resume'], env);
});

test('swath doctor tells of tiles that nobody takes, of a queue that is paused and of a clock that is behind', async () => {
  const orders = createOrderStore(db, vault);
  await place(orders, await addOwner(db), 1, { output: managed });
  expect(await told()).toContain('wait for more than 15 minutes, and nobody takes them');
  const nowMs = Date.now();
  const [held] = await orders.claimTiles(claim({ nowMs, leaseUntilMs: nowMs + 60_000, limit: 1 }));
  expect(await told()).not.toContain('nobody takes them');
  await orders.giveTilesBack([held!.lease], nowMs);
  await swathJson(['queue', 'pause'], env);
  await createAuditLog(db).append(audit('from.the.future', null, Date.now() + 3_600_000));
  const text = await told();
  expect(text).toContain(`to mend it: 'swath queue resume'`);
  expect(text).toMatch(/the audit has entries 3\d{3} s ahead of this clock/);
});
