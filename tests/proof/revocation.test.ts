import { expect, it, onTestFinished } from 'vitest';
import { acceptedAfter } from '../abuse/support/accepted-after.ts';
import { call, createKey, createMember, keysPath, signIn } from '../abuse/support/call.ts';
import { startFixture } from '../abuse/support/fixture.ts';

const rounds = 30;
const clients = 60;
const password = 'granite-violin-otter-73';

it(`S3: ${rounds} times a key is deleted, a token revoked and an account deactivated while ${clients} clients call`, async () => {
  const fixture = await startFixture();
  onTestFinished(() => fixture.stop());
  const { url, adminBearer } = fixture;
  let accepted = 0;
  for (let round = 0; round < rounds; round++) {
    const email = `caller${round}@example.com`;
    const id = await createMember(url, adminBearer, email, password);
    const { bearer } = await signIn(url, email, password);
    const key = await createKey(url, bearer);
    const [deleted, kept] = [key, await createKey(url, bearer)];
    const second = await signIn(url, email, password);
    accepted += await acceptedAfter(
      url,
      { key: deleted.api_key },
      () => call(url, `${keysPath}/id/${deleted.id}`, { method: 'DELETE', bearer }),
      clients,
    );
    accepted += await acceptedAfter(
      url,
      { bearer },
      () => call(url, '/oauth/revoke', { method: 'POST', body: { token: bearer } }),
      clients,
    );
    accepted += await acceptedAfter(
      url,
      { key: kept.api_key },
      () => call(url, `/admin/accounts/${id}`, { method: 'PATCH', bearer: adminBearer, body: { active: false } }),
      clients,
    );
    expect((await call(url, '/auth/self', { bearer: second.bearer })).status).toBe(401);
  }
  console.log({ rounds, takenAway: rounds * 3, accepted });
  expect(accepted).toBe(0);
});
