import { abortable } from '../abortable.ts';
import { SwathError } from '../errors.ts';
import { grantByPassword, grantByRefreshToken, revokeToken, type TokenGrant } from '../resources/tokens.ts';
import type { Transport } from '../transport.ts';
import { bearerCredential } from './bearer-credential.ts';
import type { Credential } from './credential.ts';
import { signedOut } from './signed-out.ts';
import { createTokenSource } from './token-source.ts';

export type UsernameAndPassword = { readonly username: string; readonly password: string };

const nobody = Promise.resolve(null);

/** Signs in at the first request, refreshes ahead of expiry, and falls back to the password when the refresh is refused. */
export function passwordCredential(transport: Transport, login: UsernameAndPassword): Credential {
  let refreshToken: string | null = null;
  let signOuts = 0;
  /** What the sign-in or refresh under way will bring. */
  let underWay: Promise<TokenGrant | null> = nobody;

  async function ask(): Promise<TokenGrant> {
    return (refreshToken && (await refreshOrNull(transport, refreshToken))) || grantByPassword(transport, login);
  }

  async function obtain(): Promise<TokenGrant> {
    const startedIn = signOuts;
    const asking = ask();
    underWay = asking.catch(() => null);
    const grant = await asking;
    if (startedIn !== signOuts) throw signedOut('signed out meanwhile');
    refreshToken = grant.refreshToken;
    return grant;
  }

  const source = createTokenSource(obtain);

  async function end(signal?: AbortSignal): Promise<void> {
    const [held, late] = [refreshToken, underWay];
    [refreshToken, underWay] = [null, nobody];
    signOuts += 1;
    source.forget();
    // A sign-in that is only just coming would else live on without anybody knowing of it.
    const ending = (await abortable(late, signal))?.refreshToken ?? held;
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
