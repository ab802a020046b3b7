import type { Box } from '../../geometry/box.ts';
import { type Geometry, type Position, simpleParts } from '../../geometry/geojson.ts';

/** x and y of each place, one after the other, the first not repeated. */
type Ring = readonly number[];

/**
 * What of a footprint lies within a box of degrees: cells within the box see no difference, and most of a large footprint
 * is never projected. `whole` where it fills the box, null where nothing of it is there.
 */
export function clipFootprint(geometry: Geometry, box: Box): Geometry | 'whole' | null {
  const polygons = simpleParts(geometry)
    .flatMap((part) =>
      part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [],
    )
    .map((rings) => rings.map((ring) => clipRing(flat(ring), box)).filter((ring) => ring !== null))
    .filter(({ length }) => length > 0);
  if (polygons.length === 0) return null;
  if (polygons.length === 1 && polygons[0]!.length === 1 && isWhole(polygons[0]![0]!, box)) return 'whole';
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(closed)) };
}

function flat(ring: readonly Position[]): Ring {
  const places: number[] = [];
  for (let i = 0; i < ring.length - 1; i++) places.push(ring[i]![0]!, ring[i]![1]!);
  return places;
}

function closed(ring: Ring): readonly Position[] {
  const places: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) places.push([ring[i]!, ring[i + 1]!]);
  return [...places, places[0]!];
}

/** Parts that a side of the box separates stay joined along it, where they enclose nothing. */
function clipRing(ring: Ring, [west, south, east, north]: Box): Ring | null {
  let clipped = clipSide(ring, 0, west, 1);
  clipped = clipSide(clipped, 0, east, -1);
  clipped = clipSide(clipped, 1, south, 1);
  clipped = clipSide(clipped, 1, north, -1);
  return clipped.length < 6 ? null : clipped;
}

/** Keeps what lies above (`way` 1) or below (-1) a value of an axis. */
function clipSide(ring: Ring, axis: 0 | 1, at: number, way: 1 | -1): Ring {
  const kept: number[] = [];
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2) {
    const [a, b] = [ring[last + axis]!, ring[i + axis]!];
    const [isIn, wasIn] = [(b - at) * way >= 0, (a - at) * way >= 0];
    if (isIn !== wasIn) {
      const share = (at - a) / (b - a);
      const [from, to] = [ring[last + 1 - axis]!, ring[i + 1 - axis]!];
      const along = from + share * (to - from);
      if (axis === 0) kept.push(at, along);
      else kept.push(along, at);
    }
    if (isIn) kept.push(ring[i]!, ring[i + 1]!);
  }
  return kept;
}

function isWhole(ring: Ring, [west, south, east, north]: Box): boolean {
  let twice = 0;
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2)
    twice += (ring[last]! - west) * (ring[i + 1]! - south) - (ring[i]! - west) * (ring[last + 1]! - south);
  const area = (east - west) * (north - south);
  return Math.abs(Math.abs(twice / 2) - area) <= 1e-12 * area;
}
