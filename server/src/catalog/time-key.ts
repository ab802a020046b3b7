import { canonicalTimestamp, parseInstant } from './instant.ts';

/**
 * A moment as text whose order by code point is the order of time, to the nanosecond: in UTC without `Z`, because
 * `12:00:00` sorts before `12:00:00.5` only where nothing follows the seconds.
 */
export type TimeKey = string;

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Null when the text is no RFC 3339 date-time with a zone, at most nine decimals and a year from 0000 to 9999 in UTC. */
export function readTime(text: string): TimeKey | null {
  if (!rfc3339.test(text)) return null;
  return canonicalTimestamp(text)?.slice(0, -1) ?? null;
}

/** The key of any text that filters take for a moment: without a zone it is UTC. */
export function looseTimeKey(text: string): TimeKey | null {
  return canonicalTimestamp(text)?.slice(0, -1) ?? canonicalTimestamp(`${text}Z`)?.slice(0, -1) ?? null;
}

/** Whole milliseconds, rounded down: for slabs, statistics and classes of duration, never for order. */
export const timeKeyMs = (key: TimeKey): number => parseInstant(key)!.ms;

export const timeKeyText = (key: TimeKey): string => `${key}Z`;
