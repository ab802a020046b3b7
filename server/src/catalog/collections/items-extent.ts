import { type Bbox, turnedBack } from '../bbox.ts';
import type { Item } from '../item.ts';
import type { TimeKey } from '../time-key.ts';

/** Around items: null where none of them has a place, or a time. */
export type ItemsExtent = { readonly bbox: Bbox | null; readonly start: TimeKey | null; readonly end: TimeKey | null };

export const noExtent: ItemsExtent = { bbox: null, start: null, end: null };

/** Around both; the first itself where it holds the second already. */
export function joinExtents(extent: ItemsExtent, more: Pick<Item, keyof ItemsExtent>): ItemsExtent {
  const bbox = joinBoxes(extent.bbox, more.bbox);
  const isEarlier = more.start !== null && (extent.start === null || more.start < extent.start);
  const isLater = more.end !== null && (extent.end === null || more.end > extent.end);
  if (bbox === extent.bbox && !isEarlier && !isLater) return extent;
  return { bbox, start: isEarlier ? more.start : extent.start, end: isLater ? more.end : extent.end };
}

export function joinBoxes(box: Bbox | null, more: Bbox | null): Bbox | null {
  if (box === null || more === null) return box ?? more;
  const [west, south, east, north] = box;
  const isTall = more[1] >= south && more[3] <= north;
  // Most boxes lie inside of what is known: that must be cheap to tell.
  if (isTall && west <= east && more[0] <= more[2] && more[0] >= west && more[2] <= east) return box;
  const [left, right] = joinSpans([west, east], [more[0], more[2]]);
  if (isTall && left === west && right === east) return box;
  return [left, Math.min(south, more[1]), right, Math.max(north, more[3])];
}

/** West beyond east crosses the antimeridian. */
type Span = readonly [west: number, east: number];

const world: Span = [-180, 180];
/** A span that leaves out less than this is given as the whole world. */
const widest = 270;
/** Two spans on either side of the antimeridian are joined across it where that is so much narrower. */
const muchNarrower = 4;

/** The narrower way around the world that holds both; few clients know boxes that cross, so only where it pays. */
function joinSpans(a: Span, b: Span): Span {
  if (holds(a, b)) return a;
  if (holds(b, a)) return b;
  const [eastward, westward] = [reach(a, b), reach(b, a)];
  const narrow = widthOf(eastward) <= widthOf(westward) ? eastward : westward;
  if (crosses(a) || crosses(b)) return widthOf(narrow) > widest ? world : narrow;
  const plain: Span = [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
  return crosses(narrow) && widthOf(narrow) * muchNarrower <= widthOf(plain) ? narrow : plain;
}

const crosses = ([west, east]: Span): boolean => west > east;

function widthOf([west, east]: Span): number {
  return west <= east ? Math.min(360, east - west) : east - west + 360;
}

/** From the west of the first, eastward to the east of the second. */
function reach(a: Span, b: Span): Span {
  const width = eastOf(a[0], b[0]) + widthOf(b);
  return width >= 360 ? world : [turnedBack(a[0]), turnedBack(b[1])];
}

const holds = (a: Span, b: Span): boolean =>
  widthOf(a) >= 360 || (a[0] <= a[1] && b[0] <= b[1] && a[0] <= b[0] && b[1] <= a[1]) || holdsTurned(a, b);

const holdsTurned = (a: Span, b: Span): boolean => eastOf(a[0], b[0]) + widthOf(b) <= widthOf(a);

/** How far one must go eastward from a longitude to another. */
const eastOf = (from: number, to: number): number => (((to - from) % 360) + 360) % 360;
