import { makeCollection } from '../../catalog/contract/fixtures.ts';
import { type TestService, startService } from '../../support/start-service.ts';
import { type KeyRecord, call, createKey, createMember, signIn } from './call.ts';

/** A service with one of each credential, and one account that nobody minds losing. */
export type Fixture = TestService & {
  readonly adminBearer: string;
  readonly memberBearer: string;
  readonly member: { readonly email: string; readonly password: string; readonly id: string };
  readonly key: KeyRecord;
  readonly victimId: string;
};

export async function startFixture(...[settings, options]: Parameters<typeof startService>): Promise<Fixture> {
  const running = await startService({ SWATH_RATE_LIMIT: '0', ...settings }, options);
  const { url, admin } = running;
  const { bearer: adminBearer } = await signIn(url, admin.email, admin.password);
  const credentials = { email: 'member@example.com', password: 'granite-violin-otter-73' };
  const id = await createMember(url, adminBearer, credentials.email, credentials.password);
  const victimId = await createMember(url, adminBearer, 'victim@example.com', 'granite-violin-otter-73');
  // A collection of that name too: the routes of the catalogue take the same id.
  await running.service.catalog.putCollection(makeCollection(victimId), 'insert', null);
  const { bearer: memberBearer } = await signIn(url, credentials.email, credentials.password);
  const key = await createKey(url, memberBearer);
  return { ...running, adminBearer, memberBearer, member: { ...credentials, id }, key, victimId };
}

/** What must work before and after any abuse. */
export async function healthProblems(fixture: Fixture): Promise<readonly string[]> {
  const { url, key, member, admin } = fixture;
  const checks = {
    readyz: () => call(url, '/readyz'),
    'the key': () => call(url, '/auth/self', { key: key.api_key }),
    "the administrator's token": () => call(url, '/admin/accounts', { bearer: fixture.adminBearer }),
    "the member's token": () => call(url, '/api-key/api/v2/api-key', { bearer: fixture.memberBearer }),
    'sign-in': () => signIn(url, member.email, member.password).then(() => ({ status: 200, text: '' })),
    "the administrator's sign-in": () =>
      signIn(url, admin.email, admin.password).then(() => ({ status: 200, text: '' })),
  };
  const problems: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const answer = await check().catch((error: Error) => ({ status: 0, text: error.message }));
    if (answer.status !== 200) problems.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return problems;
}
