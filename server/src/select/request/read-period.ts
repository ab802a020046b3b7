import { parseInstant } from '../../catalog/instant.ts';
import { refuse } from '../../catalog/refuse.ts';
import { dayMs } from '../../shared/clock.ts';

/** Closed; milliseconds, null is open. */
export type Period = { readonly startMs: number | null; readonly endMs: number | null };

type WholeSpan = { readonly first: number; readonly last: number };

const rule =
  'must be a date-time, a date, a month or a year, such as 2020-06-15T12:00:00Z, 2020-06-15, 2020-06 or 2020, or two parted by one /';

/** Dates, months and years stand for all of their time: `2017/2021` ends with the last moment of 2021. */
export function readPeriod(value: unknown): Period {
  if (typeof value !== 'string') return refuse('datetime', rule);
  const ends = value.split('/').map((end) => end.trim());
  if (ends.length > 2) return refuse('datetime', rule);
  const [start, end = start] = ends.map(readEnd);
  if (ends.length === 1 && start === null) refuse('datetime', rule);
  if (start === null && end === null) refuse('datetime', 'must not be open at both ends');
  if (start && end && start.first > end.last) refuse('datetime', 'must not end before it starts');
  return { startMs: start?.first ?? null, endMs: end?.last ?? null };
}

function readEnd(text: string): WholeSpan | null {
  if (text === '' || text === '..') return null;
  return yearOf(text) ?? monthOf(text) ?? momentOf(text) ?? refuse('datetime', rule);
}

function yearOf(text: string): WholeSpan | null {
  if (!/^\d{4}$/.test(text)) return null;
  return { first: parseInstant(`${text}-01-01`)!.ms, last: endOfDay(`${text}-12-31`)! };
}

function monthOf(text: string): WholeSpan | null {
  const first = /^\d{4}-\d{2}$/.test(text) ? parseInstant(`${text}-01`) : null;
  if (first === null) return null;
  const lasts = [31, 30, 29, 28].map((day) => endOfDay(`${text}-${day}`));
  return { first: first.ms, last: lasts.find((last) => last !== null)! };
}

function momentOf(text: string): WholeSpan | null {
  const instant = parseInstant(text);
  if (instant === null) return null;
  return { first: instant.ms, last: instant.granularity === 'day' ? instant.ms + dayMs - 1 : instant.ms };
}

function endOfDay(text: string): number | null {
  const day = parseInstant(text);
  return day === null ? null : day.ms + dayMs - 1;
}
