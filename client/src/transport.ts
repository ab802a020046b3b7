import { ConnectionError, SwathError } from './errors.ts';
import type { Credential } from './credentials/credential.ts';
import { errorOf, parseBody, unreadable } from './read-answer.ts';

export type CallOptions = { readonly signal?: AbortSignal | undefined };

export type Call<T> = CallOptions & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Only the browser session sends its cookie; every other call goes without. */
  readonly withCookie?: boolean;
  /** Checks and shapes the answer; undefined means that it is not what a Swath service answers. */
  readonly read: (body: unknown) => T | undefined;
};

export type Transport = {
  readonly url: string;
  send<T>(call: Call<T>, headers?: Readonly<Record<string, string>>): Promise<T>;
};

export type Sender = { send<T>(call: Call<T>): Promise<T> };

export function createTransport(url: string | URL, fetch: typeof globalThis.fetch): Transport {
  const base = baseOf(url);

  async function send<T>(call: Call<T>, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    const { response, text } = await exchange(fetch, `${base}${call.path}`, call, headers);
    const body = parseBody(response, text);
    if (!response.ok) throw errorOf(response, body);
    const answer = call.read(body);
    if (answer === undefined) throw unreadable(response, 'members are missing');
    return answer;
  }

  return { url: base, send };
}

/** A sender that carries the credential and renews it once when the service no longer takes it. */
export function authorized(transport: Transport, credential: Credential): Sender {
  return {
    async send(call) {
      const headers = await credential.headers(call.signal);
      try {
        return await transport.send(call, headers);
      } catch (error) {
        if (!(error instanceof SwathError && error.isSignedOut && credential.renew)) throw error;
        const renewed = await credential.renew(headers, call.signal);
        return transport.send(call, renewed);
      }
    },
  };
}

/** For answers without a body. */
export const nothing = (): null => null;

async function exchange(
  fetch: typeof globalThis.fetch,
  address: string,
  call: Call<unknown>,
  headers: Readonly<Record<string, string>>,
): Promise<{ response: Response; text: string }> {
  const hasBody = call.body !== undefined;
  try {
    const response = await fetch(address, {
      method: call.method,
      headers: { accept: 'application/json', ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
      credentials: call.withCookie ? 'same-origin' : 'omit',
      cache: 'no-store',
      // The service never redirects; following one could carry the key to another host.
      redirect: 'error',
      ...(hasBody ? { body: JSON.stringify(call.body) } : {}),
      ...(call.signal ? { signal: call.signal } : {}),
    });
    return { response, text: await response.text() };
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw new ConnectionError(`No answer from ${new URL(address).host}: ${reasonOf(cause)}`, { cause });
  }
}

/** Node hides the reason one level down, browsers give none. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the connection failed';
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message;
}

function baseOf(url: string | URL): string {
  const base = new URL(url);
  if (!/^https?:$/.test(base.protocol)) throw new TypeError(`The address must be http or https, not ${base.protocol}`);
  if (base.username || base.password) throw new TypeError('The address must not hold a username or password');
  return `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
}
