import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Account } from '../../../server/src/accounts/account.ts';
import { createOrderStore } from '../../../server/src/adapters/sql/orders/orders.ts';
import type { Buckets } from '../../../server/src/buckets/ports.ts';
import { readConfig } from '../../../server/src/config.ts';
import type { DeliveryHooks, DeliveryJob, OrderStore, TileDeliverer } from '../../../server/src/orders/ports.ts';
import {
  type OrderWorker,
  type WorkerNeeds,
  type WorkerOptions,
  startOrderWorker,
} from '../../../server/src/orders/running/order-worker.ts';
import type { DeliveredFile } from '../../../server/src/orders/tile.ts';
import { noTracer } from '../../../server/src/shared/tracer.ts';
import { bucketsIn } from '../../buckets/support/open-places.ts';
import { freshSqlite } from '../../contract/backends.ts';
import { now, vault } from '../../contract/fixtures.ts';
import { addOwner, place, tileSpec } from '../../contract/order-fixtures.ts';
import { type CapturedLog, capturedLog } from '../../support/captured-log.ts';
import { type MovableClock, movableClock } from '../../support/movable-clock.ts';

export type Attempt = { readonly job: DeliveryJob; readonly hooks: DeliveryHooks; readonly atMs: number };
/** What becomes of an attempt: the files, a small one where none is given, or a failure. */
export type Script = (attempt: Attempt) => Promise<readonly DeliveredFile[]>;

export type Workshop = {
  readonly orders: OrderStore;
  readonly owner: Account;
  readonly clock: MovableClock;
  readonly log: CapturedLog;
  /** What was begun, in the order in which it was. */
  readonly attempts: Attempt[];
  script: Script;
  start(options?: Partial<WorkerOptions>, orders?: OrderStore): OrderWorker;
  /** An order of so many tiles, each in a cell of its own. */
  place(tiles: number): Promise<string>;
};

/** The real store, a bucket that is a folder, a clock that tests move, and a deliverer that does as it is told. */
export async function openWorkshop(): Promise<Workshop> {
  const store = await freshSqlite();
  const data = mkdtempSync(join(tmpdir(), 'swath-worker-'));
  mkdirSync(join(data, 'buckets', 'demo'), { recursive: true });
  const [clock, log] = [movableClock(now), capturedLog()];
  const orders = createOrderStore(store.db, vault);
  const owner = await addOwner(store.db);
  const buckets = bucketsIn(data);
  const config = readConfig({ SWATH_PUBLIC_URL: 'https://swath.example', SWATH_TILE_ATTEMPTS: '4' });
  const workers: OrderWorker[] = [];
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
    await store.drop();
    rmSync(data, { recursive: true });
  });
  const deliverer: TileDeliverer = {
    async deliver(job, hooks) {
      const attempt = { job, hooks, atMs: clock.nowMs() };
      workshop.attempts.push(attempt);
      const files = await workshop.script(attempt);
      return files.length > 0 ? files : [await smallFile(buckets, job)];
    },
  };
  const workshop: Workshop = {
    orders,
    owner,
    clock,
    log,
    attempts: [],
    script: () => Promise.resolve([]),
    start(options = {}, store = orders) {
      const needs: WorkerNeeds = {
        orders: store,
        clock,
        log,
        tracer: noTracer,
        config,
        buckets,
        deliverer,
        random: () => 0,
      };
      const usual = { holder: 'worker', isOnlyHolder: false, slots: 2, leaseMs: 60_000, idleMs: 20, stopWithinMs: 500 };
      const worker = startOrderWorker(needs, { ...usual, ...options });
      workers.push(worker);
      return worker;
    },
    place: (tiles) =>
      place(
        orders,
        owner,
        tiles,
        {},
        { tiles: Array.from({ length: tiles }, (_, at) => tileSpec(0, { cellId: cellIds[at]! })) },
      ),
  };
  return workshop;
}

/** An order whose tiles have no files at all would fail. */
async function smallFile(buckets: Buckets, { spec, output }: DeliveryJob): Promise<DeliveredFile> {
  const bucket = await buckets.open(output.target);
  const [key, contentType] = [`${spec.cellId}.txt`, 'text/plain'];
  return { key, contentType, ...(await bucket.put(key, Buffer.from(spec.cellId), { contentType })) };
}

const cellIds = ['120000022000', '120000022001', '120000022002', '120000022003', '120000022010', '120000022011'].map(
  (quadkey) => `Z33-${quadkey}`,
);

/** Goes on until it is stopped. */
export const untilAborted: Script = ({ hooks }) =>
  new Promise((_resolve, reject) => {
    hooks.signal!.addEventListener('abort', () => reject(hooks.signal!.reason as Error));
  });

/** Fails where it does not come true. */
export async function soon(isSo: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<true> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error('it did not come true');
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  return true;
}
