import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArgon2Hasher } from '../../server/src/adapters/node/argon2-hasher.ts';
import { adminPassword, type TestService, startService } from '../support/start-service.ts';

const real = createArgon2Hasher(1);
let checked = 0;
const counting: typeof real = {
  ...real,
  verify: (stored, password, turn) =>
    real.verify(stored, password, {
      before: async () => turn?.before(),
      after: async (isRight) => {
        checked++;
        await turn?.after(isRight);
      },
    }),
};

const startedMs = Date.now();
let swath: TestService;
beforeAll(async () => {
  // The throttle opens after a second, which a busy machine takes for 300 requests.
  const clock = { nowMs: () => startedMs };
  swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' }, { hasher: counting, clock });
});
afterAll(() => swath.stop());

async function signIn(address: string, username: string, password: string): Promise<number> {
  const answer = await fetch(`${swath.url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ grant_type: 'password', username, password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('POST /authenticate 200 for one address while another guesses 300 times at once', async () => {
  const guesses = Array.from({ length: 300 }, (_, i) => signIn('192.0.2.1', `user${i}@example.com`, 'wrong'));
  await guesses[0];
  expect(await signIn('192.0.2.2', swath.admin.email, adminPassword)).toBe(200);
  // Ten guesses are hashed before the throttle closes, and none of the others: mine did not wait for them.
  expect(checked).toBeLessThanOrEqual(11);
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(290);
  expect(checked).toBe(11);
});
