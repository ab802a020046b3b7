import { canonicalTimestamp } from '../../instant.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayWithZone = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:?\d{2})$/i;
const minutes = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(Z|[+-]\d{2}:?\d{2})?$/i;
const seconds = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d+)?) ?(Z|[+-]\d{2}:?\d{2})?$/i;

/** An instant in every spelling that clients send, as a `timestamp` of the tree: a day is its midnight, no zone is UTC. */
export function readInstant(written: string): string | null {
  const text = written.trim();
  if (day.test(text)) return canonicalTimestamp(`${text}T00:00:00Z`);
  const [, date, zone] = dayWithZone.exec(text) ?? [];
  if (date !== undefined) return canonicalTimestamp(`${date}T00:00:00${zone}`);
  const [, dateOfMinute, minute, zoneOfMinute = 'Z'] = minutes.exec(text) ?? [];
  if (dateOfMinute !== undefined) return canonicalTimestamp(`${dateOfMinute}T${minute}:00${zoneOfMinute}`);
  const [, dateOfSecond, second, zoneOfSecond = 'Z'] = seconds.exec(text) ?? [];
  return dateOfSecond === undefined ? null : canonicalTimestamp(`${dateOfSecond}T${second}${zoneOfSecond}`);
}

/** The `timestamp` of a moment; null where its year has not four digits. */
export function timestampOfMs(ms: number): string | null {
  return Math.abs(ms) < 8.64e15 ? canonicalTimestamp(new Date(ms).toISOString()) : null;
}
