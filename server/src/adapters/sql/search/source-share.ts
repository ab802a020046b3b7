import type { Box } from '../../../geometry/box.ts';
import type { TimeInterval } from '../../../catalog/datetime-interval.ts';

/** As rows hold their times; '' where nothing has one. */
type Span = { readonly oldest: string; readonly newest: string };

/** How much of a source's time an interval takes. */
export function partOf({ oldest, newest }: Span, interval: TimeInterval | null, msOf: (time: string) => number) {
  if (interval === null || newest === '') return 1;
  const [from, to] = [msOf(oldest), msOf(newest)];
  const start = Math.max(from, interval.start === null ? from : msOf(interval.start));
  const end = Math.min(to, interval.end === null ? to : msOf(interval.end));
  return Math.min(1, Math.max(0, end - start) / Math.max(1, to - from));
}

/** Of the world, as if items were spread evenly. */
export const shareOf = (boxes: readonly Box[] | null): number =>
  boxes === null
    ? 1
    : boxes.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0) / 64_800;
