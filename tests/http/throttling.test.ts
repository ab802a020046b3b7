import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../server/src/shared/clock.ts';
import { type TestAccount, adminToken, createAccount, passwordGrant } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert } from '../support/assert.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let clock: MovableClock;
let admin: string;
let account: TestAccount;
let tries = 0;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' }, { clock });
});
afterAll(() => swath.stop());
beforeEach(async () => {
  admin = await adminToken(swath);
  account = await createAccount(swath.url, admin);
});

const newAddress = () => `203.0.${++tries >> 8}.${tries & 255}`;
const attempt = (email: string, password: string, address = newAddress(), path = '/authenticate') =>
  call(swath.url, 'POST', path, {
    json: passwordGrant({ email, password }),
    headers: { 'x-forwarded-for': address },
  });
const fail = (email: string, address?: string) => attempt(email, 'wrong-wrong-wrong', address);
const failTimes = async (times: number, email: string, address?: string) => {
  for (let time = 0; time < times; time++) expect((await fail(email, address)).status).toBe(401);
};
const throttled = {
  status: 429,
  code: 'rate_limited',
  type: 'rate_limit_error',
  message: 'Too Many Requests: Too many failed sign-ins',
};

describe('sign-in after failures, by account', () => {
  test('is free up to the 9th failure', async () => {
    await failTimes(9, account.email);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('429 after the 10th, also with the right password, until Retry-After has passed', async () => {
    await failTimes(10, account.email);
    const refused = await attempt(account.email, account.password);
    assert.refusal(refused, throttled);
    expect(refused.headers.get('retry-after')).toBe('1');
    clock.advance(secondMs - 1);
    expect((await attempt(account.email, account.password)).status).toBe(429);
    clock.advance(1);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('429 on every way to sign in: alias and web session', async () => {
    await failTimes(10, account.email);
    expect((await attempt(account.email, account.password, undefined, '/auth/authenticate')).status).toBe(429);
    expect((await attempt(account.email, account.password, undefined, '/auth/session')).status).toBe(429);
  });

  test('429 for an account that does not exist just the same', async () => {
    await failTimes(10, 'no.such@example.com');
    assert.refusal(await fail('no.such@example.com'), throttled);
  });

  test('a refused try counts for nothing', async () => {
    await failTimes(10, account.email);
    for (let time = 0; time < 5; time++) expect((await fail(account.email)).status).toBe(429);
    clock.advance(secondMs);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('doubles with each further failure, up to 15 minutes and no more', async () => {
    await failTimes(10, account.email);
    const waits: number[] = [];
    for (let time = 0; time < 13; time++) {
      const seconds = Number((await fail(account.email)).headers.get('retry-after'));
      waits.push(seconds);
      clock.advance(seconds * secondMs);
      expect((await fail(account.email)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    clock.advance(15 * minuteMs);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('is forgotten after an hour', async () => {
    await failTimes(9, account.email);
    clock.advance(60 * minuteMs + 1);
    await failTimes(9, account.email);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('200 after a clock was set back: nobody waits for it to get there again', async () => {
    await failTimes(1, account.email);
    clock.advance(-1_440 * minuteMs);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('429 again after a clock was set back, from the next failure on', async () => {
    await failTimes(10, account.email);
    clock.advance(-1_440 * minuteMs);
    await failTimes(1, account.email);
    expect((await attempt(account.email, account.password)).headers.get('retry-after')).toBe('2');
  });

  test('starts anew after a success', async () => {
    await failTimes(9, account.email);
    expect((await attempt(account.email, account.password)).status).toBe(200);
    await failTimes(9, account.email);
    expect((await attempt(account.email, account.password)).status).toBe(200);
  });

  test('leaves other accounts and living tokens alone', async () => {
    await failTimes(10, account.email);
    const other = await createAccount(swath.url, admin);
    expect((await attempt(other.email, other.password)).status).toBe(200);
  });

  test('holds for guesses that come all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => fail(account.email)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  test('counts the spellings of an address together', async () => {
    await failTimes(5, account.email);
    await failTimes(5, ` ${account.email.toUpperCase()}`);
    expect((await attempt(account.email, account.password)).status).toBe(429);
  });
});

describe('sign-in after failures, by address', () => {
  test('429 for every account from an address that failed ten times over many accounts', async () => {
    const address = newAddress();
    for (let time = 0; time < 10; time++) await failTimes(1, `guess${time}@example.com`, address);
    assert.refusal(await attempt(account.email, account.password, address), throttled);
    expect((await attempt(account.email, account.password)).status).toBe(200);
    clock.advance(secondMs);
    expect((await attempt(account.email, account.password, address)).status).toBe(200);
  });

  test('429 also for whoever signs in to an account of their own between guesses at others', async () => {
    const address = newAddress();
    for (let time = 0; time < 9; time++) {
      await failTimes(1, `stranger${time}@example.com`, address);
      expect((await attempt(account.email, account.password, address)).status).toBe(200);
    }
    await failTimes(1, 'stranger9@example.com', address);
    assert.refusal(await fail('stranger10@example.com', address), throttled);
  });

  test('an office in which people mistype and then sign in is never throttled', async () => {
    const address = newAddress();
    for (let time = 0; time < 6; time++) {
      await failTimes(2, account.email, address);
      expect((await attempt(account.email, account.password, address)).status).toBe(200);
    }
  });

  test('a program that goes on with an old password keeps nobody else of its office out', async () => {
    const [address, robot] = [newAddress(), await createAccount(swath.url, admin)];
    await failTimes(10, robot.email, address);
    for (let time = 0; time < 6; time++) {
      clock.advance(Number((await fail(robot.email, address)).headers.get('retry-after')) * secondMs);
      await failTimes(1, robot.email, address);
    }
    expect((await attempt(account.email, account.password, address)).status).toBe(200);
    expect((await attempt(robot.email, robot.password, address)).status).toBe(429);
  });

  test('refresh tokens are never throttled: clients ask for many in a row', async () => {
    const address = newAddress();
    const tokens = (await attempt(account.email, account.password, address)).json<{ refresh_token: string }>();
    await failTimes(10, account.email, address);
    const json = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const headers = { 'x-forwarded-for': address };
    expect((await call(swath.url, 'POST', '/authenticate', { json, headers })).status).toBe(200);
  });
});
