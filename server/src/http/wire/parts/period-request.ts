import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';
import { dayMs } from '../../../shared/clock.ts';
import { parseDate } from '../../../shared/dates.ts';
import type { UsagePeriod } from '../../../usage/ports.ts';
import { single } from './single-parameter.ts';

/** Dates and moments, the last one included: `end_date=2026-03-31` counts all of that day. */
export function readPeriod(query: QueryParameters): UsagePeriod {
  const [start, end] = [single(query, 'start_date'), single(query, 'end_date')];
  const fromMs = start === null ? null : momentOf(start, 'start_date');
  const untilMs = end === null ? null : momentOf(end, 'end_date') + (isDateAlone(end) ? dayMs : 1);
  if (fromMs !== null && untilMs !== null && untilMs <= fromMs) refuse('end_date', "must not be before 'start_date'");
  return { fromMs, untilMs };
}

const isDateAlone = (text: string) => text.length === 'YYYY-MM-DD'.length;

const momentOf = (text: string, name: string): number =>
  parseDate(text)?.ms ?? refuse(name, 'must be a date like 2026-03-31 or 2026-03-31T12:00:00Z');
