import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, changeAccount, createAccount, createKey, selfStatus, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert, forbidden, invalidParameters, notFound } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let admin: string;
let adminId: string;

beforeAll(async () => {
  swath = await startService({ SWATH_METRICS_TOKEN: 'metrics-secret-canary' });
  admin = await adminToken(swath);
  adminId = (await call(swath.url, 'GET', '/auth/self', { token: admin })).json<{ user: { user_id: string } }>().user
    .user_id;
});
afterAll(() => swath.stop());

const path = '/admin/accounts';
const create = (json: unknown, token = admin) => call(swath.url, 'POST', path, { token, json });
const conflict = { status: 409, code: 'conflict', type: 'invalid_request_error' };
let made = 0;
const newEmail = () => `person${++made}@example.org`;

type Page = { data: { id: string; email: string }[]; has_more: boolean; next?: string };
const page = async (query: string) => (await call(swath.url, 'GET', `${path}?${query}`, { token: admin })).json<Page>();

describe('POST /admin/accounts', () => {
  test('201 with a password: the record, its address, and no secret in it', async () => {
    const email = newEmail();
    const answer = await create({ email, name: 'Ada', password: 'window-bramble-cello-5', permissions: ['search'] });
    const { id, ...record } = answer.json<{ id: string }>();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${swath.service.config.publicUrl}/admin/accounts/${id}`);
    expect(record).toMatchObject({ email, name: 'Ada', role: 'member', active: true, permissions: ['search'] });
    expect(answer.text).not.toMatch(/password|argon2/);
    expect((await call(swath.url, 'GET', `${path}/${id}`, { token: admin })).json()).toEqual({ id, ...record });
  });

  test('201 without one: a one-time password that signs in', async () => {
    const email = newEmail();
    const { one_time_password: password } = (await create({ email })).json<{ one_time_password: string }>();
    expect(password).toMatch(/^[a-z0-9]{5}(-[a-z0-9]{5}){4}$/);
    expect((await signIn(swath.url, { email, password })).access_token).toBeDefined();
  });

  test('201 in an organization that exists, 400 in one that does not', async () => {
    const first = await createAccount(swath.url, admin, { organization: 'Harbour Maps' });
    const second = await createAccount(swath.url, admin, { organization_id: first.organizationId });
    expect(second.organizationId).toBe(first.organizationId);
    const answer = await create({ email: newEmail(), organization_id: 'none' });
    assert.refusal(answer, { ...invalidParameters, message: /'organization_id'/ });
  });

  test('409 for an address that is taken, in any spelling', async () => {
    const { email } = await createAccount(swath.url, admin);
    assert.refusal(await create({ email: email.toUpperCase() }), { ...conflict, message: /'email'/ });
  });

  test.each<[unknown, RegExp]>([
    [{}, /'email' is a required property/],
    [{ email: 'no address' }, /'email' is not an e-mail address/],
    [{ email: 'a,b@example.org' }, /'email' is not an e-mail address/],
    [{ email: 'Ann <ann@example.org>' }, /'email' is not an e-mail address/],
    [{ email: 'a@b@example.org' }, /'email' is not an e-mail address/],
    [{ email: 'a\u0000b@example.org' }, /'email' is not an e-mail address/],
    [{ email: 'a@example.org;b@example.org' }, /'email' is not an e-mail address/],
    [{ email: `${'a'.repeat(309)}@example.org` }, /'email'/],
    [{ email: 5 }, /'email'/],
    [{ email: 'a@b', name: 'n'.repeat(201) }, /'name'/],
    [{ email: 'a@b', organization: 'n'.repeat(201) }, /'organization'/],
    [{ email: 'a@b', permissions: ['search', 'admin'] }, /'permissions' cannot give 'admin': it comes with the role/],
    [{ email: 'a@b', password: 'short' }, /'password' must have at least 12/],
    [{ email: 'a@b', role: 'king' }, /'king' is not one of \['admin', 'member'\] at 'role'/],
    [{ email: 'a@b', permissions: ['fly'] }, /'permissions.0'/],
    [{ email: 'a@b', isAdmin: true }, /Additional properties are not allowed \('isAdmin' was unexpected\)/],
    [[], /'object'/],
  ])('400 for %j', async (json, message) => {
    assert.refusal(await create(json), { ...invalidParameters, message });
  });

  test('403 for a member', async () => {
    const { access_token: token } = await signIn(swath.url, await createAccount(swath.url, admin));
    const answer = await create({ email: newEmail() }, token);
    assert.refusal(answer, { ...forbidden, message: "Forbidden: this needs the permission 'admin'" });
  });
});

describe('GET /admin/accounts, 200', () => {
  test('pages through all accounts, newest first, each once', async () => {
    for (let time = 0; time < 3; time++) await createAccount(swath.url, admin);
    const all = (await page('limit=1000')).data.map(({ id }) => id);
    const seen: string[] = [];
    let query = 'limit=2';
    for (let more = true; more;) {
      const { data, has_more: hasMore, next } = await page(query);
      seen.push(...data.map(({ id }) => id));
      expect(hasMore).toBe(next !== undefined);
      query = `limit=2&after=${next}`;
      more = hasMore;
    }
    expect(seen).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    expect(all.at(-1)).toBe(adminId);
    expect((await page('limit=&after=')).data).toHaveLength(all.length);
  });

  test.each(['limit=0', 'limit=-1', 'limit=x', 'limit=1&limit=2', 'after=garbage'])('400 for %s', async (query) => {
    const answer = await call(swath.url, 'GET', `${path}?${query}`, { token: admin });
    assert.refusal(answer, { ...invalidParameters, message: /'(limit|after)'/ });
  });

  test('404 for one that is not there', async () => {
    assert.refusal(await call(swath.url, 'GET', `${path}/nobody`, { token: admin }), notFound);
    assert.refusal(await changeAccount(swath.url, admin, 'nobody', { name: 'x' }), notFound);
    assert.refusal(await call(swath.url, 'POST', `${path}/nobody/reset-password`, { token: admin }), notFound);
  });
});

describe('PATCH /admin/accounts/{id}', () => {
  test('200 with each permission once, however often it is given', async () => {
    const { id } = await createAccount(swath.url, admin);
    const answer = await changeAccount(swath.url, admin, id, { permissions: ['order', 'search', 'order'] });
    expect(answer.json()).toMatchObject({ permissions: ['search', 'order'] });
  });

  test('200 changes name, role, permissions, limits and collections, and only what is given', async () => {
    const { id } = await createAccount(swath.url, admin);
    const patch = {
      name: 'New',
      permissions: ['search'],
      limits: { fresh_imagery_fee_limit: 10 },
      prices: { standard_imagery_price: 2.5 },
      collections: ['wv02'],
    };
    expect((await changeAccount(swath.url, admin, id, patch)).json()).toMatchObject({
      name: 'New',
      permissions: ['search'],
      organization: {
        limits: { fresh_imagery_fee_limit: 10, standard_imagery_fee_limit: -1 },
        prices: { fresh_imagery_price: null, standard_imagery_price: 2.5, training_imagery_price: null },
        collections: ['wv02'],
      },
    });
    const next = (await changeAccount(swath.url, admin, id, { role: 'admin' })).json<{ permissions: string[] }>();
    expect(next).toMatchObject({ name: 'New', role: 'admin', organization: { collections: ['wv02'] } });
    expect(next.permissions).toContain('admin');
    expect((await changeAccount(swath.url, admin, id, { role: 'member' })).json()).toMatchObject({
      permissions: ['search'],
    });
  });

  test.each<[unknown, RegExp]>([
    [{}, /./],
    [{ email: 'x@y' }, /'email' was unexpected/],
    [{ password: 'window-bramble-cello-5' }, /'password' was unexpected/],
    [{ active: 'no' }, /'active'/],
    [{ limits: { fresh_imagery_fee_limit: -2 } }, /limits/],
    [{ limits: { other: 1 } }, /'other' was unexpected/],
    [{ prices: { fresh_imagery_price: -0.01 } }, /prices/],
    [{ prices: { fresh_imagery_price: '5' } }, /prices/],
    [{ prices: { other: 1 } }, /'other' was unexpected/],
    [{ prices: null }, /'prices'/],
    [{ collections: 'wv02' }, /'collections'/],
    [{ permissions: ['admin'] }, /'permissions' cannot give 'admin'/],
  ])('400 for %j', async (json, message) => {
    const { id } = await createAccount(swath.url, admin);
    const answer = await changeAccount(swath.url, admin, id, json as Record<string, unknown>);
    assert.refusal(answer, { ...invalidParameters, message });
  });

  test('409 when the last administrator would go', async () => {
    for (const json of [{ active: false }, { role: 'member' }])
      assert.refusal(await changeAccount(swath.url, admin, adminId, json), {
        ...conflict,
        message: /last active administrator/,
      });
    expect(await selfStatus(swath.url, { token: admin })).toBe(200);
  });

  test('409 leaves nothing of the patch behind, neither in the account nor in its organization nor in the audit', async () => {
    const stateOf = async () => [
      (await call(swath.url, 'GET', `${path}/${adminId}`, { token: admin })).text,
      (await call(swath.url, 'GET', '/admin/audit?limit=1000', { token: admin })).text,
    ];
    const before = await stateOf();
    const json = { name: 'Gone', limits: { fresh_imagery_fee_limit: 7 }, collections: ['wv02'], active: false };
    assert.refusal(await changeAccount(swath.url, admin, adminId, json), { ...conflict, message: /last active/ });
    expect(await stateOf()).toEqual(before);
  });

  test('limits that are changed at the same moment all stay', async () => {
    const { id } = await createAccount(swath.url, admin);
    const limits = ['annual_subscription', 'fresh_imagery', 'standard_imagery', 'training_imagery'].map(
      (kind, index) => ({ [`${kind}_fee_limit`]: index + 1 }),
    );
    await Promise.all(limits.map((limit) => changeAccount(swath.url, admin, id, { limits: limit })));
    const answer = await call(swath.url, 'GET', `${path}/${id}`, { token: admin });
    expect(answer.json()).toMatchObject({ organization: { limits: Object.assign({}, ...limits) as object } });
  });

  test("an administrator's own record may be sent back: the permission comes with the role", async () => {
    const { id } = await createAccount(swath.url, admin, { role: 'admin', permissions: ['admin'] });
    const { permissions } = (await call(swath.url, 'GET', `${path}/${id}`, { token: admin })).json<{
      permissions: string[];
    }>();
    expect((await changeAccount(swath.url, admin, id, { permissions })).status).toBe(200);
    assert.refusal(await changeAccount(swath.url, admin, id, { role: 'member', permissions }), {
      ...invalidParameters,
      message: /'permissions'/,
    });
    await changeAccount(swath.url, admin, id, { active: false });
  });

  test('a role that is taken away acts on the living token at once', async () => {
    const second = await createAccount(swath.url, admin, { role: 'admin' });
    const { access_token: token } = await signIn(swath.url, second);
    const list = async () => (await call(swath.url, 'GET', path, { token })).status;
    expect(await list()).toBe(200);
    await changeAccount(swath.url, admin, second.id, { role: 'member' });
    expect(await list()).toBe(403);
  });
});

describe('POST /admin/accounts/{id}/reset-password, 200', () => {
  test('answers a one-time password and ends the sessions, not the keys', async () => {
    const account = await createAccount(swath.url, admin);
    const { access_token: token } = await signIn(swath.url, account);
    const { api_key: key } = await createKey(swath.url, token);
    const answer = await call(swath.url, 'POST', `${path}/${account.id}/reset-password`, { token: admin });
    const { one_time_password: password } = answer.json<{ one_time_password: string }>();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await selfStatus(swath.url, { token })).toBe(401);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    expect(await signIn(swath.url, { ...account, password })).toBeDefined();
  });

  test('sets a given password, and refuses a weak one by name', async () => {
    const account = await createAccount(swath.url, admin);
    const reset = (json: unknown) =>
      call(swath.url, 'POST', `${path}/${account.id}/reset-password`, { token: admin, json });
    assert.refusal(await reset({ password: 'password1234' }), {
      ...invalidParameters,
      message: /^Bad Request: 'password' /,
    });
    expect((await reset({ password: 'lemon-anchor-drum-88' })).json()).toEqual({});
    expect(await signIn(swath.url, { ...account, password: 'lemon-anchor-drum-88' })).toBeDefined();
    expect((await reset({ by_mail: true })).json()).toEqual({ mailed: true });
  });
});

test('GET /admin/settings, 200: every setting, secrets masked', async () => {
  const answer = await call(swath.url, 'GET', '/admin/settings', { token: admin });
  expect(answer.json()).toMatchObject({
    SWATH_VENDOR: 'vendor',
    SWATH_METRICS_TOKEN: '********',
    SWATH_ADMIN_PASSWORD: '********',
  });
  for (const secret of ['metrics-secret-canary', swath.admin.password]) expect(answer.text).not.toContain(secret);
});
