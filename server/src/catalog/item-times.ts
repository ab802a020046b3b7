import { type JsonObject, refuse } from './refuse.ts';
import { type TimeKey, readTime, timeKeyText } from './time-key.ts';

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

const timeNames = ['datetime', 'start_datetime', 'end_datetime'];

/** Clients refuse to read leap seconds: the second after one is stored, which it is taken for. The same object without. */
export function withoutLeapSeconds(properties: JsonObject): JsonObject {
  const changed: Record<string, unknown> = {};
  for (const name of timeNames) {
    const text = properties[name];
    if (typeof text === 'string' && text.startsWith('60', 17)) changed[name] = timeKeyText(readTime(text)!);
  }
  return Object.keys(changed).length === 0 ? properties : { ...properties, ...changed };
}

function timeOf(properties: JsonObject, name: string): TimeKey | null {
  const text = properties[name] ?? null;
  if (text === null) return null;
  const time = typeof text === 'string' ? readTime(text) : null;
  return (
    time ?? refuse(`properties.${name}`, 'must be an RFC 3339 date-time with a zone, of at most 9 decimals, or null')
  );
}
