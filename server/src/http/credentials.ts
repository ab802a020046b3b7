import type { IncomingMessage } from 'node:http';

const found = Symbol('API keys that came in the URL');
type WithKeys = IncomingMessage & { [found]?: readonly string[] };

/** The names under which a key may come, for each vendor word. */
export function keyNames(vendorWords: readonly string[]) {
  return {
    headers: vendorWords.map((word) => `${word}-api-key`),
    parameters: new Set(vendorWords.flatMap((word) => [`${word}_api_key`, `${word}_api_token`])),
  };
}

export type KeyNames = ReturnType<typeof keyNames>;

/** Cuts the keys out of the URL before anything can log, trace, count or echo it. A second `?` ends a key: no key holds one. */
export function takeKeysFromUrl(raw: IncomingMessage, names: KeyNames): string {
  const url = raw.url ?? '/';
  const start = url.indexOf('?');
  if (start < 0) return url;
  const pairs = url.slice(start + 1).split('&');
  const isKey = (pair: string): boolean => names.parameters.has(decode(splitOnce(pair)[0]).toLowerCase());
  if (!pairs.some(isKey)) return url;
  const keys: string[] = [];
  const kept = pairs.flatMap((pair) => {
    if (!isKey(pair)) return [pair];
    const [key, ...rest] = splitOnce(pair)[1].split('?');
    keys.push(decode(key!));
    return rest.length === 0 ? [] : [rest.join('?')];
  });
  (raw as WithKeys)[found] = keys;
  return kept.length === 0 ? url.slice(0, start) : `${url.slice(0, start)}?${kept.join('&')}`;
}

/** The API key of a request: undefined when none came, null when several came that differ. */
export function apiKeyOf(raw: IncomingMessage, names: KeyNames): string | null | undefined {
  const keys = [...((raw as WithKeys)[found] ?? [])];
  for (const name of names.headers) {
    const value = raw.headers[name] as string | undefined;
    // A header that came twice arrives joined by commas, which no key holds.
    if (value !== undefined) keys.push(...value.split(',').map((each) => each.trim()));
  }
  const [first] = keys;
  return keys.every((each) => each === first) ? first : null;
}

/** The key that came in the URL, for the few answers that must name it again; null when none did. */
export const keyInUrl = (raw: IncomingMessage): string | null => (raw as WithKeys)[found]?.[0] ?? null;

/** The bearer token; undefined when the Authorization header is absent or of another scheme. */
export function bearerOf(raw: IncomingMessage): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(raw.headers.authorization?.trim() ?? '');
  return match === null ? undefined : (match[1] ?? '');
}

export function cookieOf(raw: IncomingMessage, name: string): string | undefined {
  for (const pair of (raw.headers.cookie ?? '').split(';')) {
    const [key, value] = splitOnce(pair.trim());
    if (key === name) return value;
  }
  return undefined;
}

function splitOnce(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

function decode(text: string): string {
  // Most have nothing to decode.
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
