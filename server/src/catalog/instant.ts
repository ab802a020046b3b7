import { dayMs } from '../shared/clock.ts';

/** A moment with its granularity: a date is a whole day of UTC. `nanos` is what is left below the millisecond. */
export type Instant = { readonly granularity: 'day' | 'moment'; readonly ms: number; readonly nanos: number };

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

export const earliest: Instant = { granularity: 'moment', ms: -Infinity, nanos: 0 };
export const latest: Instant = { granularity: 'moment', ms: Infinity, nanos: 0 };

/** RFC 3339 date or date-time; a date-time without a zone is UTC, a leap second the second after it. Null when the text is neither. */
export function parseInstant(text: string): Instant | null {
  const match = text.length >= 10 && text.length <= 64 && text.charCodeAt(4) === 45 ? shape.exec(text) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const dayStart = utcDay(Number(year), Number(month), Number(day));
  if (dayStart === null) return null;
  if (hour === undefined) return { granularity: 'day', ms: dayStart, nanos: 0 };
  const [h, m, s, offset] = [Number(hour), Number(minute), Number(second), offsetMinutes(zone)];
  if (h > 23 || m > 59 || s > 60 || offset === null) return null;
  const digits = fraction.padEnd(9, '0');
  const secondMs = dayStart + ((h * 60 + m - offset) * 60 + s) * 1_000;
  if (s === 60 && !isStartOfMonth(secondMs)) return null;
  return { granularity: 'moment', ms: secondMs + Number(digits.slice(0, 3)), nanos: Number(digits.slice(3, 9)) };
}

/** What a leap second is taken for, as clocks of computers have none: it ends a month of UTC and nothing else does. */
const isStartOfMonth = (ms: number): boolean => new Date(ms).toISOString().endsWith('-01T00:00:00.000Z');

function utcDay(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : null;
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const dayOf = ({ ms }: Instant): number => Math.floor(ms / dayMs);
const sign = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Two moments to the nanosecond; as soon as one is a date, by days. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.granularity === 'day' || b.granularity === 'day') return sign(dayOf(a), dayOf(b));
  return sign(a.ms, b.ms) || sign(a.nanos, b.nanos);
}

/** The one spelling of a timestamp: UTC, `Z`, no trailing zeros; null when the text is no date-time with a zone. */
export function canonicalTimestamp(text: string): string | null {
  const instant = /[Zz]$|[+-]\d{2}:?\d{2}$/.test(text) ? parseInstant(text) : null;
  if (instant === null || instant.granularity !== 'moment') return null;
  const date = new Date(instant.ms);
  if (date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return null;
  const seconds = date.toISOString().slice(0, 19);
  const below = `${String(date.getUTCMilliseconds()).padStart(3, '0')}${String(instant.nanos).padStart(6, '0')}`;
  const fraction = below.replace(/0+$/, '');
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** The text itself when it is a real day as `YYYY-MM-DD`, else null. */
export const canonicalDate = (text: string): string | null => (parseInstant(text)?.granularity === 'day' ? text : null);
