import { isObject } from '../read-answer.ts';
import { type Call, type CallOptions, nothing, type Transport } from '../transport.ts';
import { bearerCredential } from './bearer-credential.ts';
import type { Credential } from './credential.ts';
import type { UsernameAndPassword } from './password.ts';
import { signedOut } from './signed-out.ts';
import { createTokenSource, type Grant } from './token-source.ts';

export type BrowserSession = {
  signIn(login: UsernameAndPassword, options?: CallOptions): Promise<void>;
  /** Signs in with the token of a single-use link. */
  signInWithLink(oneTimeToken: string, options?: CallOptions): Promise<void>;
  /** True when the browser still holds a session; the token is then in memory. */
  resume(options?: CallOptions): Promise<boolean>;
};

type OwnedGrant = Grant & { readonly ownerId: string | null };

const path = '/auth/session';
const renewalTimeoutMs = 30_000;

/** The cookie stays with the browser, where no script can read it; the short-lived token stays in memory. */
export function browserSession(transport: Transport): { session: BrowserSession; credential: Credential } {
  let ownerId: string | null = null;
  const source = createTokenSource(renew);

  /** All tabs share the cookie: who signs in as somebody else in one of them must not act as that one in the others. */
  async function renew(): Promise<Grant> {
    const grant = await transport.send({ ...sessionCall('GET'), timeoutMs: renewalTimeoutMs });
    if (ownerId !== null && grant.ownerId !== ownerId)
      throw signedOut('this browser is signed in as somebody else now');
    ({ ownerId } = grant);
    return grant;
  }

  async function open(body: object, signal: AbortSignal | undefined): Promise<void> {
    const grant = await transport.send({ ...sessionCall('POST', signal), body });
    ({ ownerId } = grant);
    source.accept(grant);
  }

  const session: BrowserSession = {
    signIn: ({ username, password }, options) => open({ username, password }, options?.signal),
    signInWithLink: (oneTimeToken, options) => open({ one_time_token: oneTimeToken }, options?.signal),
    resume: (options) => source.current(options?.signal).then(() => true, isSignedOutOrThrow),
  };

  async function end(signal?: AbortSignal): Promise<void> {
    await transport.send({ method: 'DELETE', path, withCookie: true, read: nothing, signal });
    source.forget();
    ownerId = null;
  }

  return { session, credential: bearerCredential('browser session', source, end) };
}

function sessionCall(method: 'GET' | 'POST', signal?: AbortSignal): Call<OwnedGrant> {
  return { method, path, withCookie: true, signal, read: readGrant };
}

function isSignedOutOrThrow(error: unknown): false {
  if (isObject(error) && error['status'] === 401) return false;
  throw error;
}

function readGrant(body: unknown): OwnedGrant | undefined {
  if (!isObject(body) || typeof body['access_token'] !== 'string') return undefined;
  const { access_token: accessToken, expires_in: expiresIn, user_id: ownerId } = body;
  return {
    accessToken,
    expiresInSeconds: typeof expiresIn === 'number' ? expiresIn : 0,
    ownerId: typeof ownerId === 'string' ? ownerId : null,
  };
}
