import type { Position } from '../../geometry/geojson.ts';

/** x and y of each place, one after the other, the first not repeated. */
export type Ring = readonly number[];
export type Axis = 0 | 1;

/** As GeoJSON has it. */
export function closedRing(ring: Ring): readonly Position[] {
  const places: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) places.push([ring[i]!, ring[i + 1]!]);
  return [...places, places[0]!];
}

/**
 * What of a ring lies on one side of a line across an axis; null where nothing does. Parts that the line separates stay
 * joined by bridges along it, which enclose nothing.
 */
export function clipRing(ring: Ring, axis: Axis, at: number, keepsAbove: boolean): Ring | null {
  let least = Infinity;
  let most = -Infinity;
  for (let i: number = axis; i < ring.length; i += 2) {
    const value = ring[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (keepsAbove ? least >= at : most <= at) return ring;
  if (keepsAbove ? most <= at : least >= at) return null;
  const kept: number[] = [];
  const other = 1 - axis;
  let a = ring[ring.length - 2 + axis]!;
  let alongA = ring[ring.length - 2 + other]!;
  for (let i = 0; i < ring.length; i += 2) {
    const b = ring[i + axis]!;
    const alongB = ring[i + other]!;
    if ((a < at && b > at) || (a > at && b < at)) push(kept, axis, at, at, crossingOf(a, alongA, b, alongB, at));
    if (keepsAbove ? b >= at : b <= at) push(kept, axis, at, b, alongB);
    a = b;
    alongA = alongB;
  }
  return kept.length < 6 ? null : kept;
}

/** Of three on the line the middle one says nothing. */
function push(kept: number[], axis: Axis, at: number, across: number, along: number): void {
  const { length } = kept;
  if (across === at && length > 2 && kept[length - 2 + axis] === at && kept[length - 4 + axis] === at)
    kept[length - 1 - axis] = along;
  else if (axis === 0) kept.push(across, along);
  else kept.push(along, across);
}

/** The same number for an edge and for its way back, so that neighbours meet. */
const crossingOf = (a: number, alongA: number, b: number, alongB: number, at: number): number =>
  a < b ? alongA + ((at - a) / (b - a)) * (alongB - alongA) : alongB + ((at - b) / (a - b)) * (alongA - alongB);

/** What of the rings lies within a box; those without are left out. */
export function clipToBox(
  rings: readonly Ring[],
  [west, south, east, north]: readonly [number, number, number, number],
): readonly Ring[] {
  const inside: Ring[] = [];
  for (const ring of rings) {
    let clipped = clipRing(ring, 0, west, true);
    clipped &&= clipRing(clipped, 0, east, false);
    clipped &&= clipRing(clipped, 1, south, true);
    clipped &&= clipRing(clipped, 1, north, false);
    if (clipped !== null) inside.push(clipped);
  }
  return inside;
}
