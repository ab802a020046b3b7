import type { Service } from '../service.ts';
import type { Principal } from './principal.ts';

const most = 10_000;

/** Finds the principal of a credential at a moment, remembered for as long as nothing at all was committed to the store. */
export type CredentialCache = (
  credential: string,
  load: (credential: string, atMs: number) => Promise<Principal | null>,
  atMs: number,
) => Promise<Principal | null>;

/** Valid under one version of the store: our own commits change it before their answer, others' within a millisecond. */
export function createCredentialCache({ storeVersion }: Pick<Service, 'storeVersion'>): CredentialCache {
  let version: number | null = null;
  const known = new Map<string, Principal>();
  return async (credential, load, atMs) => {
    const current = storeVersion();
    if (current === null) return load(credential, atMs);
    if (current !== version) known.clear();
    version = current;
    const found = known.get(credential);
    if (found !== undefined) return found.credential.expiresAtMs > atMs ? found : null;
    const loaded = await load(credential, atMs);
    // Only under the version it was read in: another request may have seen a newer one meanwhile.
    if (loaded === null || version !== current) return loaded;
    if (known.size >= most) known.clear();
    known.set(credential, loaded);
    return loaded;
  };
}
