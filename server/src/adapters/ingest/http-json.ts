import type { IncomingMessage } from 'node:http';
import { type Readable, type Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { DocumentRequest } from '../../ingest/ports.ts';
import { secondMs } from '../../shared/clock.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Patience, tryPatiently } from '../../shared/patience.ts';
import { ForbiddenNetwork, explainFailure } from '../network/explain-failure.ts';
import type { Agents } from '../network/guarded-agents.ts';
import { readRetryAfter } from '../network/retry-after.ts';
import { destroyAgents, outgoingAgents, sendRequest } from '../network/send-request.ts';

export type HttpJsonOptions = {
  /** Also on this machine and on private networks. */
  readonly arePrivateAllowed: boolean;
  readonly mostBytes?: number;
  readonly timeoutMs?: number;
  readonly patience?: Patience;
};

const agentOptions = { keepAlive: true, maxSockets: 16 };
const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 5;
const defaultPatience: Patience = { attempts: 5, firstDelayMs: 500, longestDelayMs: 30 * secondMs };

/** What may pass: the server is busy or out of reach. */
class Passing extends Error {
  override readonly name = 'Passing';
  readonly askedMs: number | null;

  constructor(message: string, askedMs: number | null) {
    super(message);
    this.askedMs = askedMs;
  }
}

/** Reads over HTTP, follows redirects, tries again what may pass; to public addresses alone unless it is told otherwise. */
export function createHttpJson(options: HttpJsonOptions) {
  const { arePrivateAllowed, mostBytes = Infinity, timeoutMs = 60 * secondMs, patience = defaultPatience } = options;
  const agents = outgoingAgents(arePrivateAllowed, agentOptions);

  async function once<T>(
    request: DocumentRequest,
    use: (response: IncomingMessage) => Promise<T>,
    limit?: AbortSignal,
  ): Promise<T> {
    try {
      const response = await follow(agents, request, limit ?? AbortSignal.timeout(timeoutMs));
      refuseStatus(response, request.url);
      return await use(response);
    } catch (error) {
      if (error instanceof PlatformError || error instanceof Passing) throw error;
      if (error instanceof ForbiddenNetwork)
        throw new PlatformError('forbidden', `${error.message}: SWATH_ALLOW_PRIVATE_ENDPOINTS=1 allows it`);
      const isLate = (error as Error).name === 'TimeoutError';
      throw new Passing(isLate ? `no answer within ${timeoutMs / secondMs} s` : explainFailure(error), null);
    }
  }

  const patiently = <T>(request: DocumentRequest, attempt: () => Promise<T>): Promise<T> =>
    tryPatiently(patience, attempt, (error, { isLast }) => {
      if (!(error instanceof Passing)) throw error;
      if (isLast) throw new PlatformError('unavailable', `${request.url}: ${error.message}`);
      return error.askedMs;
    });

  return {
    read: (request: DocumentRequest): Promise<string> =>
      patiently(request, () =>
        once(request, (response) => textOf(plainBody(response, request.url), mostBytes, request.url)),
      ),
    /** For what is too long to hold: silence is bounded, not the whole; `use` starts anew with each attempt. */
    readWith: (request: DocumentRequest, use: UseBody): Promise<void> =>
      patiently(request, () => {
        const silence = new AbortController();
        const late = new DOMException('no answer', 'TimeoutError');
        const timer = setTimeout(() => silence.abort(late), timeoutMs);
        const heard = (response: IncomingMessage) => {
          clearTimeout(timer);
          response.setTimeout(timeoutMs, () => response.destroy(new Error(`silent for ${timeoutMs / secondMs} s`)));
          return use(plainBody(response, request.url), Number(response.headers['content-length'] ?? 0));
        };
        return once(request, heard, silence.signal).finally(() => clearTimeout(timer));
      }),
    close: (): void => destroyAgents(agents),
  };
}

type UseBody = (body: Readable, announcedBytes: number) => Promise<void>;

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Stores that keep a document packed send it so, whatever was asked for. */
function plainBody(response: IncomingMessage, url: string): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]!() : null;
  if (unpacker !== null) return pipeline(response, unpacker, () => undefined);
  response.destroy();
  throw new PlatformError('invalid_parameters', `${url} answered packed as ${encoding}, which is not read`);
}

async function follow(agents: Agents, given: DocumentRequest, signal: AbortSignal): Promise<IncomingMessage> {
  let request = given;
  for (let hops = 0; ; hops++) {
    const response = await send(agents, request, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!redirects.has(status) || location === undefined || !URL.canParse(location, request.url)) return response;
    response.destroy();
    if (hops === mostRedirects) throw new PlatformError('invalid_parameters', `${given.url} redirects without end`);
    const url = new URL(location, request.url).href;
    if (!/^https?:/.test(url)) throw new PlatformError('forbidden', `${given.url} redirects to ${url}`);
    // As browsers do: only 307 and 308 keep the method.
    request = status < 304 && request.method === 'POST' ? { url, method: 'GET' } : { ...request, url };
  }
}

function send(agents: Agents, { url, method, body, headers = {} }: DocumentRequest, signal: AbortSignal) {
  const payload = method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
  const all = {
    ...headers,
    accept: 'application/geo+json, application/json;q=0.9',
    'user-agent': 'Swath-Ingest/1',
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return sendRequest(agents, { url, method, headers: all, body: payload }, signal);
}

function refuseStatus(response: IncomingMessage, url: string): void {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  response.destroy();
  if (status === 429 || status >= 500)
    throw new Passing(`it answered ${status}`, readRetryAfter(response.headers['retry-after'], Date.now()));
  if (status === 404 || status === 410) throw new PlatformError('not_found', `${url} answered ${status}`);
  throw new PlatformError('invalid_parameters', `${url} answered ${status}`);
}

async function textOf(body: Readable, mostBytes: number, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > mostBytes)
      throw new PlatformError('invalid_parameters', `${url} answered with more than ${mostBytes} bytes`);
  }
  return Buffer.concat(parts).toString('utf8');
}
