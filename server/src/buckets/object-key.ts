import { PlatformError } from '../shared/errors.ts';

/** S3's bound, in bytes of UTF-8. */
const longestKey = 1_024;
/** That of a file's name. */
const longestPart = 255;
/** Leaves room for what is put behind it. */
const longestPrefix = 512;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Why the text cannot be a part of a key; null when it can. */
function faultOfPart(part: string): string | null {
  if (part === '.' || part === '..') return `must not have a part '${part}'`;
  // Also halves of surrogate pairs: they have no bytes of UTF-8.
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(part)) return 'must not hold control characters';
  if (part.includes('\\')) return 'must not hold a backslash';
  if (bytesOf(part) > longestPart) return `must not have a part of more than ${longestPart} bytes`;
  return null;
}

/** A prefix as a customer gives it: `a/b`, without slashes at its ends; `member` names it in the refusal. */
export function readPrefix(text: unknown, member: string): string {
  const refuse = (why: string) => new PlatformError('order_refused', `${member} ${why}`);
  if (text === undefined || text === null) return '';
  if (typeof text !== 'string') throw refuse('must be a text');
  // Before anything walks it.
  if (text.length > longestPrefix * 4) throw refuse(`must have at most ${longestPrefix} bytes`);
  if (text.startsWith('/')) throw refuse("must not begin with '/'");
  const parts = text.split('/').filter((part) => part !== '');
  const fault = parts.map(faultOfPart).find((each) => each !== null);
  if (fault !== undefined) throw refuse(fault);
  const prefix = parts.join('/');
  if (bytesOf(prefix) > longestPrefix) throw refuse(`must have at most ${longestPrefix} bytes`);
  return prefix;
}

/** Joins a prefix and parts; a part is one level, whatever it holds. */
export function objectKey(prefix: string, ...parts: readonly string[]): string {
  const levels = parts.map((part) => {
    if (part === '' || part.includes('/')) throw badKey(part, "must be one level, not empty and without '/'");
    return part;
  });
  const key = [prefix, ...levels].filter((part) => part !== '').join('/');
  requireKey(key);
  return key;
}

/** Every adapter holds every key to this, wherever it comes from. */
export function requireKey(key: string): void {
  const parts = key.split('/');
  if (parts.includes('')) throw badKey(key, 'must not have an empty part');
  const fault = parts.map(faultOfPart).find((each) => each !== null);
  if (fault !== undefined) throw badKey(key, fault);
  if (bytesOf(key) > longestKey) throw badKey(key, `must have at most ${longestKey} bytes`);
}

const badKey = (key: string, why: string) =>
  new PlatformError('invalid_parameters', `the object key ${JSON.stringify(key.slice(0, 100))} ${why}`);
