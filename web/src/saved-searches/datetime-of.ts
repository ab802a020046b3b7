const day = /^\d{4}-\d{2}-\d{2}$/;

/** The interval that is meant: days count from their first moment to their last, as in Explore; all else is for the service to judge. */
export function datetimeOf(text: string): string {
  const [from = '', to = from, ...others] = text.split('/').map((end) => end.trim());
  if (others.length > 0) return text;
  const start = day.test(from) ? `${from}T00:00:00Z` : from;
  const end = day.test(to) ? `${to}T23:59:59.999Z` : to;
  return start === end ? start : `${start}/${end}`;
}
