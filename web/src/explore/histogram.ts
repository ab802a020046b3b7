import type { AggregationBucket } from '@swath/client';

/** How many items were taken within a day, month or year. */
export type Bar = { readonly startMs: number; readonly endMs: number; readonly count: number };

export type BarStep = 'day' | 'month' | 'year';

export type Histogram = {
  readonly bars: readonly Bar[];
  readonly step: BarStep;
  readonly startMs: number;
  readonly endMs: number;
  /** Of the highest bar. */
  readonly most: number;
};

const dayMs = 86_400_000;

/** What can still be told apart in a bar chart. */
export function stepFor(fromMs: number, toMs: number): BarStep {
  const days = (toMs - fromMs) / dayMs;
  if (days < 120) return 'day';
  return days < 20 * 366 ? 'month' : 'year';
}

/** Null where nothing has a time. */
export function histogramOf(buckets: readonly AggregationBucket[], step: BarStep): Histogram | null {
  const counts = new Map<number, number>();
  for (const { key, frequency } of buckets) {
    const startMs = startOf(Date.parse(key), step);
    if (!Number.isNaN(startMs)) counts.set(startMs, (counts.get(startMs) ?? 0) + frequency);
  }
  const bars = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([startMs, count]) => ({ startMs, endMs: endOf(startMs, step), count }));
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const most = bars.reduce((highest, { count }) => Math.max(highest, count), 0);
  return { bars, step, startMs: first.startMs, endMs: last.endMs, most };
}

/** Of the day, month or year that the moment lies in, in UTC. */
export function startOf(ms: number, step: BarStep): number {
  const date = new Date(ms);
  const month = step === 'year' ? 0 : date.getUTCMonth();
  return utc(date.getUTCFullYear(), month, step === 'day' ? date.getUTCDate() : 1);
}

export function endOf(startMs: number, step: BarStep): number {
  if (step === 'day') return startMs + dayMs;
  const date = new Date(startMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return step === 'month' ? utc(year, month + 1, 1) : utc(year + 1, 0, 1);
}

export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day);
}

/** A few moments to write below the chart: beginnings of years, else of months, else days. */
export function ticksOf({ startMs, endMs, step }: Histogram, most = 6): readonly number[] {
  const unit: BarStep = endMs - startMs > 2 * 366 * dayMs ? 'year' : step === 'year' ? 'year' : step;
  const all: number[] = [];
  for (let at = startOf(startMs, unit); at < endMs; at = endOf(at, unit)) if (at >= startMs) all.push(at);
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, index) => index % every === 0);
}

export function tickText(ms: number, { startMs, endMs, step }: Histogram): string {
  const date = new Date(ms);
  const isLong = step === 'year' || endMs - startMs > 2 * 366 * dayMs;
  const options: Intl.DateTimeFormatOptions = isLong
    ? { year: 'numeric' }
    : step === 'month'
      ? { month: 'short', year: 'numeric' }
      : { day: 'numeric', month: 'short' };
  return date.toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });
}
