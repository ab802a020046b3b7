import type { Period, UsageShare } from '@swath/client';
import { type MeasureName, measures } from './measures.ts';

/** Days that one bar stands for, from the first of them. */
export type Bar = { readonly from: string; readonly days: number; readonly value: number };

const dayMs = 86_400_000;
/** More bars than this are too thin for a phone: then each is a week. */
const mostDays = 62;

/** A bar for each day or week of the period, also for those with nothing. */
export function dayBars(shares: readonly UsageShare[], period: Required<Period>, measure: MeasureName): readonly Bar[] {
  const first = Date.parse(period.start_date);
  const count = Math.round((Date.parse(period.end_date) - first) / dayMs) + 1;
  const days = count > mostDays ? 7 : 1;
  const bars = Array.from({ length: Math.ceil(count / days) }, () => 0);
  for (const share of shares) {
    const at = Math.floor((Date.parse(share.day ?? '') - first) / dayMs / days);
    if (at in bars) bars[at]! += measures[measure].of(share) ?? 0;
  }
  return bars.map((value, at) => ({
    from: new Date(first + at * days * dayMs).toISOString().slice(0, 10),
    days: Math.min(days, count - at * days),
    value,
  }));
}

/** The next of 1, 2, 5, 10, ... that nothing is higher than. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * ([1, 2, 5].find((step) => highest <= step * power) ?? 10);
}
