import { closestPlaces } from './closest-places.ts';
import { geodesicDistanceM } from './geodesic.ts';
import { shapesIntersect } from './intersects.ts';
import type { Prepared } from './relations.ts';

/** Metres of the shortest way on the ellipsoid from one geometry to the other; 0 where they share a point, null where one is empty. */
export function distanceOnEarthM(a: Prepared, b: Prepared): number | null {
  try {
    const [first, second] = [a.shape(), b.shape()];
    if (first === null || second === null) return null;
    if (shapesIntersect(first, second)) return 0;
    const places = closestPlaces(first, second);
    return places && geodesicDistanceM(...places);
  } catch {
    return null;
  }
}
