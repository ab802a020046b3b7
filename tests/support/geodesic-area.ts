import geodesic from 'geographiclib-geodesic';
import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';

/** Area on the ellipsoid, holes taken away: the truth that faster ways are held to. */
export function geodesicAreaM2({ coordinates }: Polygon): number {
  const [shell = 0, ...holes] = coordinates.map(ringAreaM2);
  return shell - holes.reduce((sum, hole) => sum + hole, 0);
}

function ringAreaM2(ring: readonly Position[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude!, longitude!);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
