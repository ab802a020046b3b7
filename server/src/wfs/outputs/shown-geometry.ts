import { plainFootprint } from '../../catalog/footprint.ts';
import { type Geometry, type Position, coordinateDepth } from '../../geometry/geojson.ts';
import type { Projector } from '../output-crs.ts';

/** As it is stored; cut at the antimeridian where it crosses it, for maps would draw it around the world. */
export function shownGeometry(geometry: Geometry, bbox: unknown, project: Projector | null): Geometry {
  const shape = isWithinTheWorld(bbox) ? geometry : cut(geometry, bbox as readonly number[]);
  return project === null ? shape : projected(shape, project);
}

/** Whether a footprint with this bbox stays as it is; so does one without a bbox. */
export function isWithinTheWorld(bbox: unknown): boolean {
  if (!Array.isArray(bbox)) return true;
  const [west, east] = [Number(bbox[0]), Number(bbox[bbox.length / 2])];
  return west >= -180 && east <= 180 && west <= east;
}

function cut(geometry: Geometry, bbox: readonly number[]): Geometry {
  try {
    return plainFootprint(geometry, bbox);
  } catch {
    return geometry;
  }
}

type Nested = Position | readonly Nested[];

function projected(geometry: Geometry, project: Projector): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((part) => projected(part, project)) };
  const map = (nested: Nested, depth: number): Nested =>
    depth === 0
      ? project((nested as Position)[0]!, (nested as Position)[1]!)
      : (nested as readonly Nested[]).map((inner) => map(inner, depth - 1));
  return { type: geometry.type, coordinates: map(geometry.coordinates, coordinateDepth[geometry.type]) } as Geometry;
}
