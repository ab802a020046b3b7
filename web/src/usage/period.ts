import type { Period } from '@swath/client';

const shownYears = 3;
export const lastDays = 'Last 30 days';
const dayMs = 86_400_000;

/** This year first, the last days behind the years. */
export const periods = (today: Date): readonly string[] => [
  ...Array.from({ length: shownYears }, (_, back) => String(today.getUTCFullYear() - back)),
  lastDays,
];

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whole days in UTC; a year that is not over ends today. */
export function periodOf(chosen: string, today: Date): Required<Period> {
  const now = dayOf(today.getTime());
  if (chosen === lastDays) return { start_date: dayOf(today.getTime() - 29 * dayMs), end_date: now };
  const end = `${chosen}-12-31`;
  return { start_date: `${chosen}-01-01`, end_date: end < now ? end : now };
}
