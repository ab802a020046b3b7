import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Delivery, composeDelivery } from '../../../server/src/compose.ts';
import { type OrderWorker, startOrderWorker } from '../../../server/src/orders/running/order-worker.ts';
import { readEvents } from './read-events.ts';
import { type OrderService, acquisitions, startOrderService } from './support-orders.ts';

let swath: OrderService;
let delivery: Delivery;
let worker: OrderWorker;

beforeAll(async () => {
  swath = await startOrderService({ SWATH_DELIVERY_THREADS: '1' });
  delivery = composeDelivery(swath.service.config);
  const needs = { ...swath.service, deliverer: delivery.deliverer, random: Math.random };
  worker = startOrderWorker(needs, { holder: 'test', isOnlyHolder: true, slots: 1, leaseMs: 60_000 });
});
afterAll(async () => {
  await worker.stop();
  await delivery.close();
  await swath.stop();
});

type File = { readonly key: string; readonly size: number; readonly sha256: string; readonly link: string };

test('an order to the managed bucket is followed to its end, and its imagery downloaded by links alone', async () => {
  const { id } = await swath.order({ acquisitions: [acquisitions.fit, acquisitions.coarse] });
  const reader = await readEvents(`${swath.url}/order/${id}/events`, { authorization: `Bearer ${swath.token}` });
  await reader.ended;
  expect(reader.events().at(-1)).toMatchObject({
    state: 'SUCCEEDED',
    progress: { percent: 100, tiles: { failed: 0 } },
  });

  const { data } = (await swath.ask('GET', `/order/${id}/files`)).json<{ data: readonly File[] }>();
  const rasters = data.filter(({ key }) => key.endsWith('-visual.tif'));
  expect(rasters.length).toBeGreaterThanOrEqual(2);
  for (const { link, size, sha256 } of rasters) {
    const bytes = Buffer.from(await (await fetch(link)).arrayBuffer());
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'tiff', channels: 3 });
  }

  const manifest = await swath.ask('GET', `/order/${id}/manifest`);
  const stored = await swath.ask('GET', `/order/${id}/files/${id}-manifest.json`);
  expect(manifest.text).toBe(stored.text);
  const listed = manifest.json<{ files: readonly File[] }>().files;
  expect(listed.map(({ key }) => key)).toEqual(expect.arrayContaining(rasters.map(({ key }) => key)));
});
