import { CreateMultipartUploadCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../buckets/support/s3-proxy.ts';
import { tileFileKey } from '../../server/src/orders/delivery/layout.ts';
import { findS3Server } from '../support/s3-server.ts';
import { call } from './support/call.ts';
import { until, untilEnded } from './support/orders/order-client.ts';
import { type OrderDesk, turnQueue } from './support/orders/order-desk.ts';
import { keysIn, openS3Desk, uploadsIn } from './support/orders/s3-desk.ts';

const program = findS3Server();
const others = 'mine/film.mp4';

/** What a worker that is killed in the middle of a raster leaves in the bucket. */
async function leaveParts(client: S3Client, Key: string): Promise<void> {
  const at = { Bucket: 'deliveries', Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.alloc(1_000) }));
}

async function rasterOf({ service }: OrderDesk, id: string, number: number): Promise<string> {
  const [found] = await service.orders.specs(id, [number]);
  return tileFileKey('here', found!.spec, 'visual.tif');
}

const isRaster = ({ request: { method, url } }: Exchange) => method === 'PUT' && url!.includes('-visual.tif');

describe.skipIf(program === null)('parts that a killed worker left in a bucket of S3', () => {
  it('go when every tile of the order has failed; uploads of others stay', async () => {
    const { desk, proxy, order, client } = await openS3Desk(program!, { SWATH_TILE_ATTEMPTS: '1' });
    proxy.deviation = (exchange) => (isRaster(exchange) ? exchange.fail(400, 'InvalidRequest') : exchange.forward());
    await turnQueue(desk, 'pause');
    const id = await order('here');
    await leaveParts(client, await rasterOf(desk, id, 0));
    await leaveParts(client, others);
    await turnQueue(desk, 'resume');
    expect((await untilEnded(desk.client, id)).state).toBe('FAILED');
    expect(await until(async () => (await uploadsIn(client)).length === 1)).toBe(true);
    expect([await uploadsIn(client), await keysIn(client)]).toEqual([[others], []]);
  });

  it('go when the order is cancelled in the middle of its rasters, and nothing comes after', async () => {
    const { desk, proxy, order, client } = await openS3Desk(program!, { SWATH_DELIVERY_LEASE: '5' });
    const held: Exchange[] = [];
    proxy.deviation = (exchange) => {
      if (!isRaster(exchange)) return exchange.forward();
      held.push(exchange);
      exchange.request.resume();
    };
    const id = await order('here');
    expect(await until(() => held.length > 0)).toBe(true);
    const begun = (await desk.service.orders.tiles(id)).find(({ attempts }) => attempts > 0)!;
    await leaveParts(client, await rasterOf(desk, id, begun.number));
    const answer = await call(desk.url, `/order/${id}/cancel`, { method: 'POST', bearer: desk.client.bearer });
    expect([answer.status, answer.json]).toMatchObject([200, { state: 'CANCELLED' }]);
    expect(await until(async () => (await uploadsIn(client)).length === 0)).toBe(true);
    // Whoever was sending has heard of the end.
    expect(await until(() => held.every(({ request }) => request.socket.destroyed))).toBe(true);
    proxy.deviation = null;
    expect(await keysIn(client)).toEqual([]);
  });
});
