import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import type { Buckets } from '../../../server/src/buckets/ports.ts';
import { changeAccount } from '../../support/accounts.ts';
import { assert, invalidParameters, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import { startVariant } from '../../support/start-variant.ts';
import { type OrderService, acquisitions, plainOrder, startOrderService, strangerTo } from './support-orders.ts';

let swath: OrderService;
let selectId: string;

beforeAll(async () => {
  swath = await startOrderService();
  ({ id: selectId } = await swath.select());
});
afterAll(() => swath.stop());

const place = (json: unknown, headers = {}) => swath.ask('POST', '/order', { json, headers });
const refused = (message: string | RegExp) => ({ ...invalidParameters, message });
const denied = () => Promise.reject(new BucketFault('denied', 'access is denied'));
const onFire = () => Promise.reject(new Error('disk /srv/secret is on fire'));
const unknownId = '5725301122138062875';
const output = { output_config: { bucket: 'managed', prefix: '' } };

describe('POST /order', () => {
  test('400 invalid_parameters: the select ID has 0 results', async () => {
    const { id } = await swath.select({ bbox: [1, 1, 1.1, 1.1] });
    assert.refusal(await place({ select_id: id, ...output }), refused(`Bad Request: Select ID ${id} has 0 results`));
  });

  test('400 invalid_parameters: the bucket does not exist', async () => {
    const answer = await place({ select_id: selectId, bucket: 'nowhere' });
    assert.refusal(answer, refused(/^Bad Request: Unable to write to bucket nowhere: .*'exists'/));
  });

  test('400 invalid_parameters: the bucket has no write permission for the service', async () => {
    const { buckets } = swath.service;
    const open: Buckets['open'] = async (...asked) => ({ ...(await buckets.open(...asked)), put: denied });
    const variant = await startVariant(swath.service, { buckets: { open } });
    const json = { select_id: selectId, bucket: 'demo' };
    const answer = await call(variant.url, 'POST', '/order', { token: swath.token, json });
    assert.refusal(answer, refused(/^Bad Request: Unable to write to bucket demo: the step 'write' failed: /));
    await variant.stop();
  });

  test.each(['no-address', 'a@', '', 'a b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    '400 invalid_parameters: the e-mail address %j is not correctly formatted',
    async (address) => {
      const answer = await place({ select_id: selectId, ...output, notifications: [{ type: 'email', address }] });
      assert.refusal(answer, refused(/notifications.*address|email address/i));
    },
  );

  test('400 invalid_parameter: HD is not possible, with the acquisitions that it is not possible for', async () => {
    const hdNotPossible = { status: 400, code: 'invalid_parameter', type: 'invalid_request_error' };
    for (const hd of [{ settings: { hd: true } }, { hd: true }, { HD: true }]) {
      const answer = await place({ select_id: selectId, ...output, ...hd });
      assert.refusal(answer, {
        ...hdNotPossible,
        message: /^Bad Request: The following acquisitions cannot be ordered with HD: /,
      });
      const { message } = answer.json<{ message: string }>();
      expect([acquisitions.fine, acquisitions.coarse].every((id) => message.includes(id))).toBe(true);
      expect(message).not.toContain(acquisitions.fit);
    }
  });

  test('400 invalid_parameters: the select ID is unknown, foreign or none', async () => {
    const token = await strangerTo(swath);
    const foreign = (await swath.ask('POST', '/select', { token, json: { ids: [acquisitions.fit] } })).json()['id'];
    for (const id of [unknownId, foreign, 'abc'])
      assert.refusal(
        await place({ select_id: id, ...output }),
        refused(`Bad Request: Select ID ${String(id)} not found`),
      );
  });

  test.each([
    ['neither select_id nor acquisitions', { ...output }, /select_id/],
    ['both select_id and acquisitions', { ...plainOrder, select_id: unknownId }, /select_id.*acquisitions/],
    ['no bucket', { acquisitions: [acquisitions.fit] }, /bucket|output_config/],
    ['an unknown type of notification', { ...plainOrder, notifications: [{ type: 'pigeon' }] }, /notifications/],
    [
      'a notification without an address',
      { ...plainOrder, notifications: [{ type: 'email' }] },
      /notifications.*address/,
    ],
    ['a prefix that leads out', { ...plainOrder, output_config: { bucket: 'demo', prefix: '../x' } }, /prefix/],
    ['acquisitions that are not there', { ...plainOrder, acquisitions: ['nothing'] }, /nothing/],
    ['settings that are no object', { ...plainOrder, settings: 5 }, /settings/],
    ['an AOI beside a select', { select_id: unknownId, ...output, bbox: [1, 2, 3, 4] }, /bbox/],
  ])('400 invalid_parameters: %s', async (_, json, message) => {
    assert.refusal(await place(json), refused(message));
  });

  test('400 invalid_parameters: over the limit of the account', async () => {
    const limited = await startOrderService();
    const { accountId, adminToken } = limited;
    await changeAccount(limited.url, adminToken, accountId, {
      limits: { annual_subscription_fee_limit: 1 },
      prices: { fresh_imagery_price: 1_000, standard_imagery_price: 1_000, training_imagery_price: 1_000 },
    });
    const answer = await limited.ask('POST', '/order', { json: plainOrder });
    assert.refusal(answer, refused(/annual_subscription_fee_limit/));
    await limited.stop();
  });

  test('400 unparsable_body for what is no JSON, 400 for what is no object, and for no body', async () => {
    const unparsable = await swath.ask('POST', '/order', { raw: '{', headers: { 'content-type': 'application/json' } });
    assert.refusal(unparsable, { ...invalidParameters, code: 'unparsable_body' });
    for (const json of [[], 'text', 5, null]) assert.refusal(await place(json), refused(/'body' must be an object/));
    assert.refusal(await swath.ask('POST', '/order'), refused(/select_id/));
  });

  test('401 without a credential', async () => {
    assert.refusal(await call(swath.url, 'POST', '/order', { json: plainOrder }), unauthorized);
  });

  test('400 for an Idempotency-Key that is too long', async () => {
    assert.refusal(await place(plainOrder, { 'idempotency-key': 'k'.repeat(256) }), refused(/'Idempotency-Key'/));
  });

  test('422 for an Idempotency-Key that was used with another body', async () => {
    const headers = { 'idempotency-key': 'the same' };
    expect((await place(plainOrder, headers)).status).toBe(200);
    const other = await place({ ...plainOrder, metadata: 1 }, headers);
    assert.refusal(other, { status: 422, code: 'idempotency_mismatch', type: 'invalid_request_error' });
  });

  test('500 when a valid request cannot be processed, and nothing of why', async () => {
    const variant = await startVariant(swath.service, { orders: { ...swath.service.orders, place: onFire } });
    const answer = await call(variant.url, 'POST', '/order', { token: swath.token, json: plainOrder });
    assert.refusal(answer, {
      status: 500,
      code: 'internal_error',
      type: 'api_error',
      message: 'Internal Server Error',
    });
    await variant.stop();
  });

  test('leaves no order behind when it refuses', async () => {
    const before = (await swath.ask('GET', '/order?limit=1000')).json<{ data: unknown[] }>().data.length;
    await place({ select_id: selectId, bucket: 'nowhere' });
    const after = (await swath.ask('GET', '/order?limit=1000')).json<{ data: unknown[] }>().data.length;
    expect(after).toBe(before);
  });
});
