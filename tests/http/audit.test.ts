import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, changeAccount, createAccount, createKey, keysPath, signIn } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { assert, invalidParameters } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';

type Entry = {
  readonly action: string;
  readonly actor: string;
  readonly actor_id: string | null;
  readonly target_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly detail: Record<string, unknown>;
};

let swath: TestService;
let admin: string;

beforeAll(async () => {
  swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' });
  admin = await adminToken(swath);
});
afterAll(() => swath.stop());

const audit = async (query = 'limit=1000') =>
  (await call(swath.url, 'GET', `/admin/audit?${query}`, { token: admin })).json<{
    data: Entry[];
    has_more: boolean;
    next?: string;
  }>();
const entryOf = async (answer: Answer) => {
  const id = answer.headers.get('x-vendor-requestid');
  return (await audit()).data.filter(({ request_id: requestId }) => requestId === id);
};

describe('the audit has actor, target, address and request id of', () => {
  test('accounts made, changed, deactivated, activated and reset', async () => {
    const json = { email: 'audited@example.com', password: 'harbour-violet-spoon-77' };
    const created = await call(swath.url, 'POST', '/admin/accounts', { token: admin, json });
    const { id } = created.json<{ id: string }>();
    const steps: readonly (readonly [string, Answer])[] = [
      ['account.create', created],
      ['account.update', await changeAccount(swath.url, admin, id, { name: 'Other' })],
      ['organization.update', await changeAccount(swath.url, admin, id, { collections: [] })],
      ['account.deactivate', await changeAccount(swath.url, admin, id, { active: false })],
      ['account.activate', await changeAccount(swath.url, admin, id, { active: true })],
      ['password.reset', await call(swath.url, 'POST', `/admin/accounts/${id}/reset-password`, { token: admin })],
    ];
    for (const [action, answer] of steps)
      expect(await entryOf(answer)).toEqual([
        expect.objectContaining({ action, actor: swath.admin.email, target_id: id, address: '127.0.0.1' }),
      ]);
    expect(new Set((await audit(`limit=1000&target=${id}`)).data.map((entry) => entry.target_id))).toEqual(
      new Set([id]),
    );
  });

  test('keys and projects made and deleted by their owner', async () => {
    const account = await createAccount(swath.url, admin);
    const { access_token: token } = await signIn(swath.url, account);
    const made = await call(swath.url, 'POST', keysPath, { token });
    const { id } = made.json<{ id: string }>();
    const deleted = await call(swath.url, 'DELETE', keysPath, { token, json: { ids: [id, 'foreign'] } });
    const project = await call(swath.url, 'POST', '/projects', { token, json: { name: 'P' } });
    const actor = { actor: account.email, actor_id: account.id };
    expect(await entryOf(made)).toMatchObject([{ ...actor, action: 'api-key.create', target_id: id }]);
    expect(await entryOf(deleted)).toMatchObject([{ ...actor, action: 'api-key.delete', detail: { ids: [id] } }]);
    expect(await entryOf(project)).toMatchObject([{ ...actor, action: 'project.create' }]);
  });

  test('passwords changed by their owner', async () => {
    const account = await createAccount(swath.url, admin);
    const { access_token: token } = await signIn(swath.url, account);
    const json = { current_password: account.password, new_password: 'orchard-silver-piano-3' };
    const changed = await call(swath.url, 'POST', '/auth/password', { token, json });
    expect(await entryOf(changed)).toMatchObject([
      { action: 'password.change', target_id: account.id, actor_id: account.id },
    ]);
  });

  test('sign-ins, once an hour for an account and address, and passwords that were refused', async () => {
    const account = await createAccount(swath.url, admin);
    const from = (password: string, address: string) =>
      call(swath.url, 'POST', '/authenticate', {
        json: { grant_type: 'password', username: account.email, password },
        headers: { 'x-forwarded-for': address },
      });
    const first = await from(account.password, '203.0.113.8');
    const refused = await from('not-the-password-1', '203.0.113.8');
    const again = await from(account.password, '203.0.113.8');
    const elsewhere = await from(account.password, '203.0.113.9');
    const own = { actor: account.email, actor_id: account.id, target_id: account.id };
    expect(await entryOf(first)).toMatchObject([{ ...own, action: 'sign-in', address: '203.0.113.8' }]);
    expect(await entryOf(again)).toEqual([]);
    expect(await entryOf(elsewhere)).toMatchObject([{ ...own, action: 'sign-in', address: '203.0.113.9' }]);
    expect(await entryOf(refused)).toMatchObject([
      { action: 'password.refused', actor_id: null, target_id: account.id, address: '203.0.113.8' },
    ]);
  });

  test('no name that nobody has: it may be a password in the wrong field', async () => {
    const json = { grant_type: 'password', username: 'orchard-silver-piano-3', password: 'x' };
    expect(await entryOf(await call(swath.url, 'POST', '/authenticate', { json }))).toEqual([]);
  });

  test('nothing that was refused', async () => {
    const before = (await audit()).data.length;
    await call(swath.url, 'POST', '/admin/accounts', { token: admin, json: { email: 'bad' } });
    await call(swath.url, 'DELETE', `${keysPath}/id/unknown`, { token: admin });
    await call(swath.url, 'GET', '/admin/accounts');
    expect((await audit()).data).toHaveLength(before);
  });
});

test('has no secret in it', async () => {
  const account = await createAccount(swath.url, admin, { password: 'canary-canary-word-1' });
  const { access_token: token, refresh_token: refresh } = await signIn(swath.url, account);
  const { api_key: key } = await createKey(swath.url, token, { name: 'canary name' });
  const reset = await call(swath.url, 'POST', `/admin/accounts/${account.id}/reset-password`, { token: admin });
  const text = JSON.stringify(await audit());
  const secrets = [
    token,
    refresh,
    key,
    'canary-canary-word-1',
    reset.json<{ one_time_password: string }>().one_time_password,
  ];
  for (const secret of [...secrets, '$argon2', admin]) expect(text).not.toContain(secret);
});

test('pages newest first', async () => {
  const all = (await audit()).data.map((entry) => entry.request_id);
  const first = await audit('limit=3');
  const second = await audit(`limit=3&after=${first.next}`);
  expect([...first.data, ...second.data].map((entry) => entry.request_id)).toEqual(all.slice(0, 6));
  const answer = await call(swath.url, 'GET', '/admin/audit?limit=x', { token: admin });
  assert.refusal(answer, { ...invalidParameters, message: /'limit'/ });
});

const addressOf = async (service: TestService, forwarded: string) => {
  const token = await adminToken(service);
  const headers = { 'x-forwarded-for': forwarded };
  const answer = await call(service.url, 'POST', keysPath, { token, headers });
  const { data } = (await call(service.url, 'GET', '/admin/audit', { token })).json<{ data: Entry[] }>();
  return data.find((entry) => entry.request_id === answer.headers.get('x-vendor-requestid'))?.address;
};

describe('X-Forwarded-For', () => {
  test('is believed from a trusted peer, up to the first address that is not trusted', async () => {
    expect(await addressOf(swath, '203.0.113.7')).toBe('203.0.113.7');
    expect(await addressOf(swath, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  });

  test.each(['', '10.0.0.0/8,2001:db8::/32'])('is not believed from another peer (trusted: %j)', async (trusted) => {
    const other = await startService({ SWATH_TRUSTED_PROXIES: trusted });
    expect(await addressOf(other, '203.0.113.7')).toBe('127.0.0.1');
    await other.stop();
  });
});
