import type { IncomingMessage } from 'node:http';
import { PlatformError } from '../../../shared/errors.ts';
import { type RangeAnswer, isRangeAsked, parseContentRange } from './content-range.ts';
import type { HttpTransport } from './http-transport.ts';
import { TransientFailure } from './transient-failure.ts';

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

export type AttemptOptions = {
  readonly transport: HttpTransport;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
};

/** One request for one range. A failure of the network is transient; an answer that breaks the rules is not. */
export async function attemptRange(
  url: string,
  offset: number,
  length: number,
  { transport, headers, timeoutMs }: AttemptOptions,
): Promise<RangeAnswer> {
  const wanted = { ...headers, range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' };
  let response: IncomingMessage | null = null;
  try {
    response = await transport.get(url, wanted, AbortSignal.timeout(timeoutMs));
    return await readAnswer(response, url, offset, length);
  } catch (cause) {
    // The rest of a body that nobody wants would hold its connection.
    response?.destroy();
    if (cause instanceof PlatformError || cause instanceof TransientFailure) throw cause;
    throw new TransientFailure(reasonOf(cause));
  }
}

async function readAnswer(
  response: IncomingMessage,
  url: string,
  offset: number,
  length: number,
): Promise<RangeAnswer> {
  const { headers } = response;
  refuseStatus(response.statusCode ?? 0, headers['retry-after'], url);
  const range = parseContentRange(headers['content-range']);
  const encoding = headers['content-encoding'] ?? 'identity';
  const isFair = range !== null && isRangeAsked(range, offset, length) && encoding === 'identity';
  if (!isFair) throw new PlatformError('invalid_parameters', `${url} answers Range requests with other bytes`);
  const bytes = Buffer.allocUnsafeSlow(range.last - offset + 1);
  let filled = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (filled + chunk.length > bytes.length) throw new TransientFailure('more bytes than announced');
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < bytes.length) throw new TransientFailure('fewer bytes than announced');
  return { bytes, total: range.total, etag: headers.etag ?? null, modified: headers['last-modified'] ?? null };
}

function refuseStatus(status: number, retryAfter: string | undefined, url: string): void {
  if (status === 206) return;
  if (transientStatuses.has(status)) throw new TransientFailure(`status ${status}`, retryAfterMs(retryAfter));
  if (status === 404 || status === 410) throw new PlatformError('not_found', `there is no file at ${url}`);
  if (status === 401 || status === 403) throw new PlatformError('forbidden', `${url} may not be read: ${status}`);
  if (status === 416) throw new PlatformError('invalid_parameters', `${url} has no bytes in the range asked for`);
  if (status === 200) throw new PlatformError('invalid_parameters', `the server of ${url} does not support Range`);
  throw new PlatformError('invalid_parameters', `${url} cannot be read: status ${status}`);
}

function retryAfterMs(text: string | undefined): number | null {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function reasonOf(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string };
  return message === undefined || message === '' ? (code ?? String(cause)) : message;
}
