import { canonicalTimestamp } from './instant.ts';

/**
 * A moment as text whose order by code point is the order of time, to the nanosecond: in UTC without `Z`, because
 * `12:00:00` sorts before `12:00:00.5` only where nothing follows the seconds.
 */
export type TimeKey = string;

/** After every time that an item can have. */
export const lastTimeKey: TimeKey = '9999-12-31T23:59:59.999999999';

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Null when the text is no RFC 3339 date-time with a zone, at most nine decimals and a year from 0000 to 9999 in UTC. */
export function readTime(text: string): TimeKey | null {
  if (!rfc3339.test(text)) return null;
  return readPlainTime(text) ?? canonicalTimestamp(text)?.slice(0, -1) ?? null;
}

/** Of whatever stands where a time should. */
export const timeIn = (text: unknown): TimeKey | null => (typeof text === 'string' ? readTime(text) : null);

/** What nearly every item has: a real moment of UTC. Null leaves it to the slower reading. */
function readPlainTime(text: string): TimeKey | null {
  if (text[text.length - 1] !== 'Z' || text[10] !== 'T') return null;
  const month = numberAt(text, 5);
  const day = numberAt(text, 8);
  if (month < 1 || month > 12 || day < 1 || day > surelyDaysIn[month]!) return null;
  if (numberAt(text, 11) > 23 || numberAt(text, 14) > 59 || numberAt(text, 17) > 59) return null;
  return text.slice(0, endOfDecimals(text));
}

/** By month, from 1; not every February has 29. */
const surelyDaysIn = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Without needless zeros. */
function endOfDecimals(text: string): number {
  let end = text.length - 1;
  if (end === secondsEnd) return end;
  while (text[end - 1] === '0') end--;
  return end === secondsEnd + 1 ? secondsEnd : end;
}

const secondsEnd = 19;

const numberAt = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** The key of any text that filters take for a moment: without a zone it is UTC. */
export function looseTimeKey(text: string): TimeKey | null {
  return (
    readTime(text) ?? canonicalTimestamp(text)?.slice(0, -1) ?? canonicalTimestamp(`${text}Z`)?.slice(0, -1) ?? null
  );
}

/** Whole milliseconds, rounded down: for slabs, statistics and classes of duration, never for order. */
export function timeKeyMs(key: TimeKey): number {
  if (key.length !== secondsEnd || key[0] === '0') return Date.parse(timeKeyText(key));
  const year = numberAt(key, 0) * 100 + numberAt(key, 2);
  return Date.UTC(
    year,
    numberAt(key, 5) - 1,
    numberAt(key, 8),
    numberAt(key, 11),
    numberAt(key, 14),
    numberAt(key, 17),
  );
}

export const timeKeyText = (key: TimeKey): string => `${key}Z`;
