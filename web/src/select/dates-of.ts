/** Days as date fields hold them; empty is open. */
export type Dates = { readonly from: string; readonly until: string };

const open = { from: '', until: '' };

/** The days of a period as addresses and requests write it; times of the day are left out. */
export function datesOf(datetime: string | null): Dates {
  if (datetime === null || datetime.trim() === '') return open;
  const [start = '', end = start] = datetime.split('/');
  return { from: firstDay(start.trim()), until: lastDay(end.trim()) };
}

/** Null where both ends are open. */
export function datetimeOf({ from, until }: Dates): string | null {
  if (from === '' && until === '') return null;
  return `${from || '..'}/${until || '..'}`;
}

const month = /^\d{4}-\d{2}$/;

function firstDay(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  return month.test(text) ? `${text}-01` : dayOf(text);
}

function lastDay(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-12-31`;
  if (!month.test(text)) return dayOf(text);
  const [year, number] = text.split('-').map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}

const dayOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : '');
