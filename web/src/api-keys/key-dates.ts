const dayMs = 86_400_000;
export const longestLifeDays = 180;

// The page speaks English, so its dates do too; day before month cannot be misread with the month as a word.
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function dayText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'unknown' : dayFormat.format(date);
}

export function momentText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : momentFormat.format(date);
}

export function relativeText(date: Date, nowMs: number): string {
  const minutes = Math.round((date.getTime() - nowMs) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (Math.abs(minutes) < 60) return relativeFormat.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 48) return relativeFormat.format(Math.round(minutes / 60), 'hour');
  return relativeFormat.format(Math.round(minutes / 1440), 'day');
}

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
