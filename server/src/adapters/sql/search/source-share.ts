import type { Box } from '../../../geometry/box.ts';
import { timeKeyMs } from '../../../catalog/time-key.ts';
import type { PreparedSearch } from './prepared-search.ts';

/** Time keys; '' where nothing has a time. */
type Span = { readonly oldest: string; readonly newest: string };

/** How much of a source's time an interval takes. */
export function partOf({ oldest, newest }: Span, interval: PreparedSearch['datetime']): number {
  if (interval === null || newest === '') return 1;
  const [from, to] = [timeKeyMs(oldest), timeKeyMs(newest)];
  const start = Math.max(from, interval.start === null ? from : timeKeyMs(interval.start));
  const end = Math.min(to, interval.end === null ? to : timeKeyMs(interval.end));
  return Math.min(1, Math.max(0, end - start) / Math.max(1, to - from));
}

/** Of the world, as if items were spread evenly. */
export const shareOf = (boxes: readonly Box[] | null): number =>
  boxes === null
    ? 1
    : boxes.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0) / 64_800;
