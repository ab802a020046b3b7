import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, changeAccount, createAccount, createKey, signIn } from '../../support/accounts.ts';
import { assert, forbidden, invalidParameters, notFound, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import { type OrderService, acquisitions, plainOrder, startOrderService, strangerTo } from './support-orders.ts';

let swath: OrderService;
/** Another login of the same organization. */
let colleague: { readonly id: string; readonly token: string };

const all = { acquisitions: Object.values(acquisitions) };

type Report = {
  readonly account_id?: string;
  readonly user_id?: string;
  readonly usage: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

beforeAll(async () => {
  swath = await startOrderService();
  const { url, organizationId } = swath;
  await changeAccount(url, swath.adminToken, swath.accountId, {
    prices: { fresh_imagery_price: 10, standard_imagery_price: 10, training_imagery_price: 10 },
    limits: { annual_subscription_fee_limit: 100 },
  });
  const account = await createAccount(url, swath.adminToken, { organization_id: organizationId });
  colleague = { id: account.id, token: (await signIn(url, account)).access_token };
  // Two of three tiles of this one, and all of the colleague's, which still runs.
  const { id } = await swath.order(all);
  const tiles = await swath.claim(id);
  await swath.deliver(tiles.slice(0, 2));
  await swath.fail(tiles.slice(2), 'the source file is gone');
  await swath.finish(id);
  await swath.ask('POST', '/order', { token: colleague.token, json: plainOrder });
});
afterAll(() => swath.stop());

const report = async (path: string, credential = {}): Promise<Report> => {
  const answer = await swath.ask('GET', path, credential);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.json<Report>();
};
const totals = ({ usage }: Report) => [
  usage['area']!['total_imagery_sqkm'],
  usage['cost']!['total_imagery_cost'],
  usage['available']!['total_imagery_balance'],
];

describe('GET /usage/account/{id}', () => {
  test('200 with the shape that public clients read: delivered and held, limits and what is left', async () => {
    const id = swath.organizationId;
    const answer = await report(`/usage/account/${id}`);
    expect([answer.account_id, totals(answer)]).toEqual([id, [3, 30, 70]]);
    expect(answer.usage).toEqual({
      area: {
        fresh_imagery_sqkm: expect.any(Number),
        standard_imagery_sqkm: expect.any(Number),
        training_imagery_sqkm: expect.any(Number),
        total_imagery_sqkm: 3,
        estimate: false,
      },
      cost: {
        fresh_imagery_cost: expect.any(Number),
        standard_imagery_cost: expect.any(Number),
        training_imagery_cost: expect.any(Number),
        total_imagery_cost: 30,
        estimate: false,
      },
      limits: {
        annual_subscription_fee_limit: 100,
        fresh_imagery_fee_limit: -1,
        standard_imagery_fee_limit: -1,
        training_imagery_fee_limit: -1,
      },
      available: {
        fresh_imagery_balance: -1,
        standard_imagery_balance: -1,
        training_imagery_balance: -1,
        total_imagery_balance: 70,
      },
    });
  });

  test('200 within dates, empty ones unset; what is left is of the year all the same', async () => {
    const path = `/usage/account/${swath.organizationId}`;
    const today = new Date().toISOString().slice(0, 10);
    expect(totals(await report(`${path}?start_date=${today}&end_date=${today}`))).toEqual([3, 30, 70]);
    expect(totals(await report(`${path}?start_date=&end_date=`))).toEqual([3, 30, 70]);
    expect(totals(await report(`${path}?end_date=2020-12-31T23:59:59Z`))).toEqual([0, 0, 70]);
    expect(totals(await report(`${path}?start_date=2999-01-01`))).toEqual([0, 0, 70]);
  });

  test.each(['start_date=soon', 'end_date=2026-13-01', 'start_date=2026-01-02&end_date=2026-01-01'])(
    '400 for %s',
    async (query) => {
      assert.refusal(await swath.ask('GET', `/usage/account/${swath.organizationId}?${query}`), invalidParameters);
    },
  );

  test('200 for an administrator whoever it is; 404 for others, and for an administrator by key', async () => {
    const path = `/usage/account/${swath.organizationId}`;
    const token = await adminToken(swath);
    expect(totals(await report(path, { token }))).toEqual([3, 30, 70]);
    assert.refusal(await swath.ask('GET', path, { token: await strangerTo(swath) }), notFound);
    const { api_key: key } = await createKey(swath.url, token);
    assert.refusal(await swath.ask('GET', path, { key }), notFound);
    for (const id of ['unknown', '%00', swath.accountId])
      assert.refusal(await swath.ask('GET', `/usage/account/${id}`, { token }), notFound);
  });

  test('401 without a credential, 403 without the permission', async () => {
    const path = `/usage/account/${swath.organizationId}`;
    assert.refusal(await call(swath.url, 'GET', path), unauthorized);
    const { api_key: key } = await createKey(swath.url, swath.token, { permissions: ['order'] });
    assert.refusal(await call(swath.url, 'GET', path, { key }), forbidden);
  });
});

describe('GET /usage/user/{id}', () => {
  test("200 with the login's own, beside what is left of the organization's limits", async () => {
    const own = await report(`/usage/user/${swath.accountId}`);
    expect([own.user_id, totals(own)]).toEqual([swath.accountId, [2, 20, 70]]);
    const { token, id } = colleague;
    expect(totals(await report(`/usage/user/${id}/`, { token }))).toEqual([1, 10, 70]);
  });

  test("404 for a colleague's, 200 for an administrator", async () => {
    assert.refusal(await swath.ask('GET', `/usage/user/${colleague.id}`), notFound);
    assert.refusal(await swath.ask('GET', '/usage/user/unknown'), notFound);
    expect(totals(await report(`/usage/user/${colleague.id}`, { token: swath.adminToken }))).toEqual([1, 10, 70]);
  });
});

describe('POST /select', () => {
  test("200 with what is left of this year's limits, in the record and in lists", async () => {
    const left = { total_imagery_balance: 70, fresh_imagery_balance: -1 };
    expect((await swath.select()).usage).toMatchObject({ available: left });
    const { data } = (await swath.ask('GET', '/selects')).json<{ data: readonly Report[] }>();
    expect(data[0]!.usage).toMatchObject({ available: left });
  });
});
