import { endOfLocalDay } from '../ui/local-day.ts';

const dayMs = 86_400_000;
export const longestLifeDays = 180;

export function latestExpiry(nowMs: number): Date {
  return new Date(nowMs + longestLifeDays * dayMs);
}

/** The end of the chosen day where the person is, but never later than a key may live. */
export function expiryOfDay(day: string, nowMs: number): Date | null {
  const endOfDay = endOfLocalDay(day);
  const latest = latestExpiry(nowMs);
  return endOfDay === null || endOfDay < latest ? endOfDay : latest;
}
