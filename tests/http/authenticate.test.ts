import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordGrant, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let clock: MovableClock;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({}, { clock });
});
afterAll(() => swath.stop());

const authenticate = (options: Parameters<typeof call>[3], path = '/authenticate') =>
  call(swath.url, 'POST', path, options);
const grant = () => passwordGrant(swath.admin);
const formGrant = (more = '') => `${new URLSearchParams(grant()).toString()}${more}`;

describe('POST /authenticate, 200', () => {
  test('answers exactly the four members, not to be stored', async () => {
    const answer = await authenticate({ json: grant() });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 43_200,
      refresh_token: expect.any(String),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('gives a JWT whose numeric exp is 12 h ahead', async () => {
    const { access_token: token } = await signIn(swath.url, swath.admin);
    const parts = token.split('.');
    expect(parts).toHaveLength(3);
    const claims = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString()) as { exp: unknown };
    expect(claims.exp).toBe(clock.nowMs() / 1_000 + 12 * 3_600);
    expect(JSON.parse(Buffer.from(parts[0]!, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  test.each([
    '/authenticate',
    '/authenticate/',
    '/auth/authenticate',
    '/auth/authenticate/',
    '/api/v1/authenticate',
    '/api/v1/auth/authenticate/',
  ])('on %s without a redirect', async (path) => {
    expect((await authenticate({ json: grant() }, path)).status).toBe(200);
    expect((await authenticate({ form: formGrant() }, path)).status).toBe(200);
  });

  test('ignores unknown members, as JSON and as form', async () => {
    const junk = { scope: 'openid', client_id: 'x', nested: { a: [1] }, expires_in: '1' };
    expect((await authenticate({ json: { ...grant(), ...junk } })).status).toBe(200);
    expect((await authenticate({ form: formGrant('&allow_redirects=True&params=&json=%7B%7D&scope=') })).status).toBe(
      200,
    );
  });

  test('takes the form that max_ard sends with its Basic header', async () => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      authorization: `Basic ${Buffer.from('dummyclientid:').toString('base64')}`,
    };
    const answer = await authenticate({ raw: formGrant(), headers });
    expect(Object.keys(answer.json()).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
  });

  test('takes the refresh form of max_ard with its leaked arguments', async () => {
    const { refresh_token: token } = await signIn(swath.url, swath.admin);
    const form = `grant_type=refresh_token&refresh_token=${token}&client_id=dummyclientid&client_secret=dummyclientsecret&allow_redirects=True&params=%7B%27a%27%3A+1%7D&json=None`;
    expect((await authenticate({ form })).status).toBe(200);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'garbage', ''])(
    'reads a JSON body that is declared as %j: never 415',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      expect((await authenticate({ raw: `  ${JSON.stringify(grant())}`, headers })).status).toBe(200);
    },
  );

  test('ignores whatever credential comes along', async () => {
    for (const name of ['authorization', 'vendor-api-key', 'cookie'])
      expect((await authenticate({ json: grant(), headers: { [name]: 'Bearer garbage' } })).status).toBe(200);
    expect((await authenticate({ json: grant() }, '/authenticate?vendor_api_key=garbage')).status).toBe(200);
  });

  test('compares the address without regard to case and blanks around it', async () => {
    expect((await authenticate({ json: { ...grant(), username: ' ADMIN@Example.COM ' } })).status).toBe(200);
  });

  test('reads the plus sign that one client does not encode', async () => {
    const { access_token: token } = await signIn(swath.url, swath.admin);
    const login = { email: 'ada+maps@example.com', password: 'quarry & copper = kite 9' };
    await call(swath.url, 'POST', '/admin/accounts', { token, json: login });
    const form = (username: string) =>
      `client_id=mgp&username=${username}&password=${encodeURIComponent(login.password)}&grant_type=password&scope=openid`;
    expect((await authenticate({ form: form('ada+maps@example.com') })).status).toBe(200);
    expect((await authenticate({ form: form('ada%2Bmaps@example.com') })).status).toBe(200);
    expect((await authenticate({ json: passwordGrant(login) })).status).toBe(200);
  });
});
