import { SwathError } from './errors.ts';

const requestIdHeader = /^x-.+-requestid$/i;

/** A service sends one header for each word that it goes by, all with the id of this request. */
function readRequestId(headers: Headers): string | null {
  return [...headers].find(([name]) => requestIdHeader.test(name))?.[1] ?? null;
}

/** Turns a body into JSON, or into undefined when there is none. */
export function parseBody(response: Response, text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (!response.ok) return undefined;
    throw unreadable(response, 'it is not JSON');
  }
}

/** The error of an answer that is not 2xx; a proxy's HTML page becomes a plain sentence. */
export function errorOf(response: Response, body: unknown): SwathError {
  const { message, code, type } = isObject(body) ? body : {};
  return new SwathError({
    status: response.status,
    code: typeof code === 'string' ? code : null,
    type: typeof type === 'string' ? type : 'http_error',
    message: typeof message === 'string' && message !== '' ? message : plainMessage(response),
    requestId: readRequestId(response.headers),
    retryAfterSeconds: readRetryAfter(response.headers),
  });
}

/** A 2xx answer that no Swath service would give: a wrong address, a captive portal, a proxy. */
export function unreadable(response: Response, reason: string): SwathError {
  return new SwathError({
    status: response.status,
    code: 'unreadable_answer',
    type: 'api_error',
    message: `The answer cannot be read: ${reason}. Is the address that of a Swath service?`,
    requestId: readRequestId(response.headers),
    retryAfterSeconds: null,
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainMessage(response: Response): string {
  return `The service answered ${response.status}${response.statusText ? ` ${response.statusText}` : ''}`;
}

function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
