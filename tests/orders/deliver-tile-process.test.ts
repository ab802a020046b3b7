import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliveryProcesses,
  createDeliveryThreads,
} from '../../server/src/adapters/deliveries/deliver-threads.ts';
import { isWorthRetrying } from '../../server/src/orders/delivery/worth-retrying.ts';
import { coarse, createPlaces, jobOf } from './deliver-tile-fixture.ts';

const places = createPlaces();
const deliverer = createDeliveryProcesses(places.threadData, 1);
const agreed = { confirm: () => Promise.resolve() };
let visual = '';

beforeAll(() => {
  visual = places.raster('visual.tif', coarse());
});
beforeEach(() => places.emptyBucket());
afterAll(async () => {
  await deliverer.close();
  places.remove();
});

const jobs = () => jobOf([{ itemId: 'a', rasters: { visual } }]);

/** The processes that deliver for this one. */
function children(): readonly number[] {
  const tasks = readdirSync('/proc/self/task');
  const ids = tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '));
  return ids
    .filter((id) => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('deliver-process'))
    .map(Number);
}

const nicenessOf = (id: number) => Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]);

describe.skipIf(!existsSync('/proc/self/task'))('a tile that a process delivers', () => {
  test('has the same bytes as one that a thread delivers, and the process is not urgent', async () => {
    const inProcess = await deliverer.deliver(jobs(), agreed);
    expect(inProcess).toHaveLength(4);
    expect(children().map((id) => nicenessOf(id) >= 10)).toEqual([true]);
    const threads = createDeliveryThreads(places.threadData, 1);
    const inThread = await threads.deliver(jobs(), agreed);
    await threads.close();
    expect(inProcess.map(({ key, sha256 }) => [key, sha256])).toEqual(inThread.map(({ key, sha256 }) => [key, sha256]));
  });

  test('is not there where its lease was lost', async () => {
    class Lost extends Error {}
    const confirm = () => Promise.reject(new Lost());
    await expect(deliverer.deliver(jobs(), { confirm })).rejects.toBeInstanceOf(Lost);
    expect([places.keys(), places.left()]).toEqual([[], []]);
  });

  test('is worth another try when the process is killed, and is delivered by the next', async () => {
    const [first] = children();
    const confirm = () => {
      process.kill(first!, 'SIGKILL');
      return new Promise<void>(() => {});
    };
    const failure = await deliverer.deliver(jobs(), { confirm }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'unavailable', message: 'the thread of the deliveries ended' });
    expect(isWorthRetrying(failure)).toBe(true);
    expect(places.left()).toEqual([]);
    expect(await deliverer.deliver(jobs(), agreed)).toHaveLength(4);
    expect(children()).not.toContain(first);
  });

  test('is called off when its deliverer is closed, and the process ends', async () => {
    const another = createDeliveryProcesses(places.threadData, 1);
    const before = children();
    let asked = false;
    const confirm = () => {
      asked = true;
      return new Promise<void>(() => {});
    };
    const delivery = another.deliver(jobs(), { confirm }).catch((error: unknown) => error);
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(true);
    expect(children()).toHaveLength(before.length + 1);
    await another.close();
    expect(await delivery).toMatchObject({ kind: 'unavailable' });
    expect(children()).toEqual(before);
    expect([places.keys(), places.left()]).toEqual([[], []]);
  });
});
