import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PictureArchive, startPictureArchive, tiff } from '../http/imagery/picture-archive.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';

let archive: PictureArchive;
const [west, north, side] = [330_000, 7_400_000, 7_000];

beforeAll(async () => {
  archive = await startPictureArchive();
  const assets = {
    visual: tiff(archive.file('scene.tif', inZone(32723, west, north, 10, { width: 700, height: 700 }))),
  };
  // Its northern edge is straight in degrees, and so not quite the cells' edge upon which the raster ends.
  await archive.item('edge', { epsg: 32723, bounds: [west, north - side, west + side, north], assets });
  const elsewhere = west + 100_000;
  await archive.item('elsewhere', {
    epsg: 32723,
    bounds: [elsewhere, north - 2_000, elsewhere + 2_000, north],
    assets,
  });
});
afterAll(() => archive.stop());

type Ended = {
  readonly id: string;
  readonly state: string;
  readonly status_message: string;
  readonly order: { readonly usage: { readonly area: { readonly total_imagery_sqkm: number } } };
};

async function ordered(...acquisitions: readonly string[]): Promise<Ended> {
  const json = { acquisitions, output_config: { bucket: 'demo', prefix: acquisitions.join('-') } };
  const { id } = (await archive.send('POST', '/order', { json })).json<Ended>();
  for (;;) {
    const record = (await archive.send('GET', `/order/${id}`)).json<Ended>();
    if (record.state !== 'RUNNING') return record;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

describe('an order with footprints that reach into cells where no pixel lies', () => {
  let order: Ended;
  beforeAll(async () => void (order = await ordered('edge', 'elsewhere')), 60_000);

  test('SUCCEEDED; they cost nothing, and the manifest names them', async () => {
    expect(order).toMatchObject({ state: 'SUCCEEDED', order: { usage: { area: { total_imagery_sqkm: 49 } } } });
    const manifest = (await archive.send('GET', `/order/${order.id}/manifest`)).json();
    expect(manifest).toMatchObject({ state: 'SUCCEEDED', failed: [] });
    const empty = manifest['empty'] as readonly { readonly acquisition_id: string; readonly cell_id: string }[];
    expect(empty.filter(({ acquisition_id: id }) => id === 'edge').map(({ cell_id: cell }) => cell)).toEqual([
      'Z23-213111011332',
      'Z23-213111011333',
    ]);
    expect(empty.some(({ acquisition_id: id }) => id === 'elsewhere')).toBe(true);
  });

  test('lists the files that are there, and no others', async () => {
    const { data } = (await archive.send('GET', `/order/${order.id}/files`)).json<{
      data: readonly { key: string }[];
    }>();
    const bucket = join(archive.dataFolder, 'buckets', 'demo');
    expect(data.filter(({ key }) => key.endsWith('-visual.tif'))).toHaveLength(4);
    expect(data.filter(({ key }) => !existsSync(join(bucket, key)))).toEqual([]);
  });
});

test('an order with no pixel in any of its cells FAILED, at no cost', { timeout: 60_000 }, async () => {
  expect(await ordered('elsewhere')).toMatchObject({
    state: 'FAILED',
    status_message: expect.stringContaining('the imagery shows nothing in any of its cells') as unknown,
    order: { usage: { area: { total_imagery_sqkm: 0 } } },
  });
});
