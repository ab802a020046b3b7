const pad = (part: number) => String(part).padStart(2, '0');

/** The value of a date input, in the person's own calendar. */
export const localDay = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Of the day that a date input holds, where the person is; null for none. */
export function endOfLocalDay(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  return year && month && date ? new Date(year, month - 1, date, 23, 59, 59) : null;
}
