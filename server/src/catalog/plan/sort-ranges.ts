import { type SortValue, compareSortValues } from '../sort-value.ts';

/** From one sort value to another; null is open. `isLowIn` and `isHighIn` say whether the ends belong to it. */
export type SortRange = {
  readonly low: SortValue;
  readonly isLowIn: boolean;
  readonly high: SortValue;
  readonly isHighIn: boolean;
};

/** More pairs than this are not worth the time to intersect them. */
const mostPairs = 20_000;

/** What lies in both; where that would take too long, the shorter list, which is more than that. */
export function intersection(a: readonly SortRange[], b: readonly SortRange[]): readonly SortRange[] {
  if (a.length * b.length > mostPairs) return a.length <= b.length ? a : b;
  return a.flatMap((x) => b.map((y) => common(x, y)).filter((range) => !isEmpty(range)));
}

/** In order, without overlaps. */
export function union(ranges: readonly SortRange[]): readonly SortRange[] {
  const merged: SortRange[] = [];
  for (const range of ranges.filter((each) => !isEmpty(each)).toSorted(compareLows)) {
    const before = merged.at(-1);
    if (before === undefined || !isReaching(before, range)) merged.push(range);
    else if (compareHighs(before, range) < 0) merged[merged.length - 1] = { ...before, ...highOf(range) };
  }
  return merged;
}

/** One range around all; they must be in order. */
export const around = (ranges: readonly SortRange[]): SortRange => ({ ...ranges[0]!, ...highOf(ranges.at(-1)!) });

function common(a: SortRange, b: SortRange): SortRange {
  const later = compareLows(a, b) >= 0 ? a : b;
  const sooner = compareHighs(a, b) <= 0 ? a : b;
  return { ...later, ...highOf(sooner) };
}

const highOf = ({ high, isHighIn }: SortRange) => ({ high, isHighIn });

const order = (a: number | string, b: number | string): number =>
  compareSortValues(a, b, { field: '', isDescending: false });

function compareLows(a: SortRange, b: SortRange): number {
  if (a.low === null || b.low === null) return Number(b.low === null) - Number(a.low === null);
  return order(a.low, b.low) || Number(b.isLowIn) - Number(a.isLowIn);
}

function compareHighs(a: SortRange, b: SortRange): number {
  if (a.high === null || b.high === null) return Number(a.high === null) - Number(b.high === null);
  return order(a.high, b.high) || Number(a.isHighIn) - Number(b.isHighIn);
}

function isEmpty({ low, high, isLowIn, isHighIn }: SortRange): boolean {
  if (low === null || high === null) return false;
  const gap = order(low, high);
  return gap > 0 || (gap === 0 && !(isLowIn && isHighIn));
}

/** Whether a range that starts no later reaches the other, so that one range holds both. */
function isReaching(first: SortRange, { low, isLowIn }: SortRange): boolean {
  if (first.high === null || low === null) return true;
  const gap = order(first.high, low);
  return gap > 0 || (gap === 0 && (first.isHighIn || isLowIn));
}
