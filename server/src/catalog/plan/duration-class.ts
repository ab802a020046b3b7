import type { ItemTimes } from '../item-times.ts';
import { timeKeyMs } from '../time-key.ts';

/** How far an item reaches from its `dt`: nowhere, a day, 32 days, 366 days, farther. */
export type DurationClass = 0 | 1 | 2 | 3 | 4;
export const durationClasses: readonly DurationClass[] = [0, 1, 2, 3, 4];

const dayMs = 86_400_000;
const reachMs = [0, dayMs, 32 * dayMs, 366 * dayMs, Infinity] as const;

export function durationClass({ dt, start, end }: ItemTimes): DurationClass {
  if (dt === null || start === null || end === null || (start === dt && end === dt)) return 0;
  // One more millisecond than their difference: keys are exact to the nanosecond, milliseconds are rounded.
  const reach = Math.max(timeKeyMs(end) - timeKeyMs(dt), timeKeyMs(dt) - timeKeyMs(start)) + 1;
  return durationClasses.find((each) => reach <= reachMs[each])!;
}

/** An item of the class lies within this of its `dt`, on either side. */
export const reachOf = (durationClass: DurationClass): number => reachMs[durationClass];
