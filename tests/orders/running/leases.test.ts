import { expect, test } from 'vitest';
import type { OrderStore } from '../../../server/src/orders/ports.ts';
import { claim } from '../../contract/order-fixtures.ts';
import { openWorkshop, soon, untilAborted } from './support-worker.ts';

test('a lease that is extended keeps others away for as long as the work takes', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  workshop.script = untilAborted;
  let extendedUntilMs = 0;
  const watched: OrderStore = {
    ...orders,
    async extendTiles(leases, untilMs) {
      const held = await orders.extendTiles(leases, untilMs);
      extendedUntilMs = untilMs;
      return held;
    },
  };
  await workshop.place(1);
  workshop.start({ leaseMs: 200 }, watched);
  await soon(() => workshop.attempts.length === 1);
  for (let beats = 0; beats < 5; beats++) {
    clock.advance(150);
    await soon(() => extendedUntilMs === clock.nowMs() + 200);
    expect(await orders.claimTiles(claim({ nowMs: clock.nowMs() }))).toEqual([]);
  }
  expect(workshop.attempts[0]!.hooks.signal!.aborted).toBe(false);
});

test('a lease that was lost stops the work, which then may not commit and records nothing', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  let refused: Error | null = null;
  workshop.script = async (attempt) => {
    await untilAborted(attempt).catch(() => undefined);
    await attempt.hooks.confirm().catch((error: Error) => (refused = error));
    return [];
  };
  const id = await workshop.place(1);
  workshop.start({ leaseMs: 200 });
  await soon(() => workshop.attempts.length === 1);
  // As if this process had been asleep: another has taken the tile.
  clock.advance(201);
  const [taken] = await orders.claimTiles(
    claim({ holder: 'another', nowMs: clock.nowMs(), leaseUntilMs: clock.nowMs() + 1e9 }),
  );
  expect(taken!.lease.fence).toBe(2);
  await soon(() => refused !== null);
  expect(refused).toMatchObject({ name: 'LeaseLost' });
  expect(await orders.tiles(id)).toMatchObject([{ state: 'running', attempts: 2, error: null }]);
  expect(await orders.tileDelivered(taken!.lease, [], clock.nowMs())).toBe(true);
});

test('work that fails after its lease was lost is nobody’s failure', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  const fail: { now: (() => void) | null } = { now: null };
  workshop.script = () => new Promise((_resolve, reject) => (fail.now = () => reject(new Error('late'))));
  const id = await workshop.place(1);
  workshop.start();
  await soon(() => fail.now !== null);
  clock.advance(60_001);
  const [taken] = await orders.claimTiles(claim({ nowMs: clock.nowMs(), leaseUntilMs: clock.nowMs() + 60_000 }));
  fail.now!();
  await soon(() => workshop.log.lines.length > 0);
  expect(await orders.tiles(id)).toMatchObject([{ state: 'running', error: null }]);
  expect(await orders.isHeld(taken!.lease)).toBe(true);
});

test('a tile that is begun while leases are being extended is not stopped by that', async () => {
  const workshop = await openWorkshop();
  workshop.script = untilAborted;
  const answering: { now: (() => void)[] } = { now: [] };
  const slow: OrderStore = {
    ...workshop.orders,
    extendTiles: async (...asked) => {
      await new Promise<void>((resolve) => answering.now.push(resolve));
      return workshop.orders.extendTiles(...asked);
    },
  };
  await workshop.place(1);
  const worker = workshop.start({ leaseMs: 200 }, slow);
  await soon(() => answering.now.length > 0);
  await workshop.place(1);
  worker.wake();
  await soon(() => workshop.attempts.length === 2);
  for (const answer of answering.now.splice(0)) answer();
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(workshop.attempts.map(({ hooks }) => hooks.signal!.aborted)).toEqual([false, false]);
  for (const answer of answering.now.splice(0)) answer();
});

test('a cancelled order is stopped at the next sign of life', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  workshop.script = untilAborted;
  const id = await workshop.place(1);
  workshop.start({ leaseMs: 200 });
  await soon(() => workshop.attempts.length === 1);
  const order = (await orders.ofAnyone(id))!;
  const end = { state: 'CANCELLED', failure: null, hasManifest: false, usage: order.usage } as const;
  await orders.cancel(id, { ...end, notices: { mails: [], webhooks: [] }, nowMs: clock.nowMs() });
  expect(await soon(() => workshop.attempts[0]!.hooks.signal!.aborted)).toBe(true);
});
