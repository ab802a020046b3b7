import { type JsonObject, refuse } from './refuse.ts';
import { type TimeKey, readTime } from './time-key.ts';

export type ItemTimes = {
  /** What items are ordered by: `datetime`, else `start_datetime`; null sorts last. */
  readonly dt: TimeKey | null;
  /** The first and last moment that the item covers, `dt` among them; null where it has no time. */
  readonly start: TimeKey | null;
  readonly end: TimeKey | null;
};

export function readItemTimes(properties: JsonObject): ItemTimes {
  if (properties['datetime'] === undefined) refuse('properties.datetime', 'is a required property; it may be null');
  const moment = timeOf(properties, 'datetime');
  const first = timeOf(properties, 'start_datetime');
  const last = timeOf(properties, 'end_datetime');
  if (first !== null && last !== null && first > last)
    refuse('properties.end_datetime', "must not be before 'start_datetime'");
  const known = [moment, first, last].filter((time) => time !== null).sort();
  return { dt: moment ?? first ?? last, start: known[0] ?? null, end: known.at(-1) ?? null };
}

function timeOf(properties: JsonObject, name: string): TimeKey | null {
  const text = properties[name] ?? null;
  if (text === null) return null;
  const time = typeof text === 'string' ? readTime(text) : null;
  return (
    time ?? refuse(`properties.${name}`, 'must be an RFC 3339 date-time with a zone, of at most 9 decimals, or null')
  );
}
