import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedAfter as countAcceptedAfter } from './support/accepted-after.ts';
import { call, createKey, createMember, keysPath, signIn } from './support/call.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const password = 'granite-violin-otter-73';
let count = 0;

async function freshMember() {
  const email = `caller${++count}@example.com`;
  const id = await createMember(fixture.url, fixture.adminBearer, email, password);
  const { bearer, refresh } = await signIn(fixture.url, email, password);
  const key = await createKey(fixture.url, bearer);
  return { id, email, bearer, refresh, key };
}

const acceptedAfter = (...taking: DropFirst<Parameters<typeof countAcceptedAfter>>) =>
  countAcceptedAfter(fixture.url, ...taking);

type DropFirst<T> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

const patch = (id: string, body: unknown) =>
  call(fixture.url, `/admin/accounts/${id}`, { method: 'PATCH', bearer: fixture.adminBearer, body });

describe('while 20 clients call, none is accepted that began after the answer', () => {
  it('a key is deleted by id', async () => {
    const { bearer, key } = await freshMember();
    const after = await acceptedAfter({ key: key.api_key }, () =>
      call(fixture.url, `${keysPath}/id/${key.id}`, { method: 'DELETE', bearer }),
    );
    expect(after).toBe(0);
  });

  it('a key is deleted by list', async () => {
    const { bearer, key } = await freshMember();
    const after = await acceptedAfter({ key: key.api_key }, () =>
      call(fixture.url, keysPath, { method: 'DELETE', bearer, body: { ids: [key.id] } }),
    );
    expect(after).toBe(0);
  });

  it('a token is revoked, by itself and by its refresh token', async () => {
    for (const which of ['bearer', 'refresh'] as const) {
      const member = await freshMember();
      const body = { token: member[which] };
      expect(
        await acceptedAfter({ bearer: member.bearer }, () =>
          call(fixture.url, '/oauth/revoke', { method: 'POST', body }),
        ),
      ).toBe(0);
    }
  });

  it('the account is deactivated: its token and its key', async () => {
    for (const kind of ['bearer', 'key'] as const) {
      const member = await freshMember();
      const credential = kind === 'bearer' ? { bearer: member.bearer } : { key: member.key.api_key };
      expect(await acceptedAfter(credential, () => patch(member.id, { active: false }))).toBe(0);
      expect((await patch(member.id, { active: true })).status).toBe(200);
      expect((await call(fixture.url, '/auth/self', credential)).status).toBe(401);
    }
  });

  it('the password is reset by an administrator', async () => {
    const member = await freshMember();
    const path = `/admin/accounts/${member.id}/reset-password`;
    expect(
      await acceptedAfter({ bearer: member.bearer }, () =>
        call(fixture.url, path, { method: 'POST', bearer: fixture.adminBearer }),
      ),
    ).toBe(0);
  });
});
