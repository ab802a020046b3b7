import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyStore } from '../../server/src/api-keys/ports.ts';
import { adminToken, createAccount, createKey, keysPath, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert, unauthorized } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let token: string;
let key: string;
let otherKey: string;

beforeAll(async () => {
  swath = await startService();
  const account = await createAccount(swath.url, await adminToken(swath));
  token = (await signIn(swath.url, account)).access_token;
  key = (await createKey(swath.url, token)).api_key;
  otherKey = (await createKey(swath.url, token)).api_key;
});
afterAll(() => swath.stop());

/** Status of `GET /auth/self` with raw header lines, which may repeat and keep their case. */
function statusOf(headers: readonly string[] = [], query = '', path = '/auth/self'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${swath.url}${path}${query}`,
      { headers: ['host', 'localhost', ...headers], agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!));
      },
    );
    sent.on('error', reject).end();
  });
}

describe('a key is taken (200)', () => {
  test.each(['vendor-api-key', 'VENDOR-API-KEY', 'Vendor-Api-Key', 'maxar-api-key', 'MAXAR-API-KEY'])(
    'from the header %s',
    async (name) => expect(await statusOf([name, key])).toBe(200),
  );

  test.each([
    'vendor_api_key',
    'VENDOR_API_KEY',
    'maxar_api_key',
    'maxar_api_token',
    'vendor%5Fapi%5Fkey',
    '%76endor_api_key',
  ])('from the parameter %s', async (name) => {
    expect(await statusOf([], `?${name}=${key}`)).toBe(200);
    expect(await statusOf([], `?a=1&${name}=${key}&b=2`)).toBe(200);
  });

  test('with a percent-encoded value', async () => {
    expect(await statusOf([], `?vendor_api_key=${key.replace('_', '%5F')}`)).toBe(200);
  });

  test('from header and parameter that are equal, and from two equal parameters', async () => {
    expect(await statusOf(['vendor-api-key', key], `?vendor_api_key=${key}`)).toBe(200);
    expect(await statusOf(['vendor-api-key', key, 'maxar-api-key', key])).toBe(200);
    expect(await statusOf(['vendor-api-key', key, 'vendor-api-key', key])).toBe(200);
    expect(await statusOf([], `?vendor_api_key=${key}&maxar_api_key=${key}`)).toBe(200);
  });

  test('beside an Authorization header of another scheme', async () => {
    expect(await statusOf(['authorization', 'Basic eDp5', 'vendor-api-key', key])).toBe(200);
  });

  test('on every mount', async () => {
    for (const path of ['/auth/self/', '/api/v1/auth/self', '/search', '/discovery/v1/search', '/api/v1/search/'])
      expect(await statusOf(['vendor-api-key', key], '', path)).toBe(200);
  });
});

describe('a key is refused (401)', () => {
  test('when several came that differ', async () => {
    expect(await statusOf(['vendor-api-key', key], `?vendor_api_key=${otherKey}`)).toBe(401);
    expect(await statusOf(['vendor-api-key', key, 'maxar-api-key', otherKey])).toBe(401);
    expect(await statusOf(['vendor-api-key', key, 'vendor-api-key', otherKey])).toBe(401);
    expect(await statusOf([], `?vendor_api_key=${key}&vendor_api_key=${otherKey}`)).toBe(401);
    expect(await statusOf([], `?vendor_api_key=${key}&maxar_api_token=${otherKey}`)).toBe(401);
    expect(await statusOf(['vendor-api-key', key], '?vendor_api_key=')).toBe(401);
  });

  test.each(['', ' ', 'garbage', 'null', 'undefined'])('when it is %j', async (value) => {
    expect(await statusOf([], `?vendor_api_key=${encodeURIComponent(value)}`)).toBe(401);
    expect(await statusOf(['vendor-api-key', value])).toBe(401);
  });

  test('when it is cut, mistyped, in another case or longer', async () => {
    const flipped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const wrong of [key.slice(0, -1), flipped, key.toLowerCase(), key.toUpperCase(), `${key}0`, `${key} ${key}`])
      expect(await statusOf(['vendor-api-key', wrong])).toBe(401);
  });

  test('in a place that is none: another vendor word, a cookie, the Bearer header, Basic', async () => {
    expect(await statusOf([], `?other_api_key=${key}`)).toBe(401);
    expect(await statusOf(['other-api-key', key])).toBe(401);
    expect(await statusOf(['cookie', `vendor-api-key=${key}`])).toBe(401);
    expect(await statusOf(['authorization', `Bearer ${key}`])).toBe(401);
    expect(await statusOf(['authorization', `Basic ${Buffer.from(`:${key}`).toString('base64')}`])).toBe(401);
  });
});

describe('a Bearer header alone decides', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('with the scheme written %s', async (scheme) => {
    expect(await statusOf(['authorization', `${scheme} ${token}`])).toBe(200);
  });

  test('a good one makes a bad key irrelevant, a bad one a good key', async () => {
    expect(await statusOf(['authorization', `Bearer ${token}`, 'vendor-api-key', 'garbage'])).toBe(200);
    expect(await statusOf(['authorization', `Bearer ${token}`], '?vendor_api_key=garbage')).toBe(200);
    expect(await statusOf(['authorization', 'Bearer garbage', 'vendor-api-key', key])).toBe(401);
    expect(await statusOf(['authorization', 'Bearer', 'vendor-api-key', key])).toBe(401);
    expect(await statusOf(['authorization', 'Bearer ', 'vendor-api-key', key], `?vendor_api_key=${key}`)).toBe(401);
  });
});

describe('a key is 401 where only a bearer token is taken', () => {
  test.each([
    ['GET', keysPath],
    ['POST', keysPath],
    ['DELETE', keysPath],
    ['DELETE', `${keysPath}/id/x`],
    ['GET', '/admin/accounts'],
    ['POST', '/admin/accounts'],
    ['PATCH', '/admin/accounts/x'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/settings'],
    ['GET', '/projects'],
    ['POST', '/projects'],
    ['DELETE', '/projects/x'],
    ['POST', '/auth/password'],
  ])('%s %s', async (method, path) => {
    const adminKey = (await createKey(swath.url, await adminToken(swath))).api_key;
    assert.refusal(await call(swath.url, method, path, { key: adminKey }), unauthorized);
    assert.refusal(await call(swath.url, method, `${path}?vendor_api_key=${adminKey}`), unauthorized);
  });
});

test('a key whose checksum is wrong costs no call to the store', async () => {
  let reads = 0;
  const { apiKeys } = swath.service;
  const counting: ApiKeyStore = { ...apiKeys, byLookup: (lookup) => (reads++, apiKeys.byLookup(lookup)) };
  const variant = await startVariant(swath.service, { apiKeys: counting });
  const self = (candidate: string) => call(variant.url, 'GET', '/auth/self', { key: candidate });
  const swappedPair = key.replace(/^(swath_.{10})(.)(.)/, '$1$3$2');
  for (const wrong of ['garbage', key.slice(1), `${key.slice(0, -2)}zz`, swappedPair === key ? `${key}x` : swappedPair])
    expect((await self(wrong)).status).toBe(401);
  expect(reads).toBe(0);
  expect((await self(key)).status).toBe(200);
  expect(reads).toBe(1);
  await variant.stop();
});
