import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../server/src/shared/clock.ts';
import {
  type TestAccount,
  type Tokens,
  adminToken,
  changeAccount,
  createAccount,
  selfStatus,
  signIn,
} from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert, unauthorized } from '../support/assert.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let clock: MovableClock;
let account: TestAccount;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({}, { clock });
  account = await createAccount(swath.url, await adminToken(swath));
});
afterAll(() => swath.stop());

const refresh = (token: string) =>
  call(swath.url, 'POST', '/authenticate', { json: { grant_type: 'refresh_token', refresh_token: token } });
const refreshed = async (token: string) => (await refresh(token)).json<Tokens>();
const postRevoke = (json: unknown) => call(swath.url, 'POST', '/oauth/revoke', { json });
const revoke = (token: string) => postRevoke({ token });
const isLive = async (token: string) => (await selfStatus(swath.url, { token })) === 200;

describe('POST /authenticate with a refresh token, 200', () => {
  test('rotates: a new access token and a new refresh token, the old access token lives on', async () => {
    const first = await signIn(swath.url, account);
    const answer = await refresh(first.refresh_token);
    const second = answer.json<Tokens>();
    expect(answer.status).toBe(200);
    expect(Object.keys(second).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect([await isLive(first.access_token), await isLive(second.access_token)]).toEqual([true, true]);
  });

  test('gives the same successor again within 60 s, each time with a live access token', async () => {
    const { refresh_token: token } = await signIn(swath.url, account);
    const first = await refreshed(token);
    clock.advance(minuteMs);
    const again = await refreshed(token);
    expect(again.refresh_token).toBe(first.refresh_token);
    expect(await isLive(again.access_token)).toBe(true);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test('to twenty at once with the same token', async () => {
    const { refresh_token: token } = await signIn(swath.url, account);
    const all = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map((answer) => answer.json<Tokens>().refresh_token)).size).toBe(1);
  });
});

describe('POST /authenticate with a refresh token, 401', () => {
  test('on reuse after the grace, which ends exactly that family', async () => {
    const [stolen, other] = [await signIn(swath.url, account), await signIn(swath.url, account)];
    const successor = await refreshed(stolen.refresh_token);
    clock.advance(minuteMs + 1);
    expect((await refresh(stolen.refresh_token)).json()).toMatchObject({ code: 'unrecognized_credentials' });
    expect((await refresh(successor.refresh_token)).status).toBe(401);
    for (const token of [stolen.access_token, successor.access_token]) expect(await isLive(token)).toBe(false);
    expect(await isLive(other.access_token)).toBe(true);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('on reuse of a token two steps back, even within the grace', async () => {
    const first = await signIn(swath.url, account);
    const second = await refreshed(first.refresh_token);
    const third = await refreshed(second.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
  });

  test('30 days after the last use, and not a moment before', async () => {
    const [one, two] = [await signIn(swath.url, account), await signIn(swath.url, account)];
    clock.advance(30 * dayMs - 1);
    const next = await refreshed(one.refresh_token);
    expect(await isLive(next.access_token)).toBe(true);
    clock.advance(1);
    expect((await refresh(two.refresh_token)).status).toBe(401);
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  test('for an access token in its place', async () => {
    const { access_token: token } = await signIn(swath.url, account);
    expect((await refresh(token)).status).toBe(401);
    expect(await isLive(token)).toBe(true);
  });

  test('for a deactivated account, also after it is active again', async () => {
    const token = await adminToken(swath);
    const gone = await createAccount(swath.url, token);
    const { refresh_token: old } = await signIn(swath.url, gone);
    await changeAccount(swath.url, token, gone.id, { active: false });
    expect((await refresh(old)).status).toBe(401);
    await changeAccount(swath.url, token, gone.id, { active: true });
    expect((await refresh(old)).status).toBe(401);
    expect((await refresh((await signIn(swath.url, gone)).refresh_token)).status).toBe(200);
  });
});

describe('the bearer token', () => {
  test('is 401 from 12 h on, and not a moment before', async () => {
    const { access_token: token } = await signIn(swath.url, account);
    clock.advance(12 * hourMs - 1);
    expect(await isLive(token)).toBe(true);
    clock.advance(1);
    const answer = await call(swath.url, 'GET', '/auth/self', { token });
    assert.refusal(answer, unauthorized);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('is not a refresh token', async () => {
    const { refresh_token: token } = await signIn(swath.url, account);
    expect(await isLive(token)).toBe(false);
  });

  test('with its expiry rewritten is 401', async () => {
    const [header, claims, signature] = (await signIn(swath.url, account)).access_token.split('.');
    const later = { ...(JSON.parse(Buffer.from(claims!, 'base64url').toString()) as object), exp: 9_999_999_999 };
    const forged = Buffer.from(JSON.stringify(later)).toString('base64url');
    expect(await isLive(`${header}.${forged}.${signature}`)).toBe(false);
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    expect(await isLive(`${none}.${claims}.`)).toBe(false);
  });
});

describe('POST /oauth/revoke, 200', () => {
  test.each(['access_token', 'refresh_token'] as const)('ends the session behind the %s at once', async (kind) => {
    const [tokens, other] = [await signIn(swath.url, account), await signIn(swath.url, account)];
    const answer = await revoke(tokens[kind]);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(await isLive(tokens.access_token)).toBe(false);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect(await isLive(other.access_token)).toBe(true);
    expect((await revoke(tokens[kind])).status).toBe(200);
  });

  test('for a token that nobody knows, as JSON and as form', async () => {
    expect((await revoke('unknown')).status).toBe(200);
    const form = 'token=unknown&token_type_hint=access_token&client_id=x';
    expect((await call(swath.url, 'POST', '/oauth/revoke', { form })).status).toBe(200);
  });

  test('400 without a token, and the wrong type is not echoed', async () => {
    expect((await postRevoke({})).json()).toMatchObject({ message: "Bad Request: 'token' is a required property" });
    expect((await postRevoke({ token: 4711 })).status).toBe(400);
    expect((await postRevoke({ token: 4711 })).text).not.toContain('4711');
  });
});
