import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, createKey, signIn } from '../support/accounts.ts';
import { assert, forbidden, invalidParameters, notFound, unauthorized } from '../support/assert.ts';
import { call } from '../support/call.ts';
import { type OrderService, plainOrder, startOrderService, strangerTo } from './orders/support-orders.ts';

let swath: OrderService;
let projectKey: { readonly id: string; readonly api_key: string };
let projectId: string;

beforeAll(async () => {
  swath = await startOrderService();
  const project = await swath.ask('POST', '/projects', { json: { name: 'Harbours' } });
  projectId = project.json<{ id: string }>().id;
  projectKey = await createKey(swath.url, swath.token, { name: '<b>ci</b>', project: projectId });
  const { id } = (await swath.ask('POST', '/order', { key: projectKey.api_key, json: plainOrder })).json<{
    id: string;
  }>();
  await swath.deliver(await swath.claim(id));
  await swath.finish(id);
  await swath.order({ output_config: { bucket: 'managed', prefix: 'signed-in' } });
});
afterAll(() => swath.stop());

const asAdmin = (path: string) => call(swath.url, 'GET', path, { token: swath.adminToken });

type Share = Readonly<Record<string, unknown>>;
const parts = async (by: string, more = '', credential = {}) => {
  const answer = await swath.ask('GET', `/usage/account/${swath.organizationId}/breakdown?by=${by}${more}`, credential);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<{ data: readonly Share[]; has_more: boolean; by: string; start: string | null }>();
};

describe('GET /usage/account/{id}/breakdown', () => {
  test('200 by day: today has orders, area, bytes and the requests so far', async () => {
    const { data, has_more: hasMore, start } = await parts('day');
    const today = new Date(swath.service.clock.nowMs()).toISOString();
    expect([hasMore, start]).toEqual([false, `${today.slice(0, 4)}-01-01T00:00:00.000Z`]);
    expect(data).toEqual([
      {
        kind: 'day',
        day: today.slice(0, 10),
        name: null,
        requests: expect.any(Number),
        orders: 2,
        area_sqkm: expect.any(Number),
        cost: null,
        delivered_bytes: expect.any(Number),
      },
    ]);
    const [before] = data as readonly [Share];
    const [after] = (await parts('')).data as readonly [Share];
    expect(after['requests']).toBe(Number(before['requests']) + 1);
    expect(Number(before['delivered_bytes'])).toBeGreaterThan(0);
  });

  test('200 by key and by project: each with what it ordered', async () => {
    const keys = (await parts('key')).data;
    expect(keys.find((share) => share['key_id'] === projectKey.id)).toMatchObject({
      kind: 'key',
      name: '<b>ci</b>',
      orders: 1,
      requests: 1,
    });
    expect(keys.find((share) => share['kind'] === 'sign_in')).toMatchObject({ key_id: null, orders: 1 });
    const projects = (await parts('project')).data;
    expect(projects.find((share) => share['project_id'] === projectId)).toMatchObject({ name: 'Harbours', orders: 1 });
    expect(projects.find((share) => share['kind'] === 'none')).toMatchObject({ project_id: null, orders: 1 });
  });

  test('200 of a time in which nothing was used; of one user; for an administrator', async () => {
    expect((await parts('day', '&start_date=2001-01-01&end_date=2001-12-31')).data).toEqual([]);
    const own = await swath.ask('GET', `/usage/user/${swath.accountId}/breakdown?by=key`);
    expect(own.json<{ data: unknown[] }>().data.length).toBeGreaterThanOrEqual(2);
    expect((await parts('day', '', { token: swath.adminToken })).data).toHaveLength(1);
  });

  test('400 names what is wrong; 404 for others; 401 without a credential', async () => {
    const path = `/usage/account/${swath.organizationId}/breakdown`;
    assert.refusal(await swath.ask('GET', `${path}?by=hour`), {
      ...invalidParameters,
      message: /'by'.*day, key, project/,
    });
    assert.refusal(await swath.ask('GET', `${path}?by=day&by=key`), { ...invalidParameters, message: /'by'/ });
    assert.refusal(await swath.ask('GET', `${path}?start_date=never`), { ...invalidParameters, message: /start_date/ });
    assert.refusal(await swath.ask('GET', path, { token: await strangerTo(swath) }), notFound);
    assert.refusal(await call(swath.url, 'GET', path), unauthorized);
  });
});

describe('GET /admin/organizations', () => {
  test('200 with terms and accounts; 404 for none; the accounts of one alone', async () => {
    const { organizationId } = await createAccount(swath.url, swath.adminToken, { organization: 'Harbour Maps' });
    const listed = (await asAdmin('/admin/organizations?limit=1')).json<{ data: Share[]; has_more: boolean }>();
    expect(listed.data).toMatchObject([{ id: organizationId, name: 'Harbour Maps', accounts: 1, collections: null }]);
    expect(listed.has_more).toBe(true);
    expect((await asAdmin(`/admin/organizations/${organizationId}`)).json()).toEqual(listed.data[0]);
    assert.refusal(await asAdmin('/admin/organizations/none'), notFound);
    const accounts = (await asAdmin(`/admin/accounts?organization_id=${organizationId}`)).json<{ data: Share[] }>();
    expect(accounts.data).toMatchObject([{ organization_id: organizationId }]);
    const found = async (q: string) => (await asAdmin(`/admin/accounts?q=${q}`)).json<{ data: { email: string }[] }>();
    expect((await found('ADMIN@')).data.map(({ email }) => email)).toEqual([swath.admin.email]);
    expect((await found('%25')).data).toEqual([]);
  });
});

describe('GET /admin/accounts/{id}/holdings', () => {
  test('200 with what a deactivation then ends; 404 for nobody', async () => {
    const account = await createAccount(swath.url, swath.adminToken);
    const { access_token: token } = await signIn(swath.url, account);
    await createKey(swath.url, token);
    await swath.ask('POST', '/order', { token, json: plainOrder });
    const path = `/admin/accounts/${account.id}`;
    expect((await asAdmin(`${path}/holdings`)).json()).toEqual({
      keys: 1,
      sessions: 1,
      running_orders: 1,
      saved_searches: 0,
    });
    const options = { token: swath.adminToken, json: { active: false } };
    const changed = await call(swath.url, 'PATCH', path, options);
    expect(changed.json()).toMatchObject({ ended: { keys: 1, sessions: 1 } });
    assert.refusal(await asAdmin('/admin/accounts/none/holdings'), notFound);
  });
});

describe('GET /admin/health', () => {
  test('200 with store, disk, queues and who delivers', async () => {
    const { id } = await swath.order({ output_config: { bucket: 'managed', prefix: 'health' } });
    await swath.claim(id);
    const answer = (await asAdmin('/admin/health')).json<Readonly<Record<string, Share>>>();
    expect(answer).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      store: { kind: 'sqlite', writable: true },
      catalogue: { arrivals: 3 },
      mail: { failed: 0 },
      trouble: [],
    });
    expect(answer['orders']!['workers']).toEqual([{ name: 'test', tiles: 1, lease_until: expect.any(String) }]);
    expect(Number(answer['disk']!['total_bytes'])).toBeGreaterThan(Number(answer['disk']!['free_bytes']));
    expect(Number(answer['catalogue']!['bytes'])).toBeGreaterThan(0);
  });

  test('403 for a member, 401 for a key', async () => {
    assert.refusal(await swath.ask('GET', '/admin/health'), forbidden);
    assert.refusal(await swath.ask('GET', '/admin/health', { key: swath.key }), unauthorized);
  });
});
