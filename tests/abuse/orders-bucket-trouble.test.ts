import { describe, expect, it } from 'vitest';
import type { Exchange, S3Proxy } from '../buckets/support/s3-proxy.ts';
import { findS3Server } from '../support/s3-server.ts';
import { readOrder, until, untilEnded } from './support/orders/order-client.ts';
import type { OrderDesk } from './support/orders/order-desk.ts';
import { keysIn, openS3Desk, uploadsIn } from './support/orders/s3-desk.ts';

const tilesOf = async (desk: OrderDesk, id: string) =>
  (await desk.service.orders.tiles(id)).map(({ state, error }) => ({ state, error }));

const program = findS3Server();

/** From the first raster on. */
const troubleFrom = (proxy: S3Proxy, trouble: (exchange: Exchange) => void) => {
  let hasBegun = false;
  proxy.deviation = (exchange) => {
    const { method, url } = exchange.request;
    hasBegun ||= method === 'PUT' && url!.includes('-visual.tif');
    if (hasBegun) trouble(exchange);
    else exchange.forward();
  };
  return () => hasBegun;
};

const kinds: Readonly<Record<string, (exchange: Exchange) => void>> = {
  resets: ({ request }) => void request.socket.destroy(),
  'answers-503': (exchange) => exchange.fail(503, 'SlowDown'),
  'answers-403': (exchange) => exchange.fail(403, 'AccessDenied'),
  'loses-its-answers': (exchange) => exchange.forward({ isAnswerLost: true }),
};

describe.skipIf(program === null)('a bucket of S3', () => {
  it('is in trouble for a while, of any kind: orders finish by themselves', async () => {
    const { desk, proxy, order, client } = await openS3Desk(program!);
    for (const [name, trouble] of Object.entries(kinds)) {
      const hasBegun = troubleFrom(proxy, trouble);
      const id = await order(name);
      expect([name, await until(hasBegun)]).toEqual([name, true]);
      await new Promise((resolve) => void setTimeout(resolve, 700));
      expect([name, (await readOrder(desk.client, id)).state]).toEqual([name, 'RUNNING']);
      proxy.deviation = null;
      desk.advance(10_000);
      expect([name, (await untilEnded(desk.client, id)).state]).toEqual([name, 'SUCCEEDED']);
      const keys = await keysIn(client, `${name}/`);
      expect(keys).toContain(`${name}/${id}-manifest.json`);
      expect(keys.filter((key) => key.endsWith('-visual.tif'))).toHaveLength(4);
    }
  }, 180_000);

  it('refuses for good: the order fails with its cause, and no object or upload is left', async () => {
    const { desk, proxy, order, client } = await openS3Desk(program!, { SWATH_TILE_ATTEMPTS: '2' });
    troubleFrom(proxy, kinds['answers-403']!);
    const id = await order('here');
    expect(await until(async () => (await tilesOf(desk, id)).every(({ error }) => error !== null))).toBe(true);
    desk.advance(10_000);
    const ended = await untilEnded(desk.client, id);
    expect(ended.state).toBe('FAILED');
    expect(ended.status_message).toContain('deliveries');
    expect(await tilesOf(desk, id)).toEqual(
      Array.from({ length: 4 }, () => ({ state: 'failed', error: expect.stringContaining('deliveries') })),
    );
    proxy.deviation = null;
    expect(await keysIn(client)).toEqual([]);
    expect(await uploadsIn(client)).toEqual([]);
  }, 180_000);
});
