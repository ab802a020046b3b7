import type { Box } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { type Ring, clipToBox, closedRing } from '../../tiles/ground/clip-ring.ts';
import { degreePolygons } from '../../tiles/ground/polygons.ts';

/**
 * What of a footprint lies within a box of degrees: cells within the box see no difference, and most of a large footprint
 * is never projected. `whole` where it fills the box, null where nothing of it is there.
 */
export function clipFootprint(geometry: Geometry, box: Box): Geometry | 'whole' | null {
  const polygons = degreePolygons(geometry)
    .map(({ rings }) => clipToBox(rings, box))
    .filter(({ length }) => length > 0);
  if (polygons.length === 0) return null;
  if (polygons.length === 1 && polygons[0]!.length === 1 && isWhole(polygons[0]![0]!, box)) return 'whole';
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(closedRing)) };
}

function isWhole(ring: Ring, [west, south, east, north]: Box): boolean {
  let twice = 0;
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2)
    twice += (ring[last]! - west) * (ring[i + 1]! - south) - (ring[i]! - west) * (ring[last + 1]! - south);
  const area = (east - west) * (north - south);
  return Math.abs(Math.abs(twice / 2) - area) <= 1e-12 * area;
}
