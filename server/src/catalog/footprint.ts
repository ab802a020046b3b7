import { unfoldedAtAntimeridian, withinOneTurn } from '../geometry/antimeridian.ts';
import type { Box } from '../geometry/box.ts';
import type { Geometry } from '../geometry/geojson.ts';

/** The item's geometry, made continuous where its bbox says that it crosses and its parts were not cut there. */
export function footprintOf(geometry: Geometry, bbox: unknown): Geometry {
  const gap = gapBeside(bbox);
  return gap === null ? geometry : unfoldedAtAntimeridian(geometry, gap);
}

/** The footprint within one turn of the world, as every relation sees it; throws where it cannot be cut. `box` is that of the geometry, where it is known. */
export function plainFootprint(geometry: Geometry, bbox: unknown, box?: Box | null): Geometry {
  const footprint = footprintOf(geometry, bbox);
  return footprint === geometry ? withinOneTurn(geometry, box) : withinOneTurn(footprint);
}

/** The middle of what a box across the antimeridian leaves free; null of any other. */
function gapBeside(bbox: unknown): number | null {
  if (!Array.isArray(bbox)) return null;
  const [west, east] = [Number(bbox[0]), Number(bbox[bbox.length / 2])];
  return west > east ? (west + east) / 2 : null;
}
