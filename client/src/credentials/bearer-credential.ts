import { bearer, type Credential } from './credential.ts';
import type { TokenSource } from './token-source.ts';

/** Requests carry the source's token; a refused one is replaced. */
export function bearerCredential(label: string, source: TokenSource, end: Credential['end']): Credential {
  return {
    label,
    headers: async (signal) => bearer(await source.current(signal)),
    renew: async (refused, signal) => {
      const refusedToken = refused['authorization']?.replace(/^Bearer /, '');
      return bearer(await source.replacing(refusedToken, signal));
    },
    end,
  };
}
