import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieName } from '../../server/src/http/routes/session.ts';
import { dayMs, minuteMs } from '../../server/src/shared/clock.ts';
import { selfStatus } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { assert, unauthorized } from '../support/assert.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let clock: MovableClock;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({}, { clock });
});
afterAll(() => swath.stop());

const path = '/auth/session';
const login = () => ({ username: swath.admin.email, password: swath.admin.password });
const signInToWeb = (json: unknown = login()) => call(swath.url, 'POST', path, { json });
const cookieOf = (answer: Answer) => answer.headers.get('set-cookie')!.split(';')[0]!;
const withCookie = (method: string, cookie: string) => call(swath.url, method, path, { headers: { cookie } });
const tokenOf = (answer: Answer) => answer.json<{ access_token: string }>().access_token;
const isLive = async (token: string) => (await selfStatus(swath.url, { token })) === 200;
/** What tells of a token, with whom the token itself says it belongs to. */
async function recordOf(token: string): Promise<object> {
  const self = await call(swath.url, 'GET', '/auth/self', { token });
  const { user_id } = self.json<{ user: { user_id: string } }>().user;
  return { access_token: token, token_type: 'Bearer', expires_in: 900, user_id };
}
const welcomeToken = (service: TestService) => new URL(service.welcomeUrl).hash.replace('#token=', '');

describe('POST /auth/session', () => {
  test('200 answers a short-lived bearer token and sets a strict cookie', async () => {
    const answer = await signInToWeb();
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(await recordOf(tokenOf(answer)));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
    expect(pair).toMatch(new RegExp(`^swath_session_${new URL(swath.url).port}=[\\w-]{43}$`));
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
    expect(await isLive(tokenOf(answer))).toBe(true);
  });

  test('200 over https names the cookie __Host- and makes it Secure', async () => {
    const other = await startService({ SWATH_PUBLIC_URL: 'https://imagery.example.com' });
    try {
      const answer = await call(other.url, 'POST', path, { json: login() });
      const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
      expect(pair).toMatch(/^__Host-swath_session=[\w-]{43}$/);
      expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure']);
      const resumed = await call(other.url, 'GET', path, { headers: { cookie: pair! } });
      expect(resumed.status).toBe(200);
      const document = (await call(other.url, 'GET', '/openapi.json')).text;
      expect(document).toContain('"cookie":{"type":"apiKey","in":"cookie","name":"__Host-swath_session"}');
      const renamed = pair!.replace('__Host-', '');
      expect((await call(other.url, 'GET', path, { headers: { cookie: renamed } })).status).toBe(401);
    } finally {
      await other.stop();
    }
  });

  test('401 for wrong credentials, without a cookie', async () => {
    const answer = await signInToWeb({ ...login(), password: 'wrong' });
    expect(answer.json()).toMatchObject({ code: 'unrecognized_credentials', type: 'authentication_error' });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test.each([[{}], [{ username: 'a' }], [{ username: 1, password: 'secret-to-keep' }], [[]], [{ one_time_token: 5 }]])(
    '400 for %j',
    async (json) => {
      const answer = await signInToWeb(json);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('secret-to-keep');
    },
  );

  test('200 by the welcome link, once', async () => {
    const json = { one_time_token: welcomeToken(swath) };
    const first = await signInToWeb(json);
    expect(first.status).toBe(200);
    expect(await isLive(tokenOf(first))).toBe(true);
    expect((await signInToWeb(json)).status).toBe(401);
  });

  test('401 by the welcome link after a day, and by a made-up one', async () => {
    const other = await startService({}, { clock });
    try {
      const use = (token: string) => call(other.url, 'POST', path, { json: { one_time_token: token } });
      clock.advance(dayMs);
      expect((await use(welcomeToken(other))).status).toBe(401);
      expect((await use('made-up')).status).toBe(401);
    } finally {
      await other.stop();
    }
  });
});

describe('GET /auth/session', () => {
  test('200 exchanges the cookie for a new bearer token, again and again', async () => {
    const cookie = cookieOf(await signInToWeb());
    clock.advance(15 * minuteMs);
    const answers = [await withCookie('GET', cookie), await withCookie('GET', `theme=dark; ${cookie}; a=b`)];
    for (const answer of answers) {
      expect(answer.json()).toEqual(await recordOf(tokenOf(answer)));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await isLive(tokenOf(answer))).toBe(true);
    }
  });

  test('the bearer token it buys lasts 15 minutes', async () => {
    const token = tokenOf(await withCookie('GET', cookieOf(await signInToWeb())));
    clock.advance(15 * minuteMs - 1);
    expect(await isLive(token)).toBe(true);
    clock.advance(1);
    expect(await isLive(token)).toBe(false);
  });

  test('401 without, with a made-up, and with an expired cookie', async () => {
    const cookie = cookieOf(await signInToWeb());
    assert.refusal(await call(swath.url, 'GET', path), unauthorized);
    assert.refusal(await withCookie('GET', `${cookie.split('=')[0]}=made-up`), unauthorized);
    assert.refusal(await withCookie('GET', `${cookie.split('=')[0]}=`), unauthorized);
    clock.advance(30 * dayMs);
    assert.refusal(await withCookie('GET', cookie), unauthorized);
  });

  test('401 for a bearer token in place of the cookie', async () => {
    const token = tokenOf(await signInToWeb());
    assert.refusal(await call(swath.url, 'GET', path, { token }), unauthorized);
  });
});

test('installations of one host, by ports and paths, have cookies of their own', () => {
  const addresses = ['', ':8443', '/imagery', '/imagery/test', ':8443/imagery', '/a;b=c'];
  const names = addresses.map((rest) => cookieName({ publicUrl: `https://example.com${rest}` }));
  expect(new Set(names).size).toBe(addresses.length);
  for (const name of names) expect(name).toMatch(/^__Host-swath_session[\w%.~-]*$/);
  expect(names.slice(0, 3)).toEqual([
    '__Host-swath_session',
    '__Host-swath_session_8443',
    '__Host-swath_session_imagery',
  ]);
  expect(cookieName({ publicUrl: 'http://localhost:8080' })).toBe('swath_session_8080');
});

test('the cookie works on /auth/session alone', async () => {
  const cookie = cookieOf(await signInToWeb());
  for (const other of ['/auth/self', '/search', '/api-key/api/v2/api-key', '/admin/accounts'])
    expect((await call(swath.url, 'GET', other, { headers: { cookie } })).status).toBe(401);
});

describe('DELETE /auth/session, 204', () => {
  test('ends the cookie and every bearer token that it bought, at once, and clears the cookie', async () => {
    const first = await signInToWeb();
    const cookie = cookieOf(first);
    const second = tokenOf(await withCookie('GET', cookie));
    const otherSession = tokenOf(await signInToWeb());
    const answer = await withCookie('DELETE', cookie);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('set-cookie')).toMatch(/^swath_session_\d+=; .*Max-Age=0/);
    expect([await isLive(tokenOf(first)), await isLive(second)]).toEqual([false, false]);
    expect((await withCookie('GET', cookie)).status).toBe(401);
    expect(await isLive(otherSession)).toBe(true);
  });

  test('also when there is nothing to end', async () => {
    expect((await call(swath.url, 'DELETE', path)).status).toBe(204);
  });
});
