import { dayMs, hourMs, minuteMs, secondMs } from '../shared/clock.ts';
import { parseDate } from '../shared/dates.ts';
import { PlatformError } from '../shared/errors.ts';

/** Specification, limits: default and longest lifetime of a key. */
const longestLifetimeMs = 180 * dayMs;

/** Public clients send local time without a zone, so a naive date may look up to 14 h too late. */
const naiveGraceMs = 14 * hourMs;
const zonedGraceMs = minuteMs;
const pastGraceMs = 2 * secondMs;

/** When a new key expires: 180 days after now, or as asked, never later. */
export function expirationMs(asked: string | null | undefined, nowMs: number): number {
  const latest = nowMs + longestLifetimeMs;
  if (asked === null || asked === undefined) return latest;
  const date = parseDate(asked);
  if (date === null) throw bad('is not an ISO 8601 datetime');
  if (date.ms > latest + (date.hasZone ? zonedGraceMs : naiveGraceMs)) throw bad('must not exceed 180 days from now');
  if (date.ms < nowMs - pastGraceMs) throw bad('must not be in the past');
  return Math.min(date.ms, latest);
}

const bad = (rule: string) => new PlatformError('invalid_parameters', `'expiration_date' ${rule}`);
