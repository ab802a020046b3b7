import type { ItemTimes } from '../item-times.ts';
import { timeKeyMs } from '../time-key.ts';

/** How far an item reaches from its `dt`, and whether it reaches back: most only last, from their `dt` on. */
export type DurationClass = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const dayMs = 86_400_000;
const reaches: readonly { readonly forwardMs: number; readonly backMs: number }[] = [
  { forwardMs: 0, backMs: 0 },
  { forwardMs: dayMs, backMs: 0 },
  { forwardMs: 32 * dayMs, backMs: 0 },
  { forwardMs: 366 * dayMs, backMs: 0 },
  { forwardMs: dayMs, backMs: dayMs },
  { forwardMs: 32 * dayMs, backMs: 32 * dayMs },
  { forwardMs: 366 * dayMs, backMs: 366 * dayMs },
  { forwardMs: Infinity, backMs: Infinity },
];

export const durationClasses: readonly DurationClass[] = [0, 1, 2, 3, 4, 5, 6, 7];

export function durationClass({ dt, start, end }: ItemTimes): DurationClass {
  if (dt === null || start === null || end === null || (start === dt && end === dt)) return 0;
  const forward = distanceMs(dt, end);
  const back = distanceMs(start, dt);
  return durationClasses.find((each) => forward <= reaches[each]!.forwardMs && back <= reaches[each]!.backMs)!;
}

/** One more millisecond than their difference: keys are exact to the nanosecond, milliseconds are rounded. */
const distanceMs = (from: string, to: string): number => (from === to ? 0 : timeKeyMs(to) - timeKeyMs(from) + 1);

/** An item of the class ends at most so long after its `dt`. */
export const forwardReachOf = (duration: DurationClass): number => reaches[duration]!.forwardMs;

/** And starts at most so long before it. */
export const backReachOf = (duration: DurationClass): number => reaches[duration]!.backMs;
