import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../support/accounts.ts';
import { assert, forbidden, invalidParameters, notFound, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import {
  type OrderRecord,
  type OrderService,
  acquisitions,
  startOrderService,
  strangerTo,
  timeless,
} from './support-orders.ts';

let swath: OrderService;
let made: OrderRecord;

beforeAll(async () => {
  swath = await startOrderService();
  made = await swath.order({ metadata: { customer: 'first' } });
});
afterAll(() => swath.stop());

const unknownId = '5725301122138062875';

const paths = [
  '/order/{id}',
  '/order/{id}/',
  '/order/status/{id}',
  '/order/status/{id}/',
  '/order?id={id}',
  '/order/?id={id}',
  '/order?order_id={id}',
  '/order?orderId={id}',
  '/order?orderID={id}&limit=1',
  '/order?ORDER-ID={id}',
  '/order?ID={id}&order_id={id}',
  '/api/v1/order/{id}',
  '/api/v1/order/status/{id}',
  '/api/v1/order?id={id}',
];

const partsOf = (id: string): [string, string][] => [
  ['GET', `/order/${id}/tiles`],
  ['GET', `/order/${id}/events`],
  ['GET', `/order/${id}/manifest`],
  ['GET', `/order/${id}/files`],
  ['GET', `/order/${id}/files/some/key.tif`],
  ['POST', `/order/${id}/cancel`],
  ['POST', `/order/${id}/retry`],
];

describe('GET /order', () => {
  test.each(paths)('200 with the record of POST by %s, with token and with key', async (path) => {
    for (const credential of [{ token: swath.token }, { key: swath.key }]) {
      const answer = await swath.ask('GET', path.replaceAll('{id}', made.id), credential);
      expect([answer.status, timeless(answer.json<OrderRecord>())]).toEqual([200, timeless(made)]);
    }
  });

  test.each(paths)('404 for an unknown id by %s', async (path) => {
    assert.refusal(await swath.ask('GET', path.replaceAll('{id}', unknownId)), notFound);
  });

  test.each(['1', 'unknown', '57253011221380628751', '0725301122138062875', '%00', "' OR 1=1 --"])(
    '404 for %j, which is no id at all',
    async (id) => {
      for (const path of [`/order/${encodeURIComponent(id)}`, `/order?id=${encodeURIComponent(id)}`])
        assert.refusal(await swath.ask('GET', path), notFound);
    },
  );

  test("404 for another account's order, as for an unknown one, whatever is asked of it", async () => {
    const token = await strangerTo(swath);
    for (const path of paths)
      assert.refusal(await swath.ask('GET', path.replaceAll('{id}', made.id), { token }), notFound);
    for (const [method, path] of [...partsOf(made.id), ...partsOf(unknownId), ...partsOf('1')])
      assert.refusal(await swath.ask(method, path, { token }), notFound);
    expect((await swath.ask('GET', '/order', { token })).json()).toEqual({ data: [], has_more: false });
  });

  test('401 without a credential and 403 without the permission', async () => {
    for (const path of ['/order', `/order/${made.id}`])
      assert.refusal(await call(swath.url, 'GET', path), unauthorized);
    const { api_key: key } = await createKey(swath.url, swath.token, { permissions: ['search', 'select'] });
    assert.refusal(await call(swath.url, 'GET', `/order/${made.id}`, { key }), forbidden);
    assert.refusal(await call(swath.url, 'POST', '/order', { key, json: {} }), forbidden);
  });

  test('400 for two ids', async () => {
    const answer = await swath.ask('GET', `/order?id=${made.id}&order_id=${unknownId}`);
    assert.refusal(answer, { ...invalidParameters, message: "Bad Request: 'id' must be given once" });
  });
});

describe('GET /order/{id}', () => {
  test('200 with all that the contract lists', () => {
    expect(made).toMatchObject({
      order_id: made.id,
      status: 'RUNNING',
      state: 'RUNNING',
      status_message: 'Order submitted and running.',
      order: {
        usage: { area: { estimate: true }, cost: { estimate: true } },
        output_config: { bucket: 'managed', prefix: '' },
        settings: { hd: false, clip_to_aoi: false, visual: true },
        metadata: { customer: 'first' },
        notifications: [],
        select_id: null,
        request: { acquisitions: [acquisitions.fit], output_config: { bucket: 'managed', prefix: '' } },
      },
      metadata: { customer: 'first' },
      progress: { tiles: { delivered: 0, failed: 0 }, percent: 0, eta_seconds: null, finished: null },
      links: { self: `${swath.service.config.baseUrl}/order/${made.id}` },
    });
    expect(made.id).toMatch(/^\d{19}$/);
    expect(made.order.acquisitions).toEqual([
      {
        id: acquisitions.fit,
        collection: 'scenes',
        tiles: expect.any(Number),
        area_sqkm: expect.any(Number),
        cost: null,
      },
    ]);
    expect(made.progress.tiles['total']).toBe(made.progress.tiles['remaining']);
  });

  test.each(['self', 'status', 'events', 'tiles', 'files'])('200 behind its link %s', async (name) => {
    const path = made.links[name]!.slice(swath.service.config.baseUrl.length);
    expect((await swath.ask('HEAD', path)).status).toBe(200);
  });

  test('200 with its progress when tiles are delivered', async () => {
    const { id } = await swath.order({ acquisitions: Object.values(acquisitions) });
    const [first, ...others] = await swath.claim(id);
    await swath.deliver([first!]);
    await swath.service.orders.giveTilesBack(
      others.map(({ lease }) => lease),
      swath.service.clock.nowMs(),
    );
    const { progress } = await swath.read(id);
    const total = 1 + others.length;
    const percent = Math.floor(1_000 / total) / 10;
    expect(progress).toMatchObject({ tiles: { total, delivered: 1, failed: 0, remaining: total - 1 }, percent });
    const { delivered, total_estimate: estimate } = progress['bytes'] as Record<string, number>;
    expect([delivered! > 0, estimate]).toEqual([true, delivered! * total]);
    expect(progress['eta_seconds']).toBeGreaterThanOrEqual(0);
  });

  test('200 without the secrets of a webhook', async () => {
    const notifications = [{ type: 'webhook', url: 'https://hooks.example.com/in/ABC?token=hush' }];
    const record = await swath.order({ notifications });
    const shown = [{ type: 'webhook', url: 'https://hooks.example.com/in/ABC' }];
    expect(record.order).toMatchObject({ notifications: shown, request: { notifications: shown } });
    for (const path of [`/order/${record.id}`, '/order'])
      expect((await swath.ask('GET', path)).text).not.toContain('hush');
  });
});
