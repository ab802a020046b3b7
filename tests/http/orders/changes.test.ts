import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bucket, Sweep } from '../../../server/src/buckets/ports.ts';
import { cancelOrder } from '../../../server/src/orders/cancel-order.ts';
import { tileFileKey } from '../../../server/src/orders/delivery/layout.ts';
import { markOf } from '../../../server/src/orders/follow-order.ts';
import { totalCostOf } from '../../../server/src/usage/price-usage.ts';
import { changeAccount } from '../../support/accounts.ts';
import { assert, invalidParameters } from '../../support/assert.ts';
import { mails } from '../../support/mail-folder.ts';
import { quarters } from '../imagery/picture-archive.ts';
import {
  type OrderRecord,
  type OrderService,
  acquisitions,
  bucketFolder,
  startOrderService,
} from './support-orders.ts';

let swath: OrderService;

beforeAll(async () => {
  swath = await startOrderService();
  const prices = { fresh_imagery_price: 10, standard_imagery_price: 10, training_imagery_price: 10 };
  await changeAccount(swath.url, swath.adminToken, swath.accountId, { prices });
});
afterAll(() => swath.stop());

const all = { acquisitions: Object.values(acquisitions) };
const conflict = { status: 409, code: 'conflict', type: 'invalid_request_error' };
const cancel = (id: string) => swath.ask('POST', `/order/${id}/cancel`);
const retry = (id: string, json?: unknown) =>
  swath.ask('POST', `/order/${id}/retry`, json === undefined ? {} : { json });

const asset = (href: string) => ({ visual: { href, type: 'image/tiff; application=geotiff', roles: ['visual'] } });

/** An order of which one tile was delivered and the others failed. */
async function partial(json: Readonly<Record<string, unknown>> = all): Promise<OrderRecord> {
  const { id } = await swath.order({ ...all, ...json });
  const [first, ...others] = await swath.claim(id);
  await swath.deliver([first!]);
  await swath.fail(others, 'the source file is gone');
  await swath.finish(id);
  return swath.read(id);
}

describe('POST /order/{id}/cancel', () => {
  test('200 with the order cancelled and what was delivered paid, and nothing is delivered any more', async () => {
    const { id } = await swath.order(all);
    const [first, second, third] = await swath.claim(id);
    await swath.deliver([first!]);
    const answer = await cancel(id);
    const record = answer.json<OrderRecord>();
    expect([answer.status, record]).toMatchObject([
      200,
      { status: 'FAILED', state: 'CANCELLED', order: { usage: { area: { total_imagery_sqkm: 1, estimate: false } } } },
    ]);
    expect(record.order.usage.cost['total_imagery_cost']).toBe(10);
    expect(record.status_message).toBe('Order cancelled, 1 of 3 tiles were delivered.');
    expect(record.progress).toMatchObject({ tiles: { remaining: 0 }, eta_seconds: null, finished: expect.any(String) });
    const { orders, clock } = swath.service;
    expect(await orders.tileDelivered(second!.lease, [], clock.nowMs())).toBe(false);
    expect(await orders.isHeld(third!.lease)).toBe(false);
    expect(await swath.claim(id)).toEqual([]);
  });

  test('a tile that is done while the order is summed up is neither recorded nor left out of what is paid', async () => {
    const { id } = await swath.order(all);
    const [first, second] = await swath.claim(id);
    await swath.deliver([first!]);
    const { orders, clock } = swath.service;
    const order = (await orders.ofAnyone(id))!;
    const late: boolean[] = [];
    const cancelLate: typeof orders.cancel = async (...given) => {
      late.push(await orders.tileDelivered(second!.lease, [], clock.nowMs()));
      return orders.cancel(...given);
    };
    const ended = await cancelOrder({ ...swath.service, orders: { ...orders, cancel: cancelLate } }, order);
    expect([late, ended]).toMatchObject([[false], { state: 'CANCELLED', tiles: { delivered: 1 } }]);
    expect([totalCostOf(order.usage), totalCostOf(ended.usage)]).toEqual([30, 10]);
  });

  test('what was begun of its tiles goes from the bucket at once, and nothing else that is young', async () => {
    const { id } = await swath.order(all);
    const [first, second, third] = await swath.claim(id);
    await swath.deliver([first!]);
    await swath.service.orders.giveTilesBack([third!.lease], swath.service.clock.nowMs());
    const sweeps: Sweep[] = [];
    const sweepAbandoned: Bucket['sweepAbandoned'] = async (sweep) => sweeps.push(sweep);
    const buckets = { open: async () => ({ sweepAbandoned, close: () => {} }) as unknown as Bucket };
    await cancelOrder({ ...swath.service, buckets }, (await swath.service.orders.ofAnyone(id))!);
    await expect.poll(() => sweeps).toHaveLength(1);
    const specs = (await swath.service.orders.specs(id, [0, 1, 2])).map(({ spec }) => spec);
    const { prefix } = second!.order.output;
    const isOver = specs.map((spec) => sweeps[0]!.isOver!(tileFileKey(prefix, spec, 'visual.tif')));
    expect(isOver).toEqual([0, 1, 2].map((number) => number === second!.lease.number));
  });

  test('a manifest of a worker that was killed before the end goes from the bucket', async () => {
    const { id } = await swath.order({ output_config: { bucket: 'demo', prefix: 'killed' } });
    await swath.deliver(await swath.claim(id));
    const manifest = join(bucketFolder(swath, 'demo'), 'killed', `${id}-manifest.json`);
    mkdirSync(dirname(manifest), { recursive: true });
    writeFileSync(manifest, '{"state":"SUCCEEDED"}');
    expect((await cancel(id)).status).toBe(200);
    await expect.poll(() => existsSync(manifest)).toBe(false);
  });

  test('409 for an order that has ended', async () => {
    const { id } = await swath.order();
    expect((await cancel(id)).status).toBe(200);
    assert.refusal(await cancel(id), { ...conflict, message: /CANCELLED/ });
    const { id: done } = await swath.order();
    await swath.deliver(await swath.claim(done));
    await swath.finish(done);
    assert.refusal(await cancel(done), { ...conflict, message: /SUCCEEDED/ });
    expect((await swath.read(done)).state).toBe('SUCCEEDED');
  });

  test('200 for one of many at the same moment, 409 for the others', async () => {
    const { id } = await swath.order();
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => cancel(id)))).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('200, and a mail about it', async () => {
    const address = 'cancelled@example.com';
    const { id } = await swath.order({ notifications: [{ type: 'email', address }] });
    await cancel(id);
    const mailed = () => mails(swath.dataFolder).filter((mail) => mail.includes(address) && mail.includes(id));
    await expect.poll(mailed, { timeout: 10_000 }).toHaveLength(1);
  });
});

test('an order says that deliveries are paused, when it is placed, in lists and to who follows it too, and when they are not any more', async () => {
  const { id } = await swath.order();
  const switched = (how: 'pause' | 'resume') => swath.send('POST', `/admin/queue/${how}`);
  const lists = async () => (await swath.ask('GET', '/order')).json<{ data: OrderRecord[] }>().data;
  await switched('pause');
  const first = (await lists())[0]!;
  const told = [await swath.read(id), first, await swath.order()];
  const message = 'Order submitted. The operator has paused deliveries: it goes on when they are resumed.';
  for (const record of told) expect(record).toMatchObject({ status_message: message, progress: { paused: true } });
  const paused = (await swath.service.orders.progress(id))!;
  await switched('resume');
  expect((await swath.read(id)).status_message).toBe('Order submitted and running.');
  expect(markOf((await swath.service.orders.progress(id))!)).not.toBe(markOf(paused));
  for (const record of [told[0]!, told[2]!]) await cancel(record.id);
});

test('an order whose documents cannot be written says why, to who follows it too, while that is tried again', async () => {
  const { id } = await swath.order();
  await swath.deliver(await swath.claim(id));
  const { orders, clock } = swath.service;
  const mark = markOf((await orders.progress(id))!);
  const nowMs = clock.nowMs();
  const claimed = await orders.claimOrders({ holder: 'test', nowMs, leaseUntilMs: nowMs + 60_000, limit: 10 });
  const { lease } = claimed.find(({ order }) => order.id === id)!;
  const reason = 'its documents could not be written to the bucket: the bucket theirs has no room left';
  await orders.postpone(lease, nowMs, reason);
  expect(await swath.read(id)).toMatchObject({
    state: 'RUNNING',
    status_message: `Order submitted and running. Tried again soon: ${reason}`,
    progress: { eta_seconds: null },
  });
  expect(markOf((await orders.progress(id))!)).not.toBe(mark);
  await swath.finish(id);
  expect((await swath.read(id)).status_message).toBe('Order completed.');
});

describe('POST /order/{id}/retry', () => {
  test('200 with the failed tiles queued again, and only those', async () => {
    const ended = await partial();
    expect(ended).toMatchObject({
      status: 'FAILED',
      state: 'PARTIAL',
      order: { usage: { area: { total_imagery_sqkm: 1 } } },
    });
    const answer = await retry(ended.id);
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      {
        status: 'RUNNING',
        state: 'RUNNING',
        progress: { tiles: { total: 3, delivered: 1, failed: 0, remaining: 2 }, finished: null, eta_seconds: null },
        order: { usage: { area: { total_imagery_sqkm: 3 }, cost: { total_imagery_cost: 30 } } },
      },
    ]);
    const tiles = await swath.claim(ended.id);
    expect(tiles).toHaveLength(2);
    await swath.deliver(tiles);
    await swath.finish(ended.id);
    expect(await swath.read(ended.id)).toMatchObject({ state: 'SUCCEEDED', progress: { percent: 100 } });
  });

  test('200 with an empty body, as without one', async () => {
    const { id } = await partial();
    const answer = await swath.ask('POST', `/order/${id}/retry`, {
      raw: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
  });

  test('200 with imagery where the catalogue has it now', async () => {
    const id = '104001005D31FA00';
    const old = swath.file('moved-from.tif', quarters.bytes());
    await swath.item(id, { assets: asset(old) });
    const order = await swath.order({ acquisitions: [id] });
    await swath.fail(await swath.claim(order.id), 'the source file is gone');
    await swath.finish(order.id);
    const moved = swath.file('moved-to.tif', quarters.bytes());
    const stored = (await swath.send('GET', `/collections/scenes/items/${id}`)).json();
    await swath.send('PUT', `/collections/scenes/items/${id}`, { json: { ...stored, assets: asset(moved) } });
    expect((await retry(order.id)).status).toBe(200);
    const [tile] = await swath.claim(order.id);
    expect(tile!.spec.sources.map(({ rasters }) => rasters.visual)).toEqual([expect.stringContaining('moved-to.tif')]);
  });

  test('409 for an order that runs, was cancelled, or has no failed tiles', async () => {
    const { id } = await swath.order();
    assert.refusal(await retry(id), { ...conflict, message: /running/ });
    await cancel(id);
    assert.refusal(await retry(id), { ...conflict, message: /cancelled/ });
    const { id: done } = await swath.order();
    await swath.deliver(await swath.claim(done));
    await swath.finish(done);
    assert.refusal(await retry(done), { ...conflict, message: /no failed tiles/ });
  });

  test.each([
    [[], /'body'/],
    [{ output_config: 5 }, /output_config/],
    [{ output_config: { bucket: 'another' } }, /output_config\.bucket/],
    [{ bucket: 'another' }, /^.*bucket must be that of the order/],
    [{ output_config: { access_key_id: 'a' } }, /secret_access_key/],
    [{ output_config: { access_key_id: 'a', secret_access_key: 'b' } }, /takes none/],
    [{ output_config: { amazon_s3: { role_arn: 'no' } } }, /amazon_s3\.role_arn/],
  ])('400 for the body %j', async (json, message) => {
    const { id } = await partial();
    assert.refusal(await retry(id, json), { ...invalidParameters, message });
    expect((await swath.read(id)).state).toBe('PARTIAL');
  });

  test('400 where the bucket is not there any more', async () => {
    mkdirSync(bucketFolder(swath, 'brief'));
    const { id } = await partial({ output_config: { bucket: 'brief', prefix: '' } });
    rmSync(bucketFolder(swath, 'brief'), { recursive: true });
    assert.refusal(await retry(id), { ...invalidParameters, message: /Unable to write to bucket brief/ });
  });

  test('400 where a collection of its failed tiles is not granted any more', async () => {
    const { id } = await partial();
    const grant = (collections: readonly string[] | null) =>
      changeAccount(swath.url, swath.adminToken, swath.accountId, { collections });
    await grant(['others']);
    assert.refusal(await retry(id), { ...invalidParameters, message: /not granted any more: scenes$/ });
    expect((await swath.read(id)).state).toBe('PARTIAL');
    await grant(null);
    expect((await retry(id)).status).toBe(200);
  });

  test('400 over the limit of the account', async () => {
    const { id } = await partial();
    await changeAccount(swath.url, swath.adminToken, swath.accountId, { limits: { annual_subscription_fee_limit: 1 } });
    assert.refusal(await retry(id), { ...invalidParameters, message: /annual_subscription_fee_limit/ });
    await changeAccount(swath.url, swath.adminToken, swath.accountId, {
      limits: { annual_subscription_fee_limit: -1 },
    });
  });
});
