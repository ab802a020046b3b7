import { flatBbox } from '../../geometry/box.ts';
import type { Bbox } from '../bbox.ts';
import { type JsonObject, isObject } from '../refuse.ts';
import { type TimeKey, timeIn, timeKeyText } from '../time-key.ts';
import { type ItemsExtent, joinBoxes } from './items-extent.ts';

/** The extent that a collection shows: what its owner wrote, widened to hold its items; theirs where none was written. */
export function shownExtent(own: unknown, items: ItemsExtent): JsonObject {
  if (!isObject(own)) return { spatial: { bbox: [items.bbox ?? world] }, temporal: { interval: [intervalOf(items)] } };
  const { spatial, temporal } = own;
  const wideBox = boxesAround(spatial, items.bbox);
  const wideTime = intervalsAround(temporal, items);
  if (wideBox === spatial && wideTime === temporal) return own;
  return { ...own, spatial: wideBox, temporal: wideTime };
}

const world: Bbox = [-180, -90, 180, 90];

type Interval = readonly [start: string | null, end: string | null];

const intervalOf = ({ start, end }: ItemsExtent): Interval => [textOf(start), textOf(end)];
const textOf = (key: TimeKey | null): string | null => (key === null ? null : timeKeyText(key));

/** The first box holds all items; those after it say more. */
function boxesAround(spatial: unknown, items: Bbox | null): unknown {
  if (items === null || !isObject(spatial) || !Array.isArray(spatial['bbox'])) return spatial;
  const [first, ...others] = spatial['bbox'] as readonly unknown[];
  // What is not as it should be stays: it must not keep items out.
  const own = Array.isArray(first) ? flatBbox(first as number[]) : null;
  if (own === null) return spatial;
  const wide = joinBoxes(own, items);
  return wide === own ? spatial : { ...spatial, bbox: [wide, ...others] };
}

/** An open end holds everything. */
function intervalsAround(temporal: unknown, { start, end }: ItemsExtent): unknown {
  if (start === null || end === null || !isObject(temporal) || !Array.isArray(temporal['interval'])) return temporal;
  const [first, ...others] = temporal['interval'] as readonly unknown[];
  if (!Array.isArray(first)) return temporal;
  const [from, to] = [timeIn(first[0]), timeIn(first[1])];
  const isEarlier = from !== null && start < from;
  const isLater = to !== null && end > to;
  if (!isEarlier && !isLater) return temporal;
  const wide = [isEarlier ? textOf(start) : (first[0] as unknown), isLater ? textOf(end) : (first[1] as unknown)];
  return { ...temporal, interval: [wide, ...others] };
}
