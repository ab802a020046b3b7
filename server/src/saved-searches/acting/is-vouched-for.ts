import { isLive } from '../../api-keys/verify-key.ts';
import type { Service } from '../../service.ts';
import type { SavedSearch } from '../saved-search.ts';

/** Whether the key that a search was saved with still works; what the account itself saved needs none. */
export async function isVouchedFor(
  { apiKeys, clock }: Pick<Service, 'apiKeys' | 'clock'>,
  { keyId }: Pick<SavedSearch, 'keyId'>,
): Promise<boolean> {
  if (keyId === null) return true;
  const key = await apiKeys.byId(keyId);
  return key !== null && isLive(key, clock.nowMs());
}
