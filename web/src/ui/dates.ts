// The page speaks English, so its dates do too; day before month cannot be misread with the month as a word.
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const utcDayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });
const utcMomentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function dayText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'unknown' : dayFormat.format(date);
}

/** The day that searches, files and reports mean by it, wherever the reader is: imagery and usage have days of UTC. */
export function utcDayText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'unknown' : utcDayFormat.format(date);
}

/** The first and the last day of some time, or the day that is both. */
export function utcPeriodText(from: string, until: string): string {
  const [first, last] = [from, until].map((moment) => utcDayText(new Date(moment)));
  return first === last ? first! : `${first} to ${last}`;
}

/** A moment of imagery, by the clock that its days are of. */
export function utcMomentText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : utcMomentFormat.format(date);
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
