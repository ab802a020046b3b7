import { firstMoment, lastMoment } from '../explore/period.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The interval that is meant: days count from their first moment to their last, as in Explore; all else is for the service to judge. */
export function datetimeOf(text: string): string {
  const [from = '', to = from, ...others] = text.split('/').map((end) => end.trim());
  if (others.length > 0) return text;
  const start = day.test(from) ? firstMoment(from) : from;
  const end = day.test(to) ? lastMoment(to) : to;
  return start === end ? start : `${start}/${end}`;
}
