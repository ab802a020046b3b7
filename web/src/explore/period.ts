/** Whole days in UTC, both within; null is open. */
export type Period = { readonly from: string | null; readonly to: string | null };

export const allTime: Period = { from: null, to: null };

export const isOpen = ({ from, to }: Period): boolean => from === null && to === null;

/** Between slashes in the address; empty for all time. */
export const periodText = (period: Period): string =>
  isOpen(period) ? '' : `${period.from ?? '..'}/${period.to ?? '..'}`;

/** Days, or moments of which the day counts; what is no day is open, and ends in the wrong order change places. */
export function readPeriod(text: string | null): Period {
  const [first = '', second = first] = (text ?? '').split('/');
  const [from, to] = [dayOf(first), dayOf(second)];
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

export const firstMoment = (day: string): string => `${day}T00:00:00Z`;
export const lastMoment = (day: string): string => `${day}T23:59:59.999Z`;

/** As searches and selects take it; undefined for all time. */
export function intervalOf(period: Period): string | undefined {
  if (isOpen(period)) return undefined;
  const from = period.from === null ? '..' : firstMoment(period.from);
  const to = period.to === null ? '..' : lastMoment(period.to);
  return `${from}/${to}`;
}

/** Null for a text that does not begin with a day of the calendar. */
export function dayOf(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text.trim())?.[0];
  if (day === undefined) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
