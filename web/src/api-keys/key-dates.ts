const dayMs = 86_400_000;
export const longestLifeDays = 180;

const pad = (part: number) => String(part).padStart(2, '0');

/** The value of a date input, in the person's own calendar. */
export function dateInputValue(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export function latestExpiry(nowMs: number): Date {
  return new Date(nowMs + longestLifeDays * dayMs);
}

/** The end of the chosen day where the person is, but never later than a key may live. */
export function expiryOfDay(day: string, nowMs: number): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const endOfDay = new Date(year, month - 1, date, 23, 59, 59);
  const latest = latestExpiry(nowMs);
  return endOfDay < latest ? endOfDay : latest;
}
