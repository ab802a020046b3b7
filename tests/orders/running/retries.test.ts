import { expect, onTestFinished, test, vi } from 'vitest';
import { mostLosses } from '../../../server/src/orders/running/patience.ts';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { claim } from '../../contract/order-fixtures.ts';
import { openWorkshop, soon, untilAborted } from './support-worker.ts';

const away = () => Promise.reject(new PlatformError('unavailable', 'the archive is away'));
const seconds = (ms: readonly number[]) => ms.map((each) => each / 1_000);

test('a tile that fails is tried again after 5, 10 and 20 s and given up after SWATH_TILE_ATTEMPTS, with its reason', async () => {
  const workshop = await openWorkshop();
  const { orders, clock, attempts } = workshop;
  workshop.script = away;
  const id = await workshop.place(1);
  workshop.start();
  for (let tried = 1; tried <= 4; tried++) {
    await soon(() => attempts.length === tried);
    await soon(async () => (await orders.tiles(id))[0]!.state !== 'running');
    // A moment before it is due nothing happens.
    clock.advance(5_000 * 2 ** (tried - 1) - 1);
    await new Promise((resolve) => void setTimeout(resolve, 60));
    expect(attempts).toHaveLength(tried);
    clock.advance(1);
  }
  await soon(async () => (await orders.ofAnyone(id))!.state !== 'RUNNING');
  const times = attempts.map(({ atMs }) => atMs);
  expect(seconds(times.slice(1).map((time, at) => time - times[at]!))).toEqual([5, 10, 20]);
  expect(await orders.ofAnyone(id)).toMatchObject({
    state: 'FAILED',
    failure: 'no tile could be delivered; the first: the archive is away',
    hasManifest: false,
  });
  expect(await orders.tiles(id)).toMatchObject([{ state: 'failed', attempts: 4, error: 'the archive is away' }]);
});

test('the others are delivered meanwhile, and the order ends PARTIAL', async () => {
  const workshop = await openWorkshop();
  const { orders } = workshop;
  workshop.script = ({ job }) =>
    job.spec.cellId.endsWith('1')
      ? Promise.reject(new PlatformError('invalid_parameters', 'the file is corrupt'))
      : Promise.resolve([]);
  const id = await workshop.place(4);
  workshop.start();
  await soon(async () => (await orders.ofAnyone(id))!.state !== 'RUNNING');
  expect(await orders.ofAnyone(id)).toMatchObject({ state: 'PARTIAL', tiles: { total: 4, delivered: 3, failed: 1 } });
  expect((await orders.tiles(id))[1]).toMatchObject({ state: 'failed', attempts: 1, error: 'the file is corrupt' });
});

test('what went wrong inside is logged, and not told', async () => {
  const workshop = await openWorkshop();
  workshop.script = () => Promise.reject(new Error('/secret/path is a directory'));
  const id = await workshop.place(1);
  workshop.start();
  await soon(async () => (await workshop.orders.tiles(id))[0]!.error !== null);
  expect((await workshop.orders.tiles(id))[0]!.error).toBe('the tile could not be made');
  expect(workshop.log.lines).toContainEqual(
    expect.objectContaining({ message: 'a tile will be tried again', facts: expect.objectContaining({ orderId: id }) }),
  );
});

test('a tile that kills whoever tries it is given up, and its order ends', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  const id = await workshop.place(2);
  for (let died = 0; died < mostLosses; died++) {
    const leaseUntilMs = clock.nowMs() + 60_000;
    const [, poison] = await orders.claimTiles(claim({ nowMs: clock.nowMs(), leaseUntilMs }));
    expect(poison!.attempts).toBe(died + 1);
    clock.advance(60_000);
  }
  workshop.start();
  await soon(async () => (await orders.ofAnyone(id))!.state !== 'RUNNING');
  expect(await orders.ofAnyone(id)).toMatchObject({ state: 'FAILED' });
  expect((await orders.tiles(id)).map(({ error }) => error)).toEqual(
    Array.from({ length: 2 }, () => 'its delivery ended again and again without a word'),
  );
  expect(workshop.attempts).toEqual([]);
});

test('a delivery that never ends is stopped after three hours, and tried again', async () => {
  const timeouts: { ms: number; end: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timeouts.push({ ms, end: () => controller.abort(new Error('too late')) });
    return controller.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const workshop = await openWorkshop();
  workshop.script = untilAborted;
  const id = await workshop.place(1);
  workshop.start();
  await soon(() => workshop.attempts.length === 1);
  // Sweeps of orders that ended just before have times of their own.
  const own = timeouts.filter(({ ms }) => ms === 3 * 3_600_000);
  expect(own).toHaveLength(1);
  own[0]!.end();
  await soon(async () => (await workshop.orders.tiles(id))[0]!.state === 'queued');
  expect(await workshop.orders.tiles(id)).toMatchObject([{ attempts: 1, error: 'it took too long' }]);
});

test('failures that were told do not count as deaths', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  const id = await workshop.place(1);
  for (let failed = 0; failed < mostLosses + 5; failed++) {
    const [tile] = await orders.claimTiles(claim({ nowMs: clock.nowMs(), leaseUntilMs: clock.nowMs() + 60_000 }));
    await orders.tileFailed(tile!.lease, 'away', clock.nowMs(), clock.nowMs());
  }
  workshop.start();
  expect(await soon(async () => (await orders.ofAnyone(id))!.state === 'SUCCEEDED')).toBe(true);
});

const silence = () => Promise.reject(new BucketFault('silent', 'the bucket does not answer (timeout)'));
const fiveMinutes = 300_000;

test('a bucket that is silent fails all tiles of the order together, and holds no more than the threads at a time', async () => {
  const workshop = await openWorkshop();
  const { orders, clock, attempts } = workshop;
  workshop.script = silence;
  const id = await workshop.place(6);
  workshop.start();
  for (let tried = 1; tried <= 4; tried++) {
    await soon(() => attempts.length === 2 * tried);
    await soon(async () => (await orders.tiles(id)).every(({ state }) => state !== 'running'));
    await new Promise((resolve) => void setTimeout(resolve, 60));
    expect(attempts).toHaveLength(2 * tried);
    clock.advance(fiveMinutes);
  }
  await soon(async () => (await orders.ofAnyone(id))!.state !== 'RUNNING');
  expect(await orders.ofAnyone(id)).toMatchObject({ state: 'FAILED', tiles: { delivered: 0, failed: 6 } });
  expect((await orders.tiles(id)).map(({ error }) => error)).toEqual(
    Array.from({ length: 6 }, () => 'the bucket does not answer (timeout)'),
  );
});

test('a bucket that is silent for one tile alone gets the others, also from a single thread', async () => {
  const workshop = await openWorkshop();
  const { orders, clock } = workshop;
  workshop.script = ({ job }) => (job.spec.cellId.endsWith('000') ? silence() : Promise.resolve([]));
  const id = await workshop.place(4);
  workshop.start({ slots: 1 });
  /** Nothing is under way, and nothing is due. */
  const isIdle = async () => {
    const dueMs = await orders.nextDueMs();
    const tiles = await orders.tiles(id);
    return tiles.every(({ state }) => state !== 'running') && dueMs !== null && dueMs > clock.nowMs();
  };
  for (let tried = 1; tried < 4; tried++) {
    await soon(isIdle);
    clock.advance(fiveMinutes);
  }
  await soon(async () => (await orders.ofAnyone(id))!.state !== 'RUNNING');
  expect(await orders.ofAnyone(id)).toMatchObject({ state: 'PARTIAL', tiles: { delivered: 3, failed: 1 } });
});
