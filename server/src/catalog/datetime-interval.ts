import { refuse } from './refuse.ts';
import { type TimeKey, readTime } from './time-key.ts';

/** Both ends belong to it; null is open. */
export type TimeInterval = { readonly start: TimeKey | null; readonly end: TimeKey | null };

/** STAC's `datetime`: one moment, or two parted by `/`, of which one may be open (`..` or empty). */
export function readTimeInterval(text: string): TimeInterval {
  const ends = text.split('/');
  if (ends.length > 2) refuse('datetime', "must be one date-time or two parted by one '/'");
  const [start, end = start] = ends.map(readEnd);
  if (ends.length === 1 && start === null) refuse('datetime', rule);
  if (start === null && end === null) refuse('datetime', 'must not be open at both ends');
  if (start && end && start > end) refuse('datetime', 'must not end before it starts');
  return { start: start ?? null, end: end ?? null };
}

const rule = 'must be an RFC 3339 date-time with a zone, such as 2020-06-15T12:00:00Z, or an interval of two';

function readEnd(text: string): TimeKey | null {
  if (text === '' || text === '..') return null;
  return readTime(text) ?? refuse('datetime', `${rule}${hintFor(text)}`);
}

function hintFor(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return '; a date is not enough';
  return / \d{2}:\d{2}$/.test(text) ? "; in an address, '+' is written %2B" : '';
}

/** Whether something that lasts from start to end shares a moment with the interval; what has no time never does. */
export function overlaps(interval: TimeInterval, start: TimeKey | null, end: TimeKey | null): boolean {
  if (start === null || end === null) return false;
  return (interval.end === null || start <= interval.end) && (interval.start === null || end >= interval.start);
}
