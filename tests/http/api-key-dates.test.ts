import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../../server/src/shared/clock.ts';
import { adminToken, createKey, keysPath, listKeys, selfStatus } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert, invalidParameters } from '../support/assert.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let token: string;
const clock = movableClock(Date.UTC(2026, 4, 1, 12));

beforeAll(async () => {
  swath = await startService({}, { clock });
  token = await adminToken(swath);
});
afterAll(() => swath.stop());

const ask = (expirationDate: unknown) =>
  call(swath.url, 'POST', keysPath, { token, json: { expiration_date: expirationDate } });
const expires = async (expirationDate: string) =>
  (await createKey(swath.url, token, { expiration_date: expirationDate })).expiration_date;
const now = clock.nowMs();
const latest = now + 180 * dayMs;
const naive = (ms: number) => new Date(ms).toISOString().slice(0, 23);
const zoned = (ms: number) => new Date(ms).toISOString();
const seconds = (ms: number) => naive(ms).slice(0, 19);

describe('expiration_date, 200', () => {
  test('is 180 days after creation when it is not given', async () => {
    expect((await createKey(swath.url, token)).expiration_date).toBe('2026-10-28T12:00:00');
  });

  test.each([
    ['2026-06-01T10:20:30', '2026-06-01T10:20:30'],
    ['2026-06-01 10:20:30', '2026-06-01T10:20:30'],
    ['2026-06-01t10:20:30z', '2026-06-01T10:20:30'],
    ['2026-06-01T10:20:30Z', '2026-06-01T10:20:30'],
    ['2026-06-01 10:20:30Z', '2026-06-01T10:20:30'],
    ['2026-06-01T10:20:30+02:00', '2026-06-01T08:20:30'],
    ['2026-06-01T10:20:30-0530', '2026-06-01T15:50:30'],
    ['2026-06-01T10:20:30+14', '2026-05-31T20:20:30'],
    ['2026-06-01 10:20:30 +00:00', '2026-06-01T10:20:30'],
    ['2026-06-01T10:20:30.987654', '2026-06-01T10:20:30'],
    ['2026-06-01T10:20:30.5Z', '2026-06-01T10:20:30'],
    ['2026-06-01T10:20:30,123456789+01:00', '2026-06-01T09:20:30'],
    ['2026-06-01T10:20', '2026-06-01T10:20:00'],
    ['2026-06-01', '2026-06-01T00:00:00'],
  ])('takes %s as %s', async (asked, stored) => {
    expect(await expires(asked)).toBe(stored);
    expect((await listKeys(swath.url, token)).map((key) => key.expiration_date)).toContain(stored.replace('T', ' '));
  });
});

describe('expiration_date at 180 days', () => {
  test.each([
    ['with a zone, exactly 180 days', zoned(latest), true],
    ['with a zone, 60 s more', zoned(latest + minuteMs), true],
    ['with a zone, 60 s and 1 ms more', zoned(latest + minuteMs + 1), false],
    ['with an offset, 60 s and 1 ms more', zoned(latest + 2 * hourMs + minuteMs + 1).replace('Z', '+02:00'), false],
    ['without a zone, exactly 180 days', naive(latest), true],
    ['without a zone, 14 h more', naive(latest + 14 * hourMs), true],
    ['without a zone, 14 h and 1 ms more', naive(latest + 14 * hourMs + 1), false],
    ['a date alone, that day', '2026-10-28', true],
    ['a date alone, the next day (12 h more)', '2026-10-29', true],
    ['a date alone, two days later', '2026-10-30', false],
    ['a far year', '9999-12-31T23:59:59Z', false],
  ])('%s', async (_, asked, isTaken) => {
    const answer = await ask(asked);
    if (!isTaken)
      return assert.refusal(answer, {
        ...invalidParameters,
        message: "Bad Request: 'expiration_date' must not exceed 180 days from now",
      });
    expect(answer.status).toBe(200);
    const stored = answer.json<{ expiration_date: string }>().expiration_date;
    expect(stored <= seconds(latest)).toBe(true);
  });

  test('is stored clamped: a date within the grace lasts 180 days and no longer', async () => {
    const { api_key: key, expiration_date: date } = await createKey(swath.url, token, {
      expiration_date: naive(latest + 14 * hourMs),
    });
    expect(date).toBe(seconds(latest));
    const variant = await startVariant(swath.service, { clock: movableClock(latest) });
    expect(await selfStatus(variant.url, { key })).toBe(401);
    await variant.stop();
    expect(await selfStatus(swath.url, { key })).toBe(200);
  });
});

describe('expiration_date in the past', () => {
  test.each([
    ['2 s ago, with a zone', zoned(now - 2 * secondMs), true],
    ['2 s ago, without', naive(now - 2 * secondMs), true],
    ['2 s and 1 ms ago', zoned(now - 2 * secondMs - 1), false],
    ['2 s and 1 ms ago, without a zone', naive(now - 2 * secondMs - 1), false],
    ['this moment', zoned(now), true],
    ['yesterday', '2026-04-30', false],
    ['the first day of the epoch', '1970-01-01T00:00:00Z', false],
  ])('%s', async (_, asked, isTaken) => {
    const answer = await ask(asked);
    if (!isTaken)
      return assert.refusal(answer, {
        ...invalidParameters,
        message: "Bad Request: 'expiration_date' must not be in the past",
      });
    expect(answer.status).toBe(200);
    expect(await selfStatus(swath.url, { key: answer.json<{ api_key: string }>().api_key })).toBe(401);
  });
});

describe('expiration_date, 400', () => {
  test.each([
    '',
    ' ',
    'tomorrow',
    '2026-02-30',
    '2026-02-29T00:00:00',
    '2026-13-01',
    '2026-00-10',
    '2026-06-00',
    '2026-06-01T25:00:00',
    '2026-06-01T24:00:00',
    '2026-06-01T10:60:00',
    '2026-06-01T10:20:60',
    '2026-06-01T10:20:30+19:00',
    '2026-06-01T10:20:30+02:60',
    '2026-06-01T10:20:30 CET',
    '2026-06-01Z',
    '01.06.2026',
    '06/01/2026',
    '20260601',
    '2026-6-1',
    '1790000000',
    '2026-06-01T10:20:30Z\n',
    ' 2026-06-01',
    '0026-06-01',
    '2026-06-01T10:20:30.',
  ])('for %j', async (asked) => {
    assert.refusal(await ask(asked), {
      ...invalidParameters,
      message: "Bad Request: 'expiration_date' is not an ISO 8601 datetime",
    });
  });

  test.each([[1_790_000_000], [['2026-06-01']], [{ date: '2026-06-01' }], [true], [0]])('for %j', async (asked) => {
    assert.refusal(await ask(asked), {
      ...invalidParameters,
      message: /not of type 'string', 'null' at 'expiration_date'/,
    });
  });
});
