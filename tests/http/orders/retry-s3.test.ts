import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BucketTarget } from '../../../server/src/buckets/bucket-target.ts';
import { type Order, type OrderOutput } from '../../../server/src/orders/order.ts';
import { end, output, placement } from '../../contract/order-fixtures.ts';
import { assert, invalidParameters } from '../../support/assert.ts';
import { type OrderService, startOrderService } from './support-orders.ts';

let swath: OrderService;

beforeAll(async () => {
  swath = await startOrderService({ SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
});
afterAll(() => swath.stop());

// Nobody listens there.
const endpoint = 'http://127.0.0.1:9';
const s3: BucketTarget = { kind: 's3', name: 'theirs', endpoint, region: 'eu-central-1', isPathStyle: true };
const keys = { access_key_id: 'AKIA', secret_access_key: 'hush' };

/** An order to such a bucket whose tiles have all failed. */
async function failed(change: Partial<OrderOutput> = {}): Promise<Order> {
  const { orders, clock, accounts } = swath.service;
  const { account } = (await accounts.byId(swath.accountId))!;
  const nowMs = clock.nowMs();
  const place = output({ target: s3, label: 'theirs', identity: `s3:${nowMs}`, ...change });
  const placed = placement(account, 2, { output: place, createdAtMs: nowMs, changedAtMs: nowMs });
  expect(await orders.place(placed)).toMatchObject({ outcome: 'placed' });
  await swath.fail(await swath.claim(placed.order.id), 'the bucket is gone');
  for (const { lease } of await orders.claimOrders({
    holder: 'test',
    nowMs: clock.nowMs(),
    leaseUntilMs: clock.nowMs() + 60_000,
    limit: 10,
  }))
    await orders.finish(lease, end({ state: 'FAILED', hasManifest: false, nowMs: clock.nowMs() }));
  return (await orders.ofAnyone(placed.order.id))!;
}

describe('POST /order/{id}/retry of an order to S3', () => {
  test('400 naming output_config where its credentials are gone and not given again', async () => {
    const { id } = await failed();
    for (const json of [{}, { output_config: {} }, { output_config: { bucket: 'theirs' } }]) {
      const answer = await swath.ask('POST', `/order/${id}/retry`, { json });
      assert.refusal(answer, { ...invalidParameters, message: /output_config must give the credentials/ });
    }
  });

  test('400 for credentials of another endpoint', async () => {
    const { id } = await failed();
    const json = { output_config: { ...keys, endpoint: 'https://elsewhere.example.com' } };
    assert.refusal(await swath.ask('POST', `/order/${id}/retry`, { json }), {
      ...invalidParameters,
      message: /endpoint/,
    });
  });

  test('503 while the bucket is out of reach, and the order stays as it was', async () => {
    const { id } = await failed();
    const json = { output_config: { amazon_s3: { bucket: 'theirs', ...keys } } };
    const answer = await swath.ask('POST', `/order/${id}/retry`, { json });
    expect([answer.status, answer.json()['code']]).toEqual([503, 'unavailable']);
    expect(answer.text).not.toContain('hush');
    expect(await swath.read(id)).toMatchObject({ state: 'FAILED' });
  });
});
