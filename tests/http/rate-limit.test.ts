import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, createKey } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert } from '../support/assert.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let clock: MovableClock;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({ SWATH_RATE_LIMIT: '20' }, { clock });
});
afterAll(() => swath.stop());

test('429 with Retry-After and RateLimit headers, for each identity apart, until the minute is over', async () => {
  const token = await adminToken(swath);
  const { api_key: key } = await createKey(swath.url, token);
  const byKey = () => call(swath.url, 'GET', '/auth/self', { key });
  for (let time = 1; time <= 20; time++) {
    const answer = await byKey();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=20;w=60');
    expect(answer.headers.get('ratelimit')).toBe(`"default";r=${20 - time};t=60`);
  }
  clock.advance(15_000);
  const refused = await byKey();
  assert.refusal(refused, {
    status: 429,
    code: 'rate_limited',
    type: 'rate_limit_error',
    message: 'Too Many Requests',
  });
  expect(refused.headers.get('retry-after')).toBe('45');
  expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=45');
  expect((await call(swath.url, 'GET', '/auth/self', { token })).status).toBe(200);
  clock.advance(45_000);
  expect((await byKey()).status).toBe(200);
});

test('a clock that is set back begins a new minute, and does not make the running one longer', async () => {
  const { api_key: key } = await createKey(swath.url, await adminToken(swath));
  const byKey = () => call(swath.url, 'GET', '/auth/self', { key });
  for (let time = 0; time < 20; time++) await byKey();
  expect((await byKey()).status).toBe(429);
  clock.advance(-3_600_000);
  const answer = await byKey();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit')).toBe('"default";r=19;t=60');
});

test('health checks are never limited, refused callers are', async () => {
  for (let time = 0; time < 25; time++) expect((await call(swath.url, 'GET', '/livez')).status).toBe(200);
  const statuses: number[] = [];
  for (let time = 0; time < 25; time++) statuses.push((await call(swath.url, 'GET', '/auth/self')).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('addresses of one network of IPv6 are one caller: whoever has one of them has all', async () => {
  const other = await startService({ SWATH_RATE_LIMIT: '5', SWATH_TRUSTED_PROXIES: '127.0.0.1' });
  const from = async (address: string) =>
    (await call(other.url, 'GET', '/', { headers: { 'x-forwarded-for': address } })).status;
  for (let host = 1; host <= 5; host++) expect(await from(`2001:db8:1:2::${host}`)).toBe(200);
  expect(await from('2001:db8:1:2:a:b:c:d')).toBe(429);
  expect([await from('2001:db8:1:3::1'), await from('203.0.113.7')]).toEqual([200, 200]);
  await other.stop();
});

test('a port that a proxy forwards with the address makes no other caller of it', async () => {
  const other = await startService({ SWATH_RATE_LIMIT: '4', SWATH_TRUSTED_PROXIES: '127.0.0.1' });
  const from = async (address: string) =>
    (await call(other.url, 'GET', '/', { headers: { 'x-forwarded-for': address } })).status;
  for (const address of ['203.0.113.7:51001', '203.0.113.7:51002', '203.0.113.7', '203.0.113.7:1'])
    expect(await from(address)).toBe(200);
  expect(await from('203.0.113.7:51003')).toBe(429);
  for (const address of ['[2001:db8::1]:443', '[2001:db8::2]', '2001:db8::3', '[2001:db8::4]:1'])
    expect(await from(address)).toBe(200);
  expect(await from('[2001:db8::5]:444')).toBe(429);
  await other.stop();
});

test('0 switches it off', async () => {
  const other = await startService({ SWATH_RATE_LIMIT: '0' });
  const answer = await call(other.url, 'GET', '/');
  expect(answer.headers.get('ratelimit')).toBeNull();
  await other.stop();
});
