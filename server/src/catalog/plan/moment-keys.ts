import { dayMs } from '../../shared/clock.ts';
import { type Instant, parseInstant } from '../instant.ts';
import { looksLikeTimestamp } from '../evaluate/scalars.ts';

/**
 * The first and the last moment of an instant as texts in the order of time: time keys, and beyond the years that keys
 * have, texts that sort before or after them all. One instant is before another when its `high` is below the other's `low`.
 */
export type KeySpan = { readonly low: string; readonly high: string };

const firstMs = parseInstant('0000-01-01')!.ms;
const lastMs = parseInstant('9999-12-31')!.ms + dayMs - 1;

export function keySpanOf({ granularity, ms, nanos }: Instant): KeySpan {
  const low = keyOf(ms, nanos);
  return { low, high: granularity === 'day' ? keyOf(ms + dayMs - 1, 999_999) : low };
}

/** The text as comparisons of texts see it: a timestamp, never a date; null when it is none. */
export function timestampKey(text: string): string | null {
  const instant = looksLikeTimestamp(text) ? parseInstant(text) : null;
  return instant === null ? null : keySpanOf(instant).low;
}

/** False for the texts that stand for years outside 0000 to 9999 and for open ends. */
export const isTimeKey = (key: string): boolean => key !== '' && !key.startsWith('-') && !key.startsWith('~');

/** Texts such that every timestamp or date below the first is before the span, and from the second on after it. */
export function daysAround({ low, high }: KeySpan): { readonly before: string; readonly after: string } | null {
  const [first, last] = [dayOfKey(low), dayOfKey(high)];
  // What is spelled in a zone is less than a day from its time in UTC.
  const before = first && keySpanOf({ ...first, ms: first.ms - dayMs });
  const after = last && keySpanOf({ ...last, ms: last.ms + 2 * dayMs });
  if (!before || !after || !isTimeKey(before.low) || !isTimeKey(after.low)) return null;
  return { before: before.low.slice(0, 10), after: after.low.slice(0, 10) };
}

const dayOfKey = (key: string): Instant | null => parseInstant(key.slice(0, 10));

function keyOf(ms: number, nanos: number): string {
  if (ms === -Infinity) return '';
  if (ms === Infinity) return '~~';
  if (ms < firstMs || ms > lastMs) return `${ms < firstMs ? '-' : '~'}${outside(ms)}${below(nanos)}`;
  const iso = new Date(ms).toISOString();
  const fraction = `${iso.slice(20, 23)}${below(nanos)}`.replace(/0+$/, '');
  return fraction === '' ? iso.slice(0, 19) : `${iso.slice(0, 19)}.${fraction}`;
}

/** Of one length and never below zero, whatever the year. */
const outside = (ms: number): string => String(ms + 1e14).padStart(15, '0');

const below = (nanos: number): string => String(nanos).padStart(6, '0');
