import { type Box, boxOfFlat } from './box.ts';
import type { Geometry } from './geojson.ts';
import { type Path, type Shape, pathOf } from './shape.ts';

/** The ring of a polygon that has no holes, few corners and no longitudes beyond 180 degrees; null where it is another. */
export function plainRing(geometry: Geometry, mostCorners: number): Path | null {
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1) return null;
  const [ring] = geometry.coordinates;
  if (ring!.length === 0 || ring!.length > mostCorners) return null;
  return ring!.every(([x]) => x! >= -180 && x! <= 180) ? pathOf(ring!) : null;
}

/** The same shape that its polygon has. */
export const shapeOfRing = (ring: Path): Shape => ({
  box: boxOfFlat(ring),
  points: none,
  lines: [],
  polygons: [[ring]],
});

const none: Path = new Float64Array(0);

/** Whether a corner lies in one of the boxes or on its edge. */
export function hasRingCornerIn(ring: Path, boxes: readonly Box[]): boolean {
  for (const [west, south, east, north] of boxes)
    for (let i = 0; i < ring.length; i += 2)
      if (ring[i]! >= west && ring[i]! <= east && ring[i + 1]! >= south && ring[i + 1]! <= north) return true;
  return false;
}
