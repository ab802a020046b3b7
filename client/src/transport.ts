import { ConnectionError, SwathError } from './errors.ts';
import type { Credential, Headers } from './credentials/credential.ts';
import { errorOf, parseBody, unreadable } from './read-answer.ts';

export type CallOptions = { readonly signal?: AbortSignal | undefined };

/** What is asked for, before anything is known of the answer. */
export type Question = CallOptions & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON, or bytes as they are: then the headers name their type. */
  readonly body?: unknown;
  readonly headers?: Headers;
  /** Only the browser session sends its cookie; every other call goes without. */
  readonly withCookie?: boolean;
  /** Asking twice does no more than asking once; a GET always is so. */
  readonly isRepeatable?: boolean;
  /** For what several wait for together, so that no signal of one of them may stop it. */
  readonly timeoutMs?: number;
};

export type Call<T> = Question & {
  /** Checks and shapes the answer; undefined means that it is not what a Swath service answers. */
  readonly read: (body: unknown) => T | undefined;
};

export type Sender = {
  send<T>(call: Call<T>): Promise<T>;
  /** An answer of 2xx whose body is still to come. */
  open(question: Question): Promise<Response>;
};

export type Transport = Sender & { readonly url: string };

export function createTransport(url: string | URL, fetch: typeof globalThis.fetch): Transport {
  const base = baseOf(url);
  const answerTo = (question: Question) => exchange(fetch, `${base}${question.path}`, question);

  async function open(question: Question): Promise<Response> {
    const response = await answerTo(question);
    if (!response.ok) throw errorOf(response, parseBody(response, await textOf(response, question)));
    return response;
  }

  async function send<T>(call: Call<T>): Promise<T> {
    const response = await open(call);
    const answer = call.read(parseBody(response, await textOf(response, call)));
    if (answer === undefined) throw unreadable(response, 'members are missing');
    return answer;
  }

  return { url: base, send, open };
}

/** A sender that carries the credential and renews it once when the service no longer takes it. */
export function authorized(transport: Transport, credential: Credential): Sender {
  async function withHeaders<Q extends Question, T>(question: Q, ask: (question: Q) => Promise<T>): Promise<T> {
    const carrying = (headers: Headers): Q => ({ ...question, headers: { ...question.headers, ...headers } });
    const headers = await credential.headers(question.signal);
    try {
      return await ask(carrying(headers));
    } catch (error) {
      if (!(error instanceof SwathError && error.isSignedOut && credential.renew)) throw error;
      return ask(carrying(await credential.renew(headers, question.signal)));
    }
  }
  return {
    send: (call) => withHeaders(call, transport.send),
    open: (question) => withHeaders(question, transport.open),
  };
}

/** For answers without a body. */
export const nothing = (): null => null;

async function exchange(fetch: typeof globalThis.fetch, address: string, question: Question): Promise<Response> {
  const { method, body, withCookie, timeoutMs } = question;
  // Outside of what is tried: that something cannot be sent at all is no trouble of the connection.
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const headers = new globalThis.Headers({ accept: 'application/json', ...question.headers });
  if (sent !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const signal = question.signal ?? (timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs));
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: withCookie ? 'same-origin' : 'omit',
      cache: 'no-store',
      // The service never redirects; following one could carry the key to another host.
      redirect: 'error',
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    throw connectionError(address, cause, question);
  }
}

async function textOf(response: Response, question: Question): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw connectionError(response.url, cause, question);
  }
}

function connectionError(address: string, cause: unknown, { signal }: CallOptions): ConnectionError {
  signal?.throwIfAborted();
  const host = URL.canParse(address) ? new URL(address).host : 'the service';
  return new ConnectionError(`No answer from ${host}: ${reasonOf(cause)}`, { cause });
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
