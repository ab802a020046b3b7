import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
};

export type CallOptions = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly bearer?: string;
  readonly key?: string;
  /** Text and bytes go as they are, everything else as JSON. */
  readonly body?: unknown;
  readonly agent?: Agent;
};

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request, without the manners that `fetch` enforces: any method, any header, any body. */
export function call(base: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { bearer, key, body, agent = sharedAgent } = options;
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const given: OutgoingHttpHeaders = {
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(key === undefined ? {} : { 'vendor-api-key': key }),
    ...options.headers,
  };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, agent, method: options.method ?? 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A bearer token and its refresh token, by password. */
export async function signIn(base: string, username: string, password: string) {
  const answer = await call(base, '/authenticate', {
    method: 'POST',
    body: { grant_type: 'password', username, password },
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  const { access_token: bearer, refresh_token: refresh } = answer.json as Record<string, string>;
  return { bearer: bearer!, refresh: refresh! };
}

export const keysPath = '/api-key/api/v2/api-key';

export type KeyRecord = { readonly id: string; readonly api_key: string; readonly name?: string };

export async function createKey(base: string, bearer: string, name = 'a key'): Promise<KeyRecord> {
  const answer = await call(base, keysPath, { method: 'POST', bearer, body: { name } });
  if (answer.status !== 200) throw new Error(`key creation answered ${answer.status}: ${answer.text}`);
  return answer.json as KeyRecord;
}

export async function createMember(base: string, adminBearer: string, email: string, password: string) {
  const body = { email, password };
  const answer = await call(base, '/admin/accounts', { method: 'POST', bearer: adminBearer, body });
  if (answer.status !== 201) throw new Error(`account creation answered ${answer.status}: ${answer.text}`);
  return (answer.json as { id: string }).id;
}

/** Like `call`, but null when the service closed the connection under a body that it will not read to its end. */
export async function callUnlessCut(...request: Parameters<typeof call>): Promise<Answer | null> {
  try {
    return await call(...request);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE' || code === 'ECONNRESET') return null;
    throw error;
  }
}
