import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@swath/client';
import { demoScenes } from '../../../server/src/demo/scenes.ts';

/** Around the river town of the demo archive. */
export const town = '9.732,50.958,9.749,50.968';

export type GalleryData = {
  readonly select: string;
  readonly delivered: string;
  readonly savedSearch: string;
  readonly account: string;
  readonly job: string;
};

/** What an installation holds after some days of use, made as its users make it. */
export async function fillGallery(customer: Client, administrator: Client): Promise<GalleryData> {
  await demoIsThere(administrator);
  await customer.keys.create({ name: 'ci-runner', description: 'Nightly mosaics of the delta' });
  await customer.keys.create({ name: 'qgis-desktop' });
  const savedSearch = await customer.savedSearches.create({
    name: 'Clear views of Ellerfurt',
    search: { bbox: town.split(',').map(Number), filter: { op: '<', args: [{ property: 'eo:cloud_cover' }, 10] } },
    notify: { email: true },
  });
  const { id: select } = await customer.selects.create({
    name: 'Ellerfurt, clearest',
    bbox: town.split(',').map(Number),
    stack_depth: 4,
    best_cover: 100,
  });
  await customer.selects.wait(select);
  const order = { select_id: select, output_config: { bucket: 'managed', prefix: 'ellerfurt' }, metadata: 'PO 4711' };
  const delivered = await customer.orders.place(order);
  await customer.orders.wait(delivered.id);
  const cancelled = await customer.orders.place({ ...order, metadata: 'PO 4712' });
  await customer.orders.cancel(cancelled.id).catch(() => undefined);
  await customer.orders.wait(cancelled.id);
  return {
    select,
    delivered: delivered.id,
    savedSearch: savedSearch.id,
    account: (await customer.self()).user_id,
    job: await ingestSome(administrator),
  };
}

async function demoIsThere({ catalog }: Client): Promise<void> {
  while ((await catalog.count({})) < demoScenes.length) await sleep(500);
}

/** Three items, and two that are none. */
async function ingestSome({ ingest }: Client): Promise<string> {
  const lines = [
    ...[1, 2, 3].map((at) => ({
      type: 'Feature',
      stac_version: '1.0.0',
      id: `strip-${at}`,
      geometry: { type: 'Point', coordinates: [9.7 + at / 100, 50.96] },
      bbox: [9.7 + at / 100, 50.96, 9.7 + at / 100, 50.96],
      properties: { datetime: `2026-05-0${at}T10:00:00Z`, title: `Survey strip ${at}` },
      assets: {},
      links: [],
    })),
    { type: 'Feature', id: 'strip-4' },
    { type: 'Feature', id: 'strip-5', properties: { datetime: 'yesterday' } },
  ];
  const type = 'application/x-ndjson';
  const items = new Blob([lines.map((line) => JSON.stringify(line)).join('\n')], { type });
  const { id } = await ingest.upload(items, type, { collection: 'surveys', create: true });
  for await (const job of ingest.follow(id)) if (job.state === 'failed') throw new Error('the ingest failed');
  return id;
}
