import { type Box, areApart, boxOf } from '../geometry/box.ts';
import { crossMoreThan } from '../geometry/crossings.ts';
import type { Geometry, Polygon } from '../geometry/geojson.ts';
import { joinedPolygons } from '../geometry/repair.ts';
import { refuseArea } from './refuse.ts';

/**
 * The polygons of an area's parts as one geometry in which none lies upon another; null where they lie apart already.
 * Parts that cross more often take longer to join than anybody may wait.
 */
export function joinedParts(polygons: readonly Polygon[], mostCrossings: number): Geometry | null {
  if (areApart(polygons.map(boxOf).filter((box): box is Box => box !== null))) return null;
  const rings = polygons.flatMap(({ coordinates }) => coordinates);
  if (crossMoreThan(rings, mostCrossings))
    refuseArea('intersects', `has parts that cross each other more than ${mostCrossings} times: join them`);
  try {
    return joinedPolygons(polygons);
  } catch {
    return refuseArea('intersects', 'has parts that cannot be joined');
  }
}
