import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntry, operator } from '../../server/src/accounts/audit.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { adminToken, createAccount, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { cpuMs } from '../support/cpu-ms.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
beforeAll(async () => {
  swath = await startService();
});
afterAll(() => swath.stop());

const typed = 'brûlée-Ångström-lantern';
const [composed, decomposed] = [typed.normalize('NFC'), typed.normalize('NFD')];

const setPassword = async (id: string, password: string) => {
  const answer = await call(swath.url, 'POST', `/admin/accounts/${id}/reset-password`, {
    token: await adminToken(swath),
    json: { password },
  });
  expect(answer.status).toBe(200);
};

test('a password is the same whether its accents come composed or not', async () => {
  expect(composed).not.toBe(decomposed);
  for (const stored of [composed, decomposed]) {
    const account = await createAccount(swath.url, await adminToken(swath));
    await setPassword(account.id, stored);
    for (const password of [composed, decomposed]) await signIn(swath.url, { ...account, password });
    await expect(signIn(swath.url, { ...account, password: 'brulee-Angstrom-lantern' })).rejects.toThrow(/401/);
  }
});

test('a password that an earlier release hashed as it was typed still signs in', async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  const asTyped = await hash(decomposed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  await swath.service.accounts.setPassword(account.id, asTyped, auditEntry(operator, 0, 'test', account.id));
  await expect(signIn(swath.url, { ...account, password: decomposed })).resolves.toMatchObject({
    token_type: 'Bearer',
  });
});

test('letters are counted, not the marks on them: 400 for six letters with six accents', async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  const json = { password: 'éàüñôç'.normalize('NFD') };
  const answer = await call(swath.url, 'POST', `/admin/accounts/${account.id}/reset-password`, {
    token: await adminToken(swath),
    json,
  });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('at least 12 characters')]);
});

test('a text that is made to be slow to compose is refused as fast as any', async () => {
  const password = '\u0315\u0316'.repeat(200_000);
  const startMs = cpuMs();
  await expect(signIn(swath.url, { email: 'nobody@example.com', password })).rejects.toThrow(/401/);
  expect(cpuMs() - startMs).toBeLessThan(3_000);
});

const full = async () => {
  throw new PlatformError('unavailable', 'the disk of the database is full');
};

test('a reset on a store that cannot be written to is answered the same for known and unknown addresses', async () => {
  const { email } = await createAccount(swath.url, await adminToken(swath));
  const { throttle, oneTimeLinks } = swath.service;
  const variant = await startVariant(swath.service, {
    throttle: { ...throttle, fail: full },
    oneTimeLinks: { ...oneTimeLinks, create: full },
  });
  const ask = async (address: string, url = variant.url) => {
    const { status, text } = await call(url, 'POST', '/auth/password-reset', { json: { email: address } });
    return `${status} ${text}`;
  };
  // An account is sent five an hour, and nothing is written for the sixth; nobody has no such bound.
  for (let time = 0; time < 6; time++) await ask('nobody@example.com', swath.url);
  const answers = [await ask(email), await ask('nobody@example.com')];
  await variant.stop();
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^503 /);
});
