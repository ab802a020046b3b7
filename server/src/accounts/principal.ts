import type { Service } from '../service.ts';
import type { Actor } from './audit.ts';
import { type Member, type Permission, grantsOf, heldPermissions } from './account.ts';
import { isSignedByUs, tokenHash } from './tokens.ts';

/** Who calls, with which credential, allowed what. */
export type Principal = Member & {
  readonly credential:
    | { readonly kind: 'bearer'; readonly sessionId: string; readonly expiresAtMs: number }
    | { readonly kind: 'key'; readonly keyId: string; readonly expiresAtMs: number };
  readonly permissions: readonly Permission[];
  /** Collections the caller may see; null means every collection. */
  readonly collections: readonly string[] | null;
};

/** Null where somebody has signed in. */
export const keyIdOf = ({ credential }: Pick<Principal, 'credential'>): string | null =>
  credential.kind === 'key' ? credential.keyId : null;

export function actorOf(principal: Principal, address: string, requestId: string): Actor {
  return { accountId: principal.account.id, label: principal.account.email, address, requestId };
}

/** The principal of a bearer token, or null. Always against the stored record: revocation acts at once. */
export async function principalOfBearer(
  service: Pick<Service, 'sessions' | 'vault' | 'clock'>,
  token: string,
  atMs = service.clock.nowMs(),
): Promise<Principal | null> {
  if (!isSignedByUs(service.vault, token)) return null;
  const match = await service.sessions.bearer(tokenHash(token), atMs);
  if (match === null) return null;
  const { account, organization, sessionId, expiresAtMs } = match;
  return {
    account,
    organization,
    credential: { kind: 'bearer', sessionId, expiresAtMs },
    permissions: heldPermissions(account),
    collections: grantsOf(match),
  };
}
