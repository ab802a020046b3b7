import { type Edge, type Part, apartM, inSpace, splitPart, wholePart } from './earth-parts.ts';
import type { Position } from './geojson.ts';
import type { Shape } from './shape.ts';

/** Straight lines in degrees bend on the globe: edges this short, a quarter of a degree, hardly do. */
const shortReachM = 14_000;

type Closest = { distance: number; places: readonly [Position, Position] | null };

/** The two places of geometries that do not meet which lie nearest to each other, measured through the globe. */
export function closestPlaces(a: Shape, b: Shape): readonly [Position, Position] | null {
  const [first, second] = [knownPart(a), knownPart(b)];
  const closest: Closest = { distance: Infinity, places: null };
  if (first !== null && second !== null) measure(first, second, closest);
  return closest.places;
}

/** A literal is measured against every item, so that its parts are kept as long as it is. */
const known = new WeakMap<Shape, Part>();

function knownPart(shape: Shape): Part | null {
  const part = known.get(shape) ?? wholePart(shape);
  if (part !== null) known.set(shape, part);
  return part;
}

/** No place of the one is nearer to the other. */
const gapBetween = (a: Part, b: Part): number => apartM(a.middle, b.middle) - a.reach - b.reach;

const shortEdge = ({ edge, reach }: Part): Edge | null => (reach <= shortReachM ? edge : null);

/** Splits the larger of the two until both are short edges, the nearer half first, and leaves what cannot be nearer. */
function measure(a: Part, b: Part, closest: Closest): void {
  if (gapBetween(a, b) >= closest.distance) return;
  const [first, second] = [shortEdge(a), shortEdge(b)];
  if (first !== null && second !== null) return measureShort(first, second, closest);
  const isFirstSplit = first === null && (second !== null || a.reach >= b.reach);
  const halves = splitPart(isFirstSplit ? a : b);
  const kept = isFirstSplit ? b : a;
  const isInOrder = gapBetween(halves[0], kept) <= gapBetween(halves[1], kept);
  for (const half of isInOrder ? halves : halves.toReversed())
    if (isFirstSplit) measure(half, kept, closest);
    else measure(kept, half, closest);
}

/** Of edges that do not cross, an end of one is nearest to the other. */
function measureShort(a: Edge, b: Edge, closest: Closest): void {
  for (const end of [a.from, a.to]) fromEnd(end, b, (distance, met) => keep(closest, distance, end, met));
  for (const end of [b.from, b.to]) fromEnd(end, a, (distance, met) => keep(closest, distance, met, end));
}

function keep(closest: Closest, distance: number, first: Position, second: Position): void {
  if (distance >= closest.distance) return;
  closest.distance = distance;
  closest.places = [first, second];
}

/** Where on the piece the end lies nearest, and how far that is. */
function fromEnd(
  end: readonly [number, number],
  { from, to }: Edge,
  tell: (distance: number, met: Position) => void,
): void {
  const [place, a, b] = [inSpace(end), inSpace(from), inSpace(to)];
  let [along, length] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const side = b[axis]! - a[axis]!;
    along += side * (place[axis]! - a[axis]!);
    length += side * side;
  }
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, along / length));
  const met = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
  tell(apartM(place, inSpace(met)), met);
}
