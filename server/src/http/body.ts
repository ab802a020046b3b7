import type { FastifyRequest } from 'fastify';
import { PlatformError } from '../shared/errors.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import './fastify-types.ts';

/** How a route reads its body: JSON, JSON and form as the token endpoints must, bytes that others read, text, or as it comes. */
export type BodyKind = 'json' | 'json-or-form' | 'bytes' | 'text' | 'stream';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body as its route reads it; undefined when there is none. Throws `unparsable_body` or `unsupported_media_type`. */
export function bodyOf({ headers, routeOptions }: FastifyRequest, bytes: Buffer): unknown {
  const kind = routeOptions.config.bodyKind ?? 'json';
  refuseCompressed(headers, kind);
  return parseBody(bytes, headers['content-type'] ?? '', kind);
}

/** The token endpoints never answer 415. */
export function refuseCompressed(headers: FastifyRequest['headers'], kind: BodyKind): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return;
  if (kind === 'json-or-form') throw new PlatformError('unparsable_body');
  throw new PlatformError('unsupported_media_type', 'compressed bodies are not accepted');
}

export function parseBody(bytes: Buffer, contentType: string, kind: BodyKind): unknown {
  if (kind === 'bytes') return wholeBody(bytes, contentType);
  const text = kind === 'text' ? decodeXml(bytes) : decode(bytes);
  if (text.trim() === '') return undefined;
  if (kind === 'text') return text;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (kind === 'json' && contentType !== '' && !/^application\/([\w.+-]+\+)?json\b/i.test(contentType))
    throw new PlatformError('unsupported_media_type', 'use application/json');
  if (kind === 'json-or-form' && isForm && !/^\s*[{[]/.test(text)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return parseStrictJson(text);
  } catch {
    throw new PlatformError('unparsable_body');
  }
}

/** Not looked into here: a large body would keep every other request waiting. */
function wholeBody(bytes: Buffer, contentType: string): Buffer | undefined {
  if (bytes.length === 0) return undefined;
  if (contentType !== '' && !/^application\/(?:geo\+)?json\s*(?:;|$)/i.test(contentType))
    throw new PlatformError('unsupported_media_type', 'use application/json or application/geo+json');
  return bytes;
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** The framework refuses a malformed type before our rules see it; as bytes of no known type it meets them. */
export const readableContentType = (given: string): string =>
  mediaType.test(given) ? given : 'application/octet-stream';

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new PlatformError('unparsable_body');
  }
}

/** XML may be UTF-16 too, which begins with a mark; what it says of itself is often wrong. */
function decodeXml(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new PlatformError('invalid_parameters', 'the body must be UTF-8, or UTF-16 with a byte order mark');
  }
}
