import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '../../support/accounts.ts';
import {
  type OrderRecord,
  type OrderService,
  acquisitions,
  bucketFolder,
  plainOrder,
  startOrderService,
  timeless,
} from './support-orders.ts';

let swath: OrderService;

beforeAll(async () => {
  swath = await startOrderService();
  const prices = { fresh_imagery_price: 10, standard_imagery_price: 5, training_imagery_price: 1 };
  await changeAccount(swath.url, swath.adminToken, swath.accountId, { prices });
});
afterAll(() => swath.stop());

type DryRun = { readonly usage: OrderRecord['order']['usage']; readonly [member: string]: unknown };

const ids = (text: string) => (JSON.parse(text) as { data: OrderRecord[] }).data.map(({ id }) => id);

describe('POST /order', () => {
  test.each(['/order', '/order/', '/api/v1/order', '/api/v1/order/'])(
    '200 at %s, with token and with key',
    async (path) => {
      for (const credential of [{ token: swath.token }, { key: swath.key }]) {
        const answer = await swath.ask('POST', path, { ...credential, json: plainOrder });
        expect([answer.status, answer.json()['status']]).toEqual([200, 'RUNNING']);
        expect(answer.headers.get('idempotency-replayed')).toBeNull();
      }
    },
  );

  test('200 by select ID, with what the select has estimated', async () => {
    const select = await swath.select();
    const record = await swath.order({ acquisitions: undefined, select_id: select.id });
    expect(record.order['select_id']).toBe(select.id);
    expect(record.order.acquisitions.map(({ id }) => id).sort()).toEqual(Object.values(acquisitions).sort());
    expect(record.order.usage.area['total_imagery_sqkm']).toBeCloseTo(
      Number(select.usage!['area']!['total_imagery_sqkm']),
      6,
    );
    expect(record.order.usage.cost['total_imagery_cost']).toBe(select.usage!['cost']!['total_imagery_cost']);
  });

  test('200 as the public clients send it, members that mean nothing named in warnings', async () => {
    const record = await swath.order({
      acquisitions: [{ id: acquisitions.fit, cells: [] }],
      settings: { bundle_adjust: false },
      dry_run: false,
      metadata: {},
      colour: 'blue',
    });
    expect(record.warnings.join()).toContain('colour');
    expect(record['metadata']).toEqual({});
  });

  test('200 with the same order for the same Idempotency-Key and body, whatever happened since', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await swath.ask('POST', '/order', { json: plainOrder, headers });
    const { id } = first.json<OrderRecord>();
    await swath.deliver(await swath.claim(id));
    const again = await swath.ask('POST', '/order', { json: plainOrder, headers });
    expect([again.status, again.headers.get('idempotency-replayed'), again.json()['id']]).toEqual([200, 'true', id]);
    expect(timeless(again.json<OrderRecord>())).toEqual(timeless(await swath.read(id)));
    const other = await swath.ask('POST', '/order', { json: plainOrder, headers: { 'idempotency-key': 'twice' } });
    expect(other.json()['id']).not.toBe(id);
  });

  test('200 with one order for the same key at the same moment', async () => {
    const headers = { 'idempotency-key': 'at once' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => swath.ask('POST', '/order', { json: plainOrder, headers })),
    );
    expect(new Set(answers.map((answer) => answer.json()['id'])).size).toBe(1);
    expect(answers.filter(({ headers: sent }) => sent.get('idempotency-replayed') === null)).toHaveLength(1);
  });

  test('200 with a warning when the same is delivered to the same place already', async () => {
    const json = { output_config: { bucket: 'demo', prefix: 'twin' } };
    const first = await swath.order(json);
    const second = await swath.order(json);
    expect([first.warnings, second.warnings.join()]).toEqual([[], expect.stringContaining(first.id)]);
  });

  test('200 with usage and cost for a dry run, which places nothing and leaves nothing in the bucket', async () => {
    const before = (await swath.ask('GET', '/order?limit=1000')).text;
    const json = { ...plainOrder, output_config: { bucket: 'demo', prefix: 'dry' }, dry_run: true };
    const answer = await swath.ask('POST', '/order', { json });
    const { usage, ...rest } = answer.json<DryRun>();
    expect([answer.status, rest]).toMatchObject([
      200,
      {
        status: 'SUCCEEDED',
        status_message: 'Order dry-run validation successful.',
        acquisitions: [{ id: acquisitions.fit, cost: expect.any(Number) }],
        tiles: expect.any(Number),
        warnings: [],
      },
    ]);
    expect(rest).not.toHaveProperty('id');
    expect(usage.area['total_imagery_sqkm']).toBe(1);
    expect(usage.cost['total_imagery_cost']).toBeGreaterThan(0);
    const after = (await swath.ask('GET', '/order?limit=1000')).text;
    expect(ids(after)).toEqual(ids(before));
    expect(readdirSync(bucketFolder(swath, 'demo'))).not.toContain('dry');
  });

  test('200 with credentials nowhere in the record', async () => {
    const json = {
      ...plainOrder,
      output_config: { amazon_s3: { bucket: 'managed', prefix: '', secret: 'hush-hush' } },
    };
    const answer = await swath.ask('POST', '/order', { json });
    expect(answer.text).not.toContain('hush-hush');
  });
});
