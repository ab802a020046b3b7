import geodesic from 'geographiclib-geodesic';
import type { Polygon, Position } from './geojson.ts';

const earth = geodesic.Geodesic.WGS84;

/** Area on the ellipsoid, holes taken away. */
export function geodesicAreaM2({ coordinates }: Polygon): number {
  const [shell = 0, ...holes] = coordinates.map(ringAreaM2);
  return shell - holes.reduce((sum, hole) => sum + hole, 0);
}

/** Length of a line of shortest paths on the ellipsoid. */
export const geodesicLengthM = (line: readonly Position[]): number => computed(line, true).perimeter;

const ringAreaM2 = (ring: readonly Position[]): number =>
  ring.length < 4 ? 0 : Math.abs(computed(ring.slice(0, -1), false).area ?? 0);

function computed(positions: readonly Position[], isLine: boolean): { perimeter: number; area?: number } {
  const polygon = earth.Polygon(isLine);
  for (const [longitude, latitude] of positions) polygon.AddPoint(latitude!, longitude!);
  return polygon.Compute(false, true);
}

/** Length of the shortest path between two positions on the ellipsoid. */
export const geodesicDistanceM = ([fromX, fromY]: Position, [toX, toY]: Position): number =>
  earth.Inverse(fromY!, fromX!, toY!, toX!).s12!;
