import { unfoldedAtAntimeridian, withinOneTurn } from '../geometry/antimeridian.ts';
import type { Box } from '../geometry/box.ts';
import type { Geometry } from '../geometry/geojson.ts';

/** The item's geometry, made continuous where its bbox says that it crosses and its single part was not cut there. */
export function footprintOf(geometry: Geometry, bbox: unknown): Geometry {
  return isFolded(geometry, bbox) ? unfoldedAtAntimeridian(geometry) : geometry;
}

/** The footprint within one turn of the world, as every relation sees it; throws where it cannot be cut. `box` is that of the geometry, where it is known. */
export function plainFootprint(geometry: Geometry, bbox: unknown, box?: Box | null): Geometry {
  const footprint = footprintOf(geometry, bbox);
  return footprint === geometry ? withinOneTurn(geometry, box) : withinOneTurn(footprint);
}

function isFolded({ type }: Geometry, bbox: unknown): boolean {
  if (!Array.isArray(bbox) || (type !== 'Polygon' && type !== 'LineString')) return false;
  return Number(bbox[0]) > Number(bbox[bbox.length / 2]);
}
