import type { Service } from '../service.ts';
import type { Principal } from './principal.ts';

const most = 10_000;

/** Finds the principal of a credential, remembered for as long as nothing at all was committed to the store. */
export type CredentialCache = (
  credential: string,
  load: (credential: string) => Promise<Principal | null>,
) => Promise<Principal | null>;

/** Valid under one version of the store: our own commits change it before their answer, others' within a millisecond. */
export function createCredentialCache({
  storeVersion,
  clock,
}: Pick<Service, 'storeVersion' | 'clock'>): CredentialCache {
  let version: number | null = null;
  const known = new Map<string, Principal>();
  return async (credential, load) => {
    const current = storeVersion();
    if (current === null) return load(credential);
    if (current !== version) known.clear();
    version = current;
    const found = known.get(credential);
    if (found !== undefined) return found.credential.expiresAtMs > clock.nowMs() ? found : null;
    const loaded = await load(credential);
    // Only under the version it was read in: another request may have seen a newer one meanwhile.
    if (loaded === null || version !== current) return loaded;
    if (known.size >= most) known.clear();
    known.set(credential, loaded);
    return loaded;
  };
}
