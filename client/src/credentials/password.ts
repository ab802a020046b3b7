import { SwathError } from '../errors.ts';
import { grantByPassword, grantByRefreshToken, revokeToken, type TokenGrant } from '../resources/tokens.ts';
import type { Transport } from '../transport.ts';
import { bearerCredential } from './bearer-credential.ts';
import type { Credential } from './credential.ts';
import { createTokenSource } from './token-source.ts';

export type UsernameAndPassword = { readonly username: string; readonly password: string };

/** Signs in at the first request, refreshes ahead of expiry, and falls back to the password when the refresh is refused. */
export function passwordCredential(transport: Transport, login: UsernameAndPassword): Credential {
  let refreshToken: string | null = null;

  async function obtain(): Promise<TokenGrant> {
    const grant =
      (refreshToken && (await refreshOrNull(transport, refreshToken))) || (await grantByPassword(transport, login));
    refreshToken = grant.refreshToken;
    return grant;
  }

  const source = createTokenSource(obtain);

  async function end(signal?: AbortSignal): Promise<void> {
    const ending = refreshToken;
    refreshToken = null;
    source.forget();
    if (ending) await revokeToken(transport, ending, { signal });
  }

  return bearerCredential(`password of ${login.username}`, source, end);
}

async function refreshOrNull(transport: Transport, refreshToken: string): Promise<TokenGrant | null> {
  try {
    return await grantByRefreshToken(transport, refreshToken);
  } catch (error) {
    if (error instanceof SwathError && error.status === 401) return null;
    throw error;
  }
}
