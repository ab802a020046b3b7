import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Bucket, Sweep } from '../../../server/src/buckets/ports.ts';
import { sumUpTiles } from '../../../server/src/orders/delivery/sum-up-tiles.ts';
import { sweepUploads } from '../../../server/src/orders/delivery/sweep-uploads.ts';
import { type TileFileName, tileFileKey } from '../../../server/src/orders/delivery/layout.ts';
import type { DeliveredFile, OrderTile } from '../../../server/src/orders/tile.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { order, spec } from './support-orders.ts';
import { createPlace } from './support-places.ts';

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
  const keys = [tileFileKey('a/b', spec, 'visual.tif'), 'a/b/holiday.tif', 'a/b/33/1/2020-03-04/x.tif', 'a/b/film.mp4'];
  expect(keys.map((key) => sweeps[0]!.isOurs(key))).toEqual([true, false, false, false]);
});

const file = (name: TileFileName): DeliveredFile => {
  const key = tileFileKey('a/b', spec, name);
  return { key, byteLength: 1, sha256: '', etag: null, contentType: 'image/tiff' };
};

const tile = { acquisitionId: 'x', cellId: spec.cellId, state: 'delivered', error: null } as const;
/** One that took two attempts, and one that took one. */
const twoTiles: readonly OrderTile[] = [
  { ...tile, number: 0, attempts: 2, files: [file('visual.tif')] },
  { ...tile, number: 1, attempts: 1, files: [file('ms.tif')] },
];
const orders = { tiles: async () => twoTiles, specs: async () => [] };

test('what is left of a raster that was written by a later attempt is over at once', async () => {
  const sweeps: Sweep[] = [];
  await sweepUploads(
    sweptBy(async (sweep) => sweeps.push(sweep)),
    order,
    (await sumUpTiles(orders, order)).writtenAgain,
    capturedLog(),
  );
  const isOver = (name: TileFileName) => sweeps[0]!.isOver!(file(name).key);
  expect([isOver('visual.tif'), isOver('ms.tif'), isOver('pan.tif')]).toEqual([true, false, false]);
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
