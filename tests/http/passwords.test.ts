import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntry, operator } from '../../server/src/accounts/audit.ts';
import { dayMs, hourMs } from '../../server/src/shared/clock.ts';
import { adminToken, changeAccount, createAccount, createKey, selfStatus, signIn } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { assert, invalidParameters } from '../support/assert.ts';
import { mailedToken, mails } from '../support/mail-folder.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let clock: MovableClock;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' }, { clock });
});
afterAll(() => swath.stop());

const newAccount = async () => createAccount(swath.url, await adminToken(swath));
const change = (token: string, json: unknown) => call(swath.url, 'POST', '/auth/password', { token, json });
const askReset = (email: string) => call(swath.url, 'POST', '/auth/password-reset', { json: { email } });
const confirm = (token: string, password: string) =>
  call(swath.url, 'POST', '/auth/password-reset/confirm', { json: { token, password } });
const isLive = async (token: string) => (await selfStatus(swath.url, { token })) === 200;
const signInStatus = async (email: string, password: string) =>
  (await call(swath.url, 'POST', '/authenticate', { json: { grant_type: 'password', username: email, password } }))
    .status;

const resetEntry = (id: string) => auditEntry(operator, clock.nowMs(), 'password.reset', id);
const fresh = 'orchard-silver-piano-3';
const badLink = { ...invalidParameters, message: "Bad Request: 'token' is unknown, used or expired" };
const weak = ['short', 'password1234', 'aaaaaaaaaaaa', '123456789012', 'qwertyuiop12', 'P@ssw0rd!!!!', 'x'.repeat(600)];

describe('POST /auth/password', () => {
  test('204 changes the password and ends every other session, but neither this one nor the keys', async () => {
    const account = await newAccount();
    const [mine, other] = [await signIn(swath.url, account), await signIn(swath.url, account)];
    const { api_key: key } = await createKey(swath.url, mine.access_token);
    const answer = await change(mine.access_token, { current_password: account.password, new_password: fresh });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([await isLive(mine.access_token), await isLive(other.access_token)]).toEqual([true, false]);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    expect(await signInStatus(account.email, account.password)).toBe(401);
    expect(await signInStatus(account.email, fresh)).toBe(200);
  });

  test('the owner is told by mail that the password was changed, without the password', async () => {
    const account = await newAccount();
    const { access_token: token } = await signIn(swath.url, account);
    await change(token, { current_password: account.password, new_password: fresh });
    const told = () => mails(swath.dataFolder).filter((mail) => mail.includes(account.email));
    await expect.poll(() => told().join()).toContain('password was changed');
    expect(told().join()).not.toContain(fresh);
  });

  test('400 when the password that was checked is no longer the one that is stored', async () => {
    const account = await newAccount();
    const { access_token: token } = await signIn(swath.url, account);
    const { hasher, accounts } = swath.service;
    const overtaken: typeof hasher = {
      ...hasher,
      hash: async (password) => {
        if (password === fresh) await accounts.setPassword(account.id, 'reset meanwhile', resetEntry(account.id));
        return hasher.hash(password);
      },
    };
    const variant = await startVariant(swath.service, { hasher: overtaken });
    const json = { current_password: account.password, new_password: fresh };
    const answer = await call(variant.url, 'POST', '/auth/password', { token, json });
    await variant.stop();
    assert.refusal(answer, { ...invalidParameters, message: /'current_password'/ });
    expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('reset meanwhile');
  });

  test('400 names current_password when it is wrong, and changes nothing', async () => {
    const account = await newAccount();
    const { access_token: token } = await signIn(swath.url, account);
    const answer = await change(token, { current_password: 'wrong', new_password: fresh });
    assert.refusal(answer, { ...invalidParameters, message: /'current_password'/ });
    expect(await signInStatus(account.email, account.password)).toBe(200);
  });

  test('400 names new_password when it is weak', async () => {
    const account = await newAccount();
    const { access_token: token } = await signIn(swath.url, account);
    for (const password of [...weak, account.email]) {
      const answer = await change(token, { current_password: account.password, new_password: password });
      assert.refusal(answer, { ...invalidParameters, message: /^Bad Request: 'new_password' (must|is too)/ });
      expect(answer.text).not.toContain(password);
    }
  });

  test('429 after ten wrong current passwords: the form is no way around the throttle', async () => {
    const account = await newAccount();
    const { access_token: token } = await signIn(swath.url, account);
    const tries: Answer[] = [];
    for (let time = 0; time < 11; time++)
      tries.push(await change(token, { current_password: 'x', new_password: fresh }));
    expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429]);
    clock.advance(1_000);
    await signIn(swath.url, account);
  });
});

const guess = (email: string, address: string) =>
  call(swath.url, 'POST', '/authenticate', {
    json: { grant_type: 'password', username: email, password: 'a wrong guess' },
    headers: { 'x-forwarded-for': address },
  });

const lockedOut = async (address: string) => {
  const account = await newAccount();
  for (let time = 0; time < 12; time++) await guess(account.email, address);
  expect(await signInStatus(account.email, account.password)).toBe(429);
  return account;
};

describe('after many wrong guesses from elsewhere the new password works at once', () => {
  test("by an administrator's reset", async () => {
    const { id, email } = await lockedOut('203.0.113.1');
    const token = await adminToken(swath);
    await call(swath.url, 'POST', `/admin/accounts/${id}/reset-password`, { token, json: { password: fresh } });
    expect(await signInStatus(email, fresh)).toBe(200);
  });

  test('by a link', async () => {
    const { email } = await lockedOut('203.0.113.2');
    await askReset(email);
    expect((await confirm(await mailedToken(swath.dataFolder, email, 'token'), fresh)).status).toBe(204);
    expect(await signInStatus(email, fresh)).toBe(200);
  });
});

const timed = async (email: string) => {
  const startMs = performance.now();
  const answer = await askReset(email);
  return { text: `${answer.status} ${answer.text}`, ms: performance.now() - startMs };
};

describe('POST /auth/password-reset, 202', () => {
  test('mails a link that sets the password once and ends every session', async () => {
    const account = await newAccount();
    const { access_token: old } = await signIn(swath.url, account);
    expect((await askReset(account.email.toUpperCase())).status).toBe(202);
    const token = await mailedToken(swath.dataFolder, account.email, 'token');
    expect((await confirm(token, fresh)).status).toBe(204);
    expect(await isLive(old)).toBe(false);
    expect(await signInStatus(account.email, fresh)).toBe(200);
    expect(await signInStatus(account.email, account.password)).toBe(401);
    assert.refusal(await confirm(token, 'another-good-word-12'), badLink);
    const told = () => mails(swath.dataFolder).filter((mail) => mail.includes(account.email));
    await expect.poll(() => told().join()).toContain('password was changed');
  });

  test('the link lasts one hour, and not a moment longer', async () => {
    const account = await newAccount();
    await askReset(account.email);
    const first = await mailedToken(swath.dataFolder, account.email, 'token');
    clock.advance(hourMs - 1);
    assert.refusal(await confirm(first, 'short'), { ...invalidParameters, message: /'password' must have/ });
    clock.advance(1);
    assert.refusal(await confirm(first, fresh), badLink);
    expect(await signInStatus(account.email, account.password)).toBe(200);
  });

  test('a weak password is refused by name and leaves the link usable', async () => {
    const account = await newAccount();
    await askReset(account.email);
    const token = await mailedToken(swath.dataFolder, account.email, 'token');
    for (const password of weak)
      assert.refusal(await confirm(token, password), { ...invalidParameters, message: /^Bad Request: 'password' / });
    expect((await confirm(token, fresh)).status).toBe(204);
  });

  test('a second link ends the first', async () => {
    const account = await newAccount();
    await askReset(account.email);
    const first = await mailedToken(swath.dataFolder, account.email, 'token');
    await askReset(account.email);
    const second = await mailedToken(swath.dataFolder, account.email, 'token', 1);
    assert.refusal(await confirm(first, fresh), badLink);
    expect((await confirm(second, fresh)).status).toBe(204);
  });

  test('at once uses the link up once', async () => {
    const account = await newAccount();
    await askReset(account.email);
    const token = await mailedToken(swath.dataFolder, account.email, 'token');
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token, fresh)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 400, 400, 400]);
  });

  test('answers the same, in about the same time, for known, unknown, deactivated and malformed addresses', async () => {
    const known = await newAccount();
    const gone = await newAccount();
    await changeAccount(swath.url, await adminToken(swath), gone.id, { active: false });
    const all = [];
    // The least of three: others may hold the machine up in one of them.
    for (const email of [known.email, 'nobody@example.com', gone.email, 'no address'])
      all.push([await timed(email), await timed(email), await timed(email)]);
    expect(new Set(all.flat().map(({ text }) => text)).size).toBe(1);
    const times = all.map((three) => Math.min(...three.map(({ ms }) => ms)));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(149);
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2);
    await mailedToken(swath.dataFolder, known.email, 'token', 2);
    const sentTo = (email: string) => mails(swath.dataFolder).filter((mail) => mail.includes(email)).length;
    expect([known.email, gone.email, 'nobody@example.com', 'no address'].map(sentTo)).toEqual([3, 0, 0, 0]);
  });

  test('sends no more than five mails an hour to one address, and says the same', async () => {
    const account = await newAccount();
    const answers: Answer[] = [];
    answers.push(
      await askReset(account.email),
      ...(await Promise.all(Array.from({ length: 6 }, () => askReset(account.email)))),
    );
    expect(new Set(answers.map(({ status, text }) => status + text)).size).toBe(1);
    await mailedToken(swath.dataFolder, account.email, 'token', 4);
    expect(mails(swath.dataFolder).filter((mail) => mail.includes(account.email))).toHaveLength(5);
    await expect.poll(() => swath.service.outbox.pending()).toBe(0);
  });
});

test('who goes on asking for resets keeps the owner from a mail for an hour, and no longer', async () => {
  const account = await newAccount();
  for (let time = 0; time < 5; time++) await askReset(account.email);
  for (let time = 0; time < 3; time++) {
    clock.advance(hourMs / 4);
    await askReset(account.email);
  }
  clock.advance(hourMs / 4 + 1);
  await askReset(account.email);
  const sixth = await mailedToken(swath.dataFolder, account.email, 'token', 5);
  expect((await confirm(sixth, fresh)).status).toBe(204);
});

describe('the invitation', () => {
  test('201 with a link, a mail with the same link, a password of the own choosing, sign-in', async () => {
    const json = { email: 'new.colleague@example.com', invite: true };
    const answer = await call(swath.url, 'POST', '/admin/accounts', { token: await adminToken(swath), json });
    expect(answer.status).toBe(201);
    const { invitation_url: url, one_time_password: oneTime } = answer.json();
    expect(oneTime).toBeUndefined();
    const mailed = await mailedToken(swath.dataFolder, json.email, 'invite');
    expect(url).toBe(`${swath.service.config.publicUrl}/reset-password#invite=${mailed}`);
    expect(await signInStatus(json.email, '')).toBe(401);
    clock.advance(7 * dayMs - 1);
    expect((await confirm(mailed, fresh)).status).toBe(204);
    expect(await signInStatus(json.email, fresh)).toBe(200);
    assert.refusal(await confirm(mailed, fresh), badLink);
    await askReset(json.email);
    await mailedToken(swath.dataFolder, json.email, 'token', 1);
    expect(mails(swath.dataFolder).filter((mail) => mail.includes(json.email))).toHaveLength(2);
  });

  test('400 when the link is older than seven days', async () => {
    const json = { email: 'late.colleague@example.com', invite: true };
    await call(swath.url, 'POST', '/admin/accounts', { token: await adminToken(swath), json });
    const token = await mailedToken(swath.dataFolder, json.email, 'invite');
    clock.advance(7 * dayMs);
    assert.refusal(await confirm(token, fresh), badLink);
  });
});

test('no one-time token and no password lies readable in the audit', async () => {
  const answer = await call(swath.url, 'GET', '/admin/audit?limit=1000', { token: await adminToken(swath) });
  const tokens = mails(swath.dataFolder).flatMap((mail) => /#(?:token|invite)=([\w-]{43})/.exec(mail)?.[1] ?? []);
  expect(tokens.length).toBeGreaterThan(3);
  for (const secret of [...tokens, fresh, 'harbour-violet-spoon-77', '$argon2'])
    expect(answer.text).not.toContain(secret);
});
