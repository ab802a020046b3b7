import type { IntervalEnd } from '../filter.ts';
import { canonicalDate, canonicalTimestamp } from '../instant.ts';

/** An interval's end as both encodings spell it; null when it is none. */
export function intervalEndOf(text: string): IntervalEnd | null {
  if (text === '..') return { kind: 'open' };
  const date = canonicalDate(text);
  if (date !== null) return { kind: 'date', value: date };
  const timestamp = canonicalTimestamp(text);
  return timestamp === null ? null : { kind: 'timestamp', value: timestamp };
}
