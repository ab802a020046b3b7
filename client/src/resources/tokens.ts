import type { UsernameAndPassword } from '../credentials/password.ts';
import type { Grant } from '../credentials/token-source.ts';
import { isObject } from '../read-answer.ts';
import { type Call, type CallOptions, nothing, type Transport } from '../transport.ts';

export type TokenGrant = Grant & { readonly refreshToken: string | null };

// Shared by every waiting caller, so it is bounded by time and not by one caller's signal.
const grantTimeoutMs = 30_000;

export function grantByPassword(transport: Transport, login: UsernameAndPassword): Promise<TokenGrant> {
  const { username, password } = login;
  return transport.send(authenticate({ grant_type: 'password', username, password }));
}

export function grantByRefreshToken(transport: Transport, refreshToken: string): Promise<TokenGrant> {
  return transport.send(authenticate({ grant_type: 'refresh_token', refresh_token: refreshToken }));
}

/** Ends a token and, for a refresh token, all that grew from the same sign-in. */
export async function revokeToken(transport: Transport, token: string, options?: CallOptions): Promise<void> {
  await transport.send({
    method: 'POST',
    path: '/oauth/revoke',
    body: { token },
    read: nothing,
    signal: options?.signal,
  });
}

function authenticate(body: object): Call<TokenGrant> {
  return { method: 'POST', path: '/authenticate', body, read: readGrant, timeoutMs: grantTimeoutMs };
}

function readGrant(body: unknown): TokenGrant | undefined {
  if (!isObject(body) || typeof body['access_token'] !== 'string') return undefined;
  return {
    accessToken: body['access_token'],
    expiresInSeconds: typeof body['expires_in'] === 'number' ? body['expires_in'] : 0,
    refreshToken: typeof body['refresh_token'] === 'string' ? body['refresh_token'] : null,
  };
}
