import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Bucket, Buckets, Sweep } from '../../../server/src/buckets/ports.ts';
import { sweepUploads } from '../../../server/src/orders/delivery/sweep-uploads.ts';
import { tileFileKey } from '../../../server/src/orders/delivery/layout.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { claim, deliveredTile, failedTile, order, spec, storeOf, threeSpecs } from './support-orders.ts';
import { createPlace, finish } from './support-places.ts';

const nothing: ReadonlySet<string> = new Set();

test('what a killed worker left in a folder goes after a day; what may be under way stays', async () => {
  const place = createPlace();
  onTestFinished(place.close);
  const uploads = join(place.root, '.swath-uploads');
  mkdirSync(uploads);
  for (const name of ['dead', 'under-way']) writeFileSync(join(uploads, name), 'bytes');
  const [now, dayAgo] = [Date.now() / 1_000, Date.now() / 1_000 - 86_401];
  utimesSync(join(uploads, 'dead'), now, dayAgo);
  await sweepUploads(await place.buckets.open(order.output.target), order, nothing, capturedLog());
  expect(readdirSync(uploads)).toEqual(['under-way']);
});

/** A bucket of which nothing else is asked. */
const sweptBy = (sweepAbandoned: Bucket['sweepAbandoned']) => ({ sweepAbandoned }) as Bucket;

test('in a customer’s bucket only rasters of tiles below the prefix are ours', async () => {
  const sweeps: Sweep[] = [];
  const bucket = sweptBy(async (sweep) => sweeps.push(sweep));
  await sweepUploads(bucket, order, nothing, capturedLog());
  await sweepUploads(bucket, { ...order, output: { ...order.output, prefix: '' } }, nothing, capturedLog());
  expect(sweeps.map(({ prefix }) => prefix)).toEqual(['a/b/', '']);
  // With an end: the bucket may not answer.
  for (const { signal } of sweeps) expect(signal).toBeInstanceOf(AbortSignal);
  const keys = [tileFileKey('a/b', spec, 'visual.tif'), 'a/b/holiday.tif', 'a/b/33/1/2020-03-04/x.tif', 'a/b/film.mp4'];
  expect(keys.map((key) => sweeps[0]!.isOurs(key))).toEqual([true, false, false, false]);
});

test('at the end of an order, what is left of rasters of tiles that failed or took two attempts is over at once', async () => {
  const tiles = threeSpecs.map((each, number) => deliveredTile(number, each));
  const failed = failedTile(1, threeSpecs[1]!, 'gone');
  for (const ended of [
    [{ ...tiles[0]!, attempts: 2 }, failed, tiles[2]!],
    threeSpecs.map((each, number) => failedTile(number, each, 'gone')),
  ]) {
    const place = createPlace();
    onTestFinished(place.close);
    place.hold(threeSpecs, ended);
    const sweeps: Sweep[] = [];
    const sweepAbandoned: Bucket['sweepAbandoned'] = async (sweep) => sweeps.push(sweep);
    const buckets: Buckets = {
      open: async (target) => ({ ...(await place.buckets.open(target)), sweepAbandoned }),
    };
    await finish(storeOf(threeSpecs, ended).orders, buckets, claim(ended));
    await expect.poll(() => sweeps.length).toBe(1);
    const isOver = threeSpecs.map((each) => sweeps[0]!.isOver!(tileFileKey('a/b', each, 'visual.tif')));
    expect(isOver).toEqual([true, true, ended[2]!.state === 'failed']);
  }
});

test('where that is not allowed, the order does not mind', async () => {
  const log = capturedLog();
  await sweepUploads(
    sweptBy(() => Promise.reject(new Error('denied'))),
    order,
    nothing,
    log,
  );
  expect(log.lines.map(({ message }) => message)).toEqual(['abandoned uploads are not looked for']);
});
