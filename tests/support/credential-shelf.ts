import type { Permission } from '../../server/src/accounts/account.ts';
import { memberPermissions, permissions } from '../../server/src/accounts/account.ts';
import { hourMs } from '../../server/src/shared/clock.ts';
import { adminToken, changeAccount, createAccount, createKey, keysPath, signIn } from './accounts.ts';
import { type CallOptions, call } from './call.ts';
import type { MovableClock } from './movable-clock.ts';
import type { TestService } from './start-service.ts';

/** A way to call, and what the service should make of it. */
export type Carrier = CallOptions & {
  readonly query?: string;
  readonly kind: 'none' | 'bearer' | 'key' | 'cookie';
  readonly isLive: boolean;
  readonly permissions: readonly Permission[];
};

export type CredentialShelf = {
  readonly carriers: Readonly<Record<string, Carrier>>;
  /** Ids of objects that belong to another account than the live token's. */
  readonly foreign: { readonly keyId: string; readonly projectId: string };
};

const inUrl = (key: string) => `vendor_api_key=${key}`;

/** One of each credential that a caller may come with: dead ones are made first, then the clock moves. */
export async function fillShelf(swath: TestService, clock: MovableClock): Promise<CredentialShelf> {
  const { url } = swath;
  const early = await adminToken(swath);
  const expiredKey = await createKey(url, early, { expiration_date: new Date(clock.nowMs() + hourMs).toISOString() });
  clock.advance(13 * hourMs);
  const admin = await adminToken(swath);
  const member = await createAccount(url, admin);
  const tokens = await signIn(url, member);
  const [one, two, deleted] = [
    await createKey(url, tokens.access_token),
    await createKey(url, tokens.access_token),
    await createKey(url, tokens.access_token),
  ];
  await call(url, 'DELETE', `${keysPath}/id/${deleted.id}`, { token: tokens.access_token });
  const gone = await createAccount(url, admin);
  const { access_token: goneToken } = await signIn(url, gone);
  const goneKey = await createKey(url, goneToken);
  await changeAccount(url, admin, gone.id, { active: false });
  const poor = await signIn(url, await createAccount(url, admin, { permissions: [] }));
  const poorKey = await createKey(url, poor.access_token);
  const project = await call(url, 'POST', '/projects', { token: admin, json: { name: 'foreign' } });
  const web = await call(url, 'POST', '/auth/session', {
    json: { username: member.email, password: member.password },
  });

  const dead = { isLive: false, permissions: [] } as const;
  const live = { isLive: true, permissions: memberPermissions } as const;
  return {
    carriers: {
      none: { kind: 'none', ...dead },
      'garbage bearer': { kind: 'bearer', token: 'garbage', ...dead },
      'expired token': { kind: 'bearer', token: early, ...dead },
      'live token': { kind: 'bearer', token: tokens.access_token, ...live },
      'refresh token as bearer': { kind: 'bearer', token: tokens.refresh_token, ...dead },
      'token of a deactivated account': { kind: 'bearer', token: goneToken, ...dead },
      'key in header': { kind: 'key', key: one.api_key, ...live },
      'key in URL': { kind: 'key', query: inUrl(one.api_key), ...live },
      'both equal': { kind: 'key', key: one.api_key, query: inUrl(one.api_key), ...live },
      'both different': { kind: 'key', key: one.api_key, query: inUrl(two.api_key), ...dead },
      'expired key': { kind: 'key', key: expiredKey.api_key, ...dead },
      'deleted key': { kind: 'key', key: deleted.api_key, ...dead },
      'key of a deactivated account': { kind: 'key', key: goneKey.api_key, ...dead },
      'garbage bearer beside a live key': { kind: 'bearer', token: 'garbage', key: one.api_key, ...dead },
      admin: { kind: 'bearer', token: admin, isLive: true, permissions },
      'token without permissions': { kind: 'bearer', token: poor.access_token, isLive: true, permissions: [] },
      'key without permissions': { kind: 'key', key: poorKey.api_key, isLive: true, permissions: [] },
      cookie: { kind: 'cookie', headers: { cookie: web.headers.get('set-cookie')!.split(';')[0]! }, ...live },
    },
    foreign: { keyId: (await createKey(url, admin)).id, projectId: project.json<{ id: string }>().id },
  };
}
