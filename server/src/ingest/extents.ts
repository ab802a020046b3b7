import type { Bbox } from '../catalog/bbox.ts';
import type { Item } from '../catalog/item.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { type TimeKey, readTime, timeKeyText } from '../catalog/time-key.ts';

/** Around all items of a collection that came in; null where none had a place or a time. */
export type Extent = {
  readonly bbox: Bbox | null;
  readonly start: TimeKey | null;
  readonly end: TimeKey | null;
  /** The collection was made for them, and has no extent of its own yet. */
  readonly isNew: boolean;
};

/** By collection. */
export type Extents = Readonly<Record<string, Extent>>;

export const emptyExtent = (isNew: boolean): Extent => ({ bbox: null, start: null, end: null, isNew });

export function grown(extent: Extent, { bbox, start, end }: Pick<Item, 'bbox' | 'start' | 'end'>): Extent {
  return {
    bbox: extent.bbox === null ? bbox : bbox === null ? extent.bbox : around(extent.bbox, bbox),
    start: extent.start === null || (start !== null && start < extent.start) ? start : extent.start,
    end: extent.end === null || (end !== null && end > extent.end) ? end : extent.end,
    isNew: extent.isNew,
  };
}

/** Two that cross the antimeridian stay so; one that does and one that does not go around the world. */
function around(a: Bbox, b: Bbox): Bbox {
  const [aCrosses, bCrosses] = [a[0] > a[2], b[0] > b[2]];
  const [south, north] = [Math.min(a[1], b[1]), Math.max(a[3], b[3])];
  if (aCrosses !== bCrosses) return [-180, south, 180, north];
  return [Math.min(a[0], b[0]), south, Math.max(a[2], b[2]), north];
}

/** The collection with an extent that holds what came in; the same object where it did already. */
export function widened(collection: JsonObject, extent: Extent): JsonObject {
  const given = isObject(collection['extent']) ? collection['extent'] : {};
  const spatial = isObject(given['spatial']) ? given['spatial'] : {};
  const temporal = isObject(given['temporal']) ? given['temporal'] : {};
  const boxes = Array.isArray(spatial['bbox']) ? (spatial['bbox'] as readonly (readonly number[])[]) : [];
  const intervals = Array.isArray(temporal['interval'])
    ? (temporal['interval'] as readonly (readonly (string | null)[])[])
    : [];
  const box = wideBox(boxes[0], extent);
  const interval = wideInterval(intervals[0], extent);
  if (isSame(box, boxes[0]) && isSame(interval, intervals[0])) return collection;
  return {
    ...collection,
    extent: {
      ...given,
      // The first one is of all items; those after it say more.
      spatial: { ...spatial, bbox: [box, ...boxes.slice(1)] },
      temporal: { ...temporal, interval: [interval, ...intervals.slice(1)] },
    },
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function wideBox(box: readonly number[] | undefined, { bbox, isNew }: Extent): readonly number[] {
  if (bbox === null) return box ?? [-180, -90, 180, 90];
  if (box === undefined || isNew) return bbox;
  const flat = box.length === 6 ? [box[0], box[1], box[3], box[4]] : box;
  const wide = around(flat as unknown as Bbox, bbox);
  return isSame(wide, flat) ? box : wide;
}

function wideInterval(interval: readonly (string | null)[] | undefined, { start, end, isNew }: Extent) {
  const own = [textOf(start), textOf(end)];
  if (start === null || end === null) return interval ?? [null, null];
  if (interval === undefined || isNew) return own;
  // An open end holds everything.
  const [first, last] = interval.map((text) => (typeof text === 'string' ? readTime(text) : null));
  return [
    first !== null && first !== undefined && start < first ? own[0]! : interval[0]!,
    last !== null && last !== undefined && end > last ? own[1]! : interval[1]!,
  ];
}

const textOf = (key: TimeKey | null): string | null => (key === null ? null : timeKeyText(key));
