import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';
import type { ApiKey } from './api-key.ts';
import { hasGoodChecksum } from './key-text.ts';

/** How a key is found at rest: without the installation's data key the stored value says nothing of the key. */
export const keyLookup = ({ vault }: Pick<Service, 'vault'>, text: string): string =>
  vault.digest('api-key', text).toString('base64url');

export const isLive = (key: ApiKey, nowMs: number): boolean => key.endedAtMs === null && key.expiresAtMs > nowMs;

/** The principal of an API key, or null. One read; none at all when the checksum is wrong. */
export async function principalOfKey(
  service: Pick<Service, 'apiKeys' | 'vault' | 'clock'>,
  text: string,
  atMs = service.clock.nowMs(),
): Promise<Principal | null> {
  if (!hasGoodChecksum(text)) return null;
  const match = await service.apiKeys.byLookup(keyLookup(service, text));
  if (match === null || !match.account.isActive || !isLive(match.key, atMs)) return null;
  const { account, organization, key } = match;
  return {
    account,
    organization,
    credential: { kind: 'key', keyId: key.id, expiresAtMs: key.expiresAtMs },
    permissions: key.permissions,
    collections: key.collections,
  };
}
