import { afterEach, expect, test } from 'vitest';
import { ConnectionError, createBrowserClient } from '@swath/client';
import { type Answer, type FakeService, startFakeService } from './fake-service.ts';

const unauthorized: Answer = {
  status: 401,
  body: { message: 'Unauthorized', code: null, type: 'authentication_error' },
};
const user = { email: 'ada@example.com', name: 'Ada' };

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

/** Has a session after POST; hands out access-1, access-2, ... and takes those that `accepts` allows. */
async function startSessionService(accepts: (token: string) => boolean = () => true, expiresIn = 900) {
  let hasSession = false;
  let issued = 0;
  service = await startFakeService(({ method, path, headers }) => {
    if (path === '/auth/session') {
      if (method === 'DELETE') return ((hasSession = false), { status: 204 });
      if (method === 'POST') hasSession = true;
      if (!hasSession) return unauthorized;
      issued += 1;
      return { body: { access_token: `access-${issued}`, token_type: 'Bearer', expires_in: expiresIn } };
    }
    return accepts(headers.authorization ?? '') ? { body: { user } } : unauthorized;
  });
  return service;
}

test('resume answers false without a session and true with one', async () => {
  const fake = await startSessionService();
  const client = createBrowserClient({ url: fake.url });
  expect(await client.session.resume()).toBe(false);
  await client.session.signIn({ username: 'ada@example.com', password: 'secret' });
  expect(await createBrowserClient({ url: fake.url }).session.resume()).toBe(true);
});

test('resume throws when the service cannot be reached, so that nobody is told to sign in again', async () => {
  service = await startFakeService(() => 'hang up');
  await expect(createBrowserClient({ url: service.url }).session.resume()).rejects.toBeInstanceOf(ConnectionError);
});

test('the token of the sign-in is used and no refresh token is asked for', async () => {
  const fake = await startSessionService();
  const client = createBrowserClient({ url: fake.url });
  await client.session.signIn({ username: 'ada@example.com', password: 'secret' });
  await client.self();
  expect(fake.seen.map((call) => `${call.method} ${call.path}`)).toEqual(['POST /auth/session', 'GET /auth/self']);
  expect(fake.seen[0]?.body).toEqual({ username: 'ada@example.com', password: 'secret' });
  expect(fake.seen[1]?.headers.authorization).toBe('Bearer access-1');
});

test('a link signs in with its one-time token', async () => {
  const fake = await startSessionService();
  await createBrowserClient({ url: fake.url }).session.signInWithLink('link-token');
  expect(fake.seen[0]?.body).toEqual({ one_time_token: 'link-token' });
});

test('an expired token is bought anew with the cookie', async () => {
  const fake = await startSessionService((token) => token !== 'Bearer access-1');
  const client = createBrowserClient({ url: fake.url });
  await client.session.signIn({ username: 'a', password: 'b' });
  await client.self();
  expect(fake.callsTo('/auth/self').map((call) => call.headers.authorization)).toEqual([
    'Bearer access-1',
    'Bearer access-2',
  ]);
});

test('signing in again replaces a token that was refused', async () => {
  const fake = await startSessionService((token) => token === 'Bearer access-2');
  const client = createBrowserClient({ url: fake.url });
  await client.session.signIn({ username: 'a', password: 'b' });
  await client.session.signIn({ username: 'a', password: 'b' });
  await client.self();
  expect(fake.callsTo('/auth/self')).toHaveLength(1);
});

test('after sign out nothing works until the next sign in', async () => {
  const fake = await startSessionService();
  const client = createBrowserClient({ url: fake.url });
  await client.session.signIn({ username: 'a', password: 'b' });
  await client.signOut();
  await expect(client.self()).rejects.toMatchObject({ status: 401, isSignedOut: true });
  expect(fake.callsTo('/auth/self')).toHaveLength(0);
});

test('a sign out that fails keeps the sign-in, so that it can be tried again', async () => {
  let fails = true;
  service = await startFakeService(({ method }) => {
    if (method === 'DELETE') return fails ? 'hang up' : { status: 204 };
    return { body: { access_token: 'access-1', token_type: 'Bearer', expires_in: 900, user } };
  });
  const client = createBrowserClient({ url: service.url });
  await client.session.signIn({ username: 'a', password: 'b' });
  await expect(client.signOut()).rejects.toBeInstanceOf(ConnectionError);
  expect((await client.self()).name).toBe('Ada');
  fails = false;
  await client.signOut();
});

test("a cookie that is somebody else's by now ends the sign-in, and a new one begins with whoever signs in", async () => {
  let owner = 'ada';
  service = await startFakeService(({ method, path, headers }) => {
    if (path === '/auth/session')
      return { body: { access_token: `${owner}-${method}`, token_type: 'Bearer', expires_in: 900, user_id: owner } };
    return headers.authorization === `Bearer ${owner}-GET` ? { body: { user } } : unauthorized;
  });
  const client = createBrowserClient({ url: service.url });
  await client.session.signIn({ username: 'ada', password: 'b' });
  expect((await client.self()).name).toBe('Ada');
  owner = 'grace';
  await expect(client.self()).rejects.toMatchObject({ status: 401, isSignedOut: true });
  expect(service.callsTo('/auth/self').some(({ headers }) => headers.authorization === 'Bearer grace-GET')).toBe(false);
  await client.session.signIn({ username: 'grace', password: 'b' });
  expect((await client.self()).name).toBe('Ada');
});
