import { rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEntry, serviceItself } from '../../server/src/accounts/audit.ts';
import { refusedAction } from '../../server/src/accounts/authenticate.ts';
import { call } from '../support/call.ts';
import { type CapturedLog, capturedLog } from '../support/captured-log.ts';
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

const warnings = ({ lines }: CapturedLog) => lines.filter(({ message }) => message.includes('SWATH_ADMIN_PASSWORD'));

describe('SWATH_ADMIN_PASSWORD at a later start', () => {
  test('changes no password, and the log says so; it says nothing of one that is the right one', async () => {
    const first = await startService({}, { keepFolder: true });
    onTestFinished(() => rmSync(first.dataFolder, { recursive: true, force: true }));
    await first.stop();
    const [right, wrong] = [capturedLog(), capturedLog()];
    const settings = { SWATH_DATA: first.dataFolder };
    await (await startService(settings, { keepFolder: true, log: right })).stop();
    expect(warnings(right)).toEqual([]);
    const changed = { ...settings, SWATH_ADMIN_PASSWORD: 'harbour-violet-spoon-77' };
    const second = await startService(changed, { keepFolder: true, log: wrong });
    expect(warnings(wrong)).toMatchObject([{ level: 'warn' }]);
    expect((await signIn(second.url, first.admin)).access_token).toBeTruthy();
    await second.stop();
  });

  test('is that of an administrator whose generated one nobody has seen', async () => {
    const first = await startService({ SWATH_ADMIN_PASSWORD: '' }, { keepFolder: true });
    onTestFinished(() => rmSync(first.dataFolder, { recursive: true, force: true }));
    // Others guessed at it meanwhile.
    const { account } = (await first.service.accounts.credentialsByEmail(first.admin.email))!;
    for (let tried = 0; tried < 120; tried += 1)
      await first.service.audit.append(auditEntry(serviceItself, Date.now() + tried, refusedAction, account.id));
    await first.stop();
    const settings = { SWATH_DATA: first.dataFolder };
    const second = await startService(settings, { keepFolder: true });
    const { access_token: token } = await signIn(second.url, first.admin);
    expect(token).toBeTruthy();
    await second.stop();
    const third = await startService(settings, { keepFolder: true });
    // It is not set again: that would end every session.
    expect((await call(third.url, 'GET', '/auth/self', { token })).status).toBe(200);
    await third.stop();
  });
});
