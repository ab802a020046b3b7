import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { quickHasher } from '../support/quick-hasher.ts';
import { signIn } from '../support/accounts.ts';
import { startService } from '../support/start-service.ts';

test('a start under another SWATH_ADMIN_EMAIL makes no second administrator, and hashes no password for one', async () => {
  const first = await startService({}, { keepFolder: true });
  onTestFinished(() => rmSync(first.dataFolder, { recursive: true, force: true }));
  await first.stop();
  const hashed: string[] = [];
  const hasher = {
    ...quickHasher,
    hash: (password: string) => {
      hashed.push(password);
      return quickHasher.hash(password);
    },
  };
  const settings = { SWATH_DATA: first.dataFolder, SWATH_ADMIN_EMAIL: 'other@example.com' };
  const second = await startService(settings, { hasher });
  expect(second.welcomeUrl).toBe('');
  expect(hashed).toEqual([]);
  expect(await second.service.accounts.credentialsByEmail('other@example.com')).toBeNull();
  expect((await signIn(second.url, first.admin)).access_token).toBeTruthy();
  await second.stop();
});
