import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeAccounts } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const env = { SWATH_DATA: folder };
const [ann, bob] = ['ann@example.com', 'bob@example.com'];

beforeAll(async () => {
  for (const email of [ann, bob]) await swathJson(['account', 'add', email, '--name', email], env);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether an order of the account to the bucket `demo` would be refused as another's. */
async function isRefused(email: string): Promise<boolean> {
  const installation = await composeAccounts(readConfig(env), silentLog);
  try {
    const { accounts, buckets, orders } = installation.service;
    const bucket = await buckets.open({ kind: 'named', name: 'demo' });
    const { organization } = (await accounts.credentialsByEmail(email))!;
    return await orders.isForeignBucket(bucket.identity, organization.id);
  } finally {
    await installation.close();
  }
}

/** Buckets as the audit names them. */
async function granted(): Promise<unknown[]> {
  const installation = await composeAccounts(readConfig(env), silentLog);
  const { data } = await installation.service.audit.list({ limit: 100 });
  await installation.close();
  return data.filter(({ action }) => action === 'bucket.grant').map(({ detail }) => detail['bucket']);
}

test('swath bucket grant: the first organization has it for itself, a granted one may deliver too, and 0', async () => {
  expect([await isRefused(ann), await isRefused(bob)]).toEqual([false, false]);
  const first = await swath(['bucket', 'grant', 'demo', '--account', ann], env);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('demo')]);
  expect([await isRefused(ann), await isRefused(bob)]).toEqual([false, true]);
  // The same bucket by another name.
  expect((await swath(['bucket', 'grant', 's3://demo', '--account', bob], env)).code).toBe(0);
  expect([await isRefused(ann), await isRefused(bob)]).toEqual([false, false]);
  expect(await granted()).toEqual(['demo', 'demo']);
});

test.each([
  [['demo', '--account', 'nobody@example.com'], 3, "there is no account 'nobody@example.com'"],
  [['demo'], 2, '--account is missing'],
  [['nowhere', '--account', ann], 3, 'there is no bucket nowhere'],
])('swath bucket grant %j ends with %i', async (args, code, message) => {
  const ended = await swath(['bucket', 'grant', ...args], env);
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
});
