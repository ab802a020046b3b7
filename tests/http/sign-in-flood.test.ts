import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
beforeAll(
  async () => void (swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' }, { withRealHasher: true })),
);
afterAll(() => swath.stop());

async function signIn(address: string, username: string, password: string) {
  const start = performance.now();
  const answer = await fetch(`${swath.url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ grant_type: 'password', username, password }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - start };
}

test('POST /authenticate 200 for one address while another guesses 300 times at once', async () => {
  const guesses = Array.from({ length: 300 }, (_, i) => signIn('192.0.2.1', `user${i}@example.com`, 'wrong'));
  await guesses[0];
  const mine = await signIn('192.0.2.2', swath.admin.email, adminPassword);
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(mine.status).toBe(200);
  // Some ten guesses are hashed before the throttle closes; without it all 300 would be, which takes seconds.
  expect(mine.ms).toBeLessThan(2_000);
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(20);
  expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
});
