import { afterEach, expect, test } from 'vitest';
import { createClient } from '@swath/client';
import { type FakeService, startFakeService } from './fake-service.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

test('a change goes with the token, a reset without one', async () => {
  service = await startFakeService(({ path }) =>
    path === '/auth/password-reset'
      ? { status: 202, body: { message: 'If it exists, a mail is on its way' } }
      : { status: 204 },
  );
  const client = createClient({ url: service.url, accessToken: 'token-value' });
  await client.passwords.change({ currentPassword: 'old', newPassword: 'new' });
  const answer = await client.passwords.requestReset('ada@example.com');
  await client.passwords.confirmReset({ token: 'link', password: 'new' });

  expect(answer.message).toBe('If it exists, a mail is on its way');
  expect(service.seen.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/auth/password', body: { current_password: 'old', new_password: 'new' } },
    { method: 'POST', path: '/auth/password-reset', body: { email: 'ada@example.com' } },
    { method: 'POST', path: '/auth/password-reset/confirm', body: { token: 'link', password: 'new' } },
  ]);
  expect(service.seen.map((call) => call.headers.authorization)).toEqual(['Bearer token-value', undefined, undefined]);
});

test('a mistyped current password is not repeated with another token', async () => {
  const body = { message: 'Unauthorized', code: 'unrecognized_credentials', type: 'authentication_error' };
  service = await startFakeService(({ path }) =>
    path === '/authenticate' ? { body: { access_token: 'a', expires_in: 900 } } : { status: 401, body },
  );
  const client = createClient({ url: service.url, username: 'ada@example.com', password: 'secret' });
  const change = client.passwords.change({ currentPassword: 'wrong', newPassword: 'new' });
  await expect(change).rejects.toMatchObject({ code: 'unrecognized_credentials' });
  expect(service.callsTo('/auth/password')).toHaveLength(1);
});
