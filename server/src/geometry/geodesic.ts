import geodesic from 'geographiclib-geodesic';
import type { Position } from './geojson.ts';

const earth = geodesic.Geodesic.WGS84;

/** Length of a line of shortest paths on the ellipsoid. */
export function geodesicLengthM(positions: readonly Position[]): number {
  const line = earth.Polygon(true);
  for (const [longitude, latitude] of positions) line.AddPoint(latitude!, longitude!);
  return line.Compute(false, true).perimeter;
}

/** Length of the shortest path between two positions on the ellipsoid. */
export const geodesicDistanceM = ([fromX, fromY]: Position, [toX, toY]: Position): number =>
  earth.Inverse(fromY!, fromX!, toY!, toX!).s12!;
