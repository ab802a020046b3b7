import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type S3Server, findS3Server, startS3Server } from '../../support/s3-server.ts';
import { pixelsOf, quarters, tiff, tileAt, tilesOf } from '../imagery/picture-archive.ts';
import { type OrderService, startOrderService } from './support-orders.ts';

const program = findS3Server();

describe.skipIf(program === null)('imagery in buckets of a real S3 server', () => {
  let server: S3Server;
  let swath: OrderService;
  const ids = { inside: '104001005D31F600', elsewhere: '104001005D31F700', climbing: '104001005D31F800' } as const;
  const [west, , , north] = quarters.bounds;
  const middle = tileAt(32633, west + 100, north - 100, 18);
  const tileOf = (id: string) => swath.picture(`${tilesOf(id)}/${middle.path}.png`);

  beforeAll(async () => {
    server = await startS3Server(program!, ['archive', 'private']);
    const put = (bucket: string, key: string) =>
      server.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: quarters.bytes() }));
    await put('archive', '2026/a über +.tif');
    await put('archive', '2026x/b.tif');
    await put('private', 'c.tif');
    const endpoint = await server.client.config.endpoint!();
    swath = await startOrderService({
      SWATH_DELIVERY: '1',
      SWATH_S3_ENDPOINT: `http://${endpoint.hostname}:${endpoint.port}`,
      SWATH_S3_ACCESS_KEY_ID: 'tester',
      SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests',
      SWATH_ARCHIVE_BUCKETS: 's3://archive/2026',
    });
    const places = {
      [ids.inside]: 's3://archive/2026/a über +.tif',
      [ids.elsewhere]: 's3://private/c.tif',
      [ids.climbing]: 's3://archive/2026/../2026x/b.tif',
    };
    for (const [id, href] of Object.entries(places))
      await swath.item(id, { assets: { visual: tiff(href) }, properties: { gsd: 0.4, platform: 'worldview-02' } });
  });
  afterAll(async () => {
    await swath?.stop();
    await server?.stop();
  });

  test('GET tile, 200, with its pixels', async () => {
    const answer = await tileOf(ids.inside);
    expect(answer.status).toBe(200);
    expect((await pixelsOf(answer)).at(middle.column, middle.row)).toEqual([...quarters.colours[0], 255]);
  });

  test.each([ids.elsewhere, ids.climbing])(
    'GET tile and POST /order are refused where SWATH_ARCHIVE_BUCKETS does not lead (%s)',
    async (id) => {
      const tile = await tileOf(id);
      expect(tile.status).toBeGreaterThanOrEqual(400);
      expect(tile.status).toBeLessThan(500);
      const json = { acquisitions: [id], output_config: { bucket: 'managed' } };
      const order = await swath.ask('POST', '/order', { json });
      expect([order.status >= 400 && order.status < 500, order.text]).toEqual([
        true,
        expect.not.stringContaining('s3://'),
      ]);
    },
  );

  test('an order of it is delivered', async () => {
    const { id } = await swath.order({ acquisitions: [ids.inside] });
    await vi.waitFor(async () => expect((await swath.read(id)).state).toBe('SUCCEEDED'), {
      timeout: 60_000,
      interval: 200,
    });
    const { data } = (await swath.ask('GET', `/order/${id}/files`)).json<{ data: { key: string; size: number }[] }>();
    const pictures = data.filter(({ key }) => key.endsWith('-visual.tif'));
    expect(pictures.length).toBeGreaterThan(0);
  });
});
