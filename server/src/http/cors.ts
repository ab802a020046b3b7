import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/** What answers say beside what any browser lets its pages read. */
const exposed = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
  'Allow',
  'Accept-Patch',
  'Preference-Applied',
  'WWW-Authenticate',
  'Items-Left-Out',
  'Idempotency-Replayed',
];

/** The CORS headers for a request's origin: any by default, and never with credentials (no endpoint takes a cookie across sites). */
export function createCors(config: Config): (headers: IncomingHttpHeaders) => Record<string, string> {
  const expose = [...config.vendorWords.map(requestIdHeader), ...exposed].join(', ');
  const origins = new Set(config.SWATH_CORS_ORIGINS);
  const forAny = { 'access-control-allow-origin': '*', 'access-control-expose-headers': expose };
  return ({ origin }): Record<string, string> => {
    if (origins.has('*')) return forAny;
    if (origin === undefined || !origins.has(origin)) return { vary: 'Origin' };
    return { 'access-control-allow-origin': origin, 'access-control-expose-headers': expose, vary: 'Origin' };
  };
}

/**
 * What a preflight is told on top. It may ask for any method: a page reads that its request is refused, and why, only
 * once the browser has sent it.
 */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: readonly string[]): Record<string, string> {
  const asked = headers['access-control-request-method'] ?? [];
  return {
    'access-control-allow-methods': [...new Set(methods.concat(asked))].join(', '),
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '7200',
  };
}

/** `X-Vendor-RequestId` */
export const requestIdHeader = (word: string): string => `X-${word.charAt(0).toUpperCase()}${word.slice(1)}-RequestId`;
