import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, createClient, SwathError } from '@swath/client';
import { type Answer, type FakeService, type Seen, startFakeService } from './fake-service.ts';

const login = { username: 'ada@example.com', password: 'correct horse battery' };
const user = { email: login.username, name: 'Ada', user_id: 'u', account_id: 'o' };
const unauthorized: Answer = {
  status: 401,
  body: { message: 'Unauthorized', code: null, type: 'authentication_error' },
};
const unrecognized: Answer = {
  status: 401,
  body: { message: 'Unauthorized: not recognized', code: 'unrecognized_credentials', type: 'authentication_error' },
};

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

type Behaviour = {
  expiresIn?: number;
  takesRefresh?: boolean;
  delayMs?: number;
  /** The grant whose answer waits for this, which is let go by `open`. */
  held?: { readonly grant: string; readonly gate: EventEmitter };
  accepts?: (token: number) => boolean;
};

/** Numbers the tokens it hands out: access-1 with refresh-1, then access-2 with refresh-2. */
async function startTokenService({
  expiresIn = 43_200,
  takesRefresh = true,
  delayMs = 0,
  held,
  accepts,
}: Behaviour = {}) {
  let issued = 0;
  service = await startFakeService((call: Seen): Answer => {
    if (call.path === '/authenticate') {
      const { grant_type, password } = call.body as Record<string, string>;
      if (grant_type === 'refresh_token' && !takesRefresh) return unrecognized;
      if (grant_type === 'password' && password !== login.password) return unrecognized;
      issued += 1;
      const body = {
        access_token: `access-${issued}`,
        token_type: 'Bearer',
        expires_in: expiresIn,
        refresh_token: `refresh-${issued}`,
      };
      return { body, delayMs, ...(held && held.grant === grant_type ? { after: once(held.gate, 'open') } : {}) };
    }
    if (call.path === '/oauth/revoke') return { body: {} };
    const token = Number(call.headers.authorization?.replace('Bearer access-', ''));
    return Number.isNaN(token) || accepts?.(token) === false ? unauthorized : { body: { user } };
  });
  return service;
}

const grants = (fake: FakeService) =>
  fake.callsTo('/authenticate').map((call) => (call.body as { grant_type: string }).grant_type);

describe('password grant', () => {
  test('signs in at the first call and keeps the token for the next', async () => {
    const fake = await startTokenService();
    const client = createClient({ url: fake.url, ...login });
    expect(fake.seen).toHaveLength(0);
    expect((await client.self()).email).toBe(login.username);
    await client.self();
    expect(grants(fake)).toEqual(['password']);
    expect(fake.callsTo('/auth/self').map((call) => call.headers.authorization)).toEqual([
      'Bearer access-1',
      'Bearer access-1',
    ]);
  });

  test('refreshes before the token expires, with the newest refresh token', async () => {
    const fake = await startTokenService({ expiresIn: 0 });
    const client = createClient({ url: fake.url, ...login });
    await client.self();
    await client.self();
    await client.self();
    expect(grants(fake)).toEqual(['password', 'refresh_token', 'refresh_token']);
    expect(fake.callsTo('/authenticate')[2]?.body).toMatchObject({ refresh_token: 'refresh-2' });
  });

  test('refreshes once when the service refuses the token, and repeats the call', async () => {
    const fake = await startTokenService({ accepts: (token) => token !== 1 });
    const client = createClient({ url: fake.url, ...login });
    await client.self();
    expect(grants(fake)).toEqual(['password', 'refresh_token']);
    expect(fake.callsTo('/auth/self').map((call) => call.headers.authorization)).toEqual([
      'Bearer access-1',
      'Bearer access-2',
    ]);
  });

  test('gives up after one refresh when the new token is refused too', async () => {
    const fake = await startTokenService({ accepts: () => false });
    const client = createClient({ url: fake.url, ...login });
    await expect(client.self()).rejects.toMatchObject({ status: 401, code: null, isSignedOut: true });
    expect(grants(fake)).toEqual(['password', 'refresh_token']);
  });

  test('twenty calls at once share one sign-in, and one refresh', async () => {
    const fake = await startTokenService({ delayMs: 30, accepts: (token) => token !== 1 });
    const client = createClient({ url: fake.url, ...login });
    await Promise.all(Array.from({ length: 20 }, () => client.self()));
    expect(grants(fake)).toEqual(['password', 'refresh_token']);
  });

  test('falls back to the password when the refresh token is refused', async () => {
    const fake = await startTokenService({ expiresIn: 0, takesRefresh: false });
    const client = createClient({ url: fake.url, ...login });
    await client.self();
    await client.self();
    expect(grants(fake)).toEqual(['password', 'refresh_token', 'password']);
  });

  test('a wrong password is the service error, and is tried once', async () => {
    const fake = await startTokenService();
    const client = createClient({ url: fake.url, username: login.username, password: 'wrong' });
    const error = await client.self().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SwathError);
    expect(error).toMatchObject({
      status: 401,
      code: 'unrecognized_credentials',
      requestId: 'request-1',
      isSignedOut: false,
    });
    expect(fake.seen).toHaveLength(1);
  });

  test('a caller that aborts leaves the shared sign-in to the others', async () => {
    const fake = await startTokenService({ delayMs: 50 });
    const client = createClient({ url: fake.url, ...login });
    const stop = new AbortController();
    const impatient = client.self({ signal: stop.signal });
    const patient = client.self();
    setTimeout(() => stop.abort(), 10);
    await expect(impatient).rejects.toMatchObject({ name: 'AbortError' });
    expect((await patient).email).toBe(login.username);
    expect(grants(fake)).toEqual(['password']);
  });

  test('sign out revokes the refresh token; the next call signs in anew', async () => {
    const fake = await startTokenService();
    const client = createClient({ url: fake.url, ...login });
    await client.self();
    await client.signOut();
    expect(fake.callsTo('/oauth/revoke')[0]?.body).toEqual({ token: 'refresh-1' });
    await client.self();
    expect(grants(fake)).toEqual(['password', 'password']);
  });

  test('a sign-out while the first sign-in is under way ends that one too', async () => {
    const gate = new EventEmitter();
    const fake = await startTokenService({ held: { grant: 'password', gate } });
    const client = createClient({ url: fake.url, ...login });
    const call = client.self().catch((caught: unknown) => caught);
    await expect.poll(() => grants(fake)).toEqual(['password']);
    const out = client.signOut();
    gate.emit('open');
    await out;
    expect(fake.callsTo('/oauth/revoke').map(({ body }) => body)).toEqual([{ token: 'refresh-1' }]);
    expect(await call).toMatchObject({ status: 401, isSignedOut: true });
    expect(fake.callsTo('/auth/self')).toHaveLength(0);
  });

  test('a sign-out while a refresh is under way ends what comes of it', async () => {
    const gate = new EventEmitter();
    const fake = await startTokenService({ held: { grant: 'refresh_token', gate }, expiresIn: 0 });
    const client = createClient({ url: fake.url, ...login });
    await client.self();
    const call = client.self().catch((caught: unknown) => caught);
    await expect.poll(() => grants(fake)).toEqual(['password', 'refresh_token']);
    const out = client.signOut();
    gate.emit('open');
    await out;
    expect(fake.callsTo('/oauth/revoke').map(({ body }) => body)).toEqual([{ token: 'refresh-2' }]);
    expect(await call).toMatchObject({ status: 401, isSignedOut: true });
  });

  test('a call that is refused because of a sign-out does not sign in anew', async () => {
    const fake = await startTokenService();
    const gate = new EventEmitter();
    let asked = 0;
    const client = createClient({
      url: fake.url,
      ...login,
      fetch: async (input, init) => {
        if (init?.method !== 'GET' || asked++ === 0) return fetch(input, init);
        await once(gate, 'open');
        return new Response(JSON.stringify(unauthorized.body), { status: 401 });
      },
    });
    await client.self();
    const call = client.self().catch((caught: unknown) => caught);
    await expect.poll(() => asked).toBe(2);
    await client.signOut();
    gate.emit('open');
    expect(await call).toMatchObject({ status: 401, isSignedOut: true });
    expect(grants(fake)).toEqual(['password']);
  });

  test('a sign-in that nobody answers in time is a connection that failed', async () => {
    const fake = await startTokenService({ delayMs: 300 });
    const soon = AbortSignal.timeout(20);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
    const client = createClient({ url: fake.url, ...login, patience: { attempts: 1 } });
    const error = await client.self().catch((caught: unknown) => caught);
    timeout.mockRestore();
    expect(error).toBeInstanceOf(ConnectionError);
  });
});

describe('fixed credentials', () => {
  test('an API key goes in the vendor header and is never renewed', async () => {
    service = await startFakeService(() => unauthorized);
    const client = createClient({ url: service.url, apiKey: 'key-value', vendor: 'acme' });
    await expect(client.self()).rejects.toMatchObject({ status: 401 });
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]?.headers).toMatchObject({ 'acme-api-key': 'key-value' });
    expect(service.seen[0]?.headers.authorization).toBeUndefined();
  });

  test('the vendor word is the one that the service states, not one of the headers of its aliases', async () => {
    const headers = { 'x-maxar-requestid': 'a', 'x-vendor-requestid': 'a' };
    service = await startFakeService(() => ({ body: { user, vendor: 'zeta' }, headers }));
    const client = createClient({ url: service.url, accessToken: 'token-value' });
    expect(client.vendor).toBe('vendor');
    await client.self();
    expect(client.vendor).toBe('zeta');
    const told = createClient({ url: service.url, accessToken: 'token-value', vendor: 'acme' });
    await told.self();
    expect(told.vendor).toBe('acme');
  });

  test('an access token is sent as it is, and revoked by sign out', async () => {
    service = await startFakeService((call) => (call.path === '/auth/self' ? { body: { user } } : { body: {} }));
    const client = createClient({ url: service.url, accessToken: 'token-value' });
    await client.self();
    await client.signOut();
    expect(service.seen[0]?.headers.authorization).toBe('Bearer token-value');
    expect(service.seen[1]).toMatchObject({ path: '/oauth/revoke', body: { token: 'token-value' } });
  });
});
