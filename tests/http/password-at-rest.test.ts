import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntry, operator } from '../../server/src/accounts/audit.ts';
import { adminToken, createAccount, selfStatus, signIn } from '../support/accounts.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;

beforeAll(async () => {
  swath = await startService({}, { withRealHasher: true });
});
afterAll(() => swath.stop());

const storedHash = async (email: string) => (await swath.service.accounts.credentialsByEmail(email))?.passwordHash;
const strong = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

test('a password is at rest as argon2id with at least the recommended cost', async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  for (const email of [swath.admin.email, account.email]) {
    const [, memoryKiB, passes, lanes] = strong.exec((await storedHash(email)) ?? '') ?? [];
    expect(Number(memoryKiB)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(Number(lanes)).toBe(1);
  }
});

test('two accounts with the same password have different hashes', async () => {
  const token = await adminToken(swath);
  const [one, two] = [await createAccount(swath.url, token), await createAccount(swath.url, token)];
  expect(one.password).toBe(two.password);
  expect(await storedHash(one.email)).not.toBe(await storedHash(two.email));
});

test('a weaker hash is replaced at sign-in, and no session ends by it', async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  const weak = await hash(account.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await swath.service.accounts.setPassword(account.id, weak, auditEntry(operator, 0, 'test', account.id));
  const before = await signIn(swath.url, account);
  const after = await storedHash(account.email);
  expect(after).not.toBe(weak);
  expect(Number(strong.exec(after ?? '')?.[1])).toBeGreaterThanOrEqual(19_456);
  expect(await selfStatus(swath.url, { token: before.access_token })).toBe(200);
  await signIn(swath.url, account);
  expect(await storedHash(account.email)).toBe(after);
});

test('a wrong password does not replace a weaker hash', async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  const weak = await hash(account.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await swath.service.accounts.setPassword(account.id, weak, auditEntry(operator, 0, 'test', account.id));
  await expect(signIn(swath.url, { ...account, password: 'not-the-password' })).rejects.toThrow(/401/);
  expect(await storedHash(account.email)).toBe(weak);
});
