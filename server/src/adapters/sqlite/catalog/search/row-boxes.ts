import type { Box } from '../../../../geometry/box.ts';

// What `touchesBoxes` and `isSurelyInside` say in SQL, of a row that is remembered.

/** A row's box with west > east crosses the antimeridian. */
export function touchesBox(west: number, south: number, east: number, north: number, box: Box): boolean {
  if (south > box[3] || north < box[1]) return false;
  return west <= east ? west <= box[2] && east >= box[0] : west <= box[2] || east >= box[0];
}

/** A side of the row's box, each of which the footprint reaches, lies inside as a whole. */
export function isSideInside(west: number, south: number, east: number, north: number, box: Box): boolean {
  if (west > east || !touchesBox(west, south, east, north, box)) return false;
  const isAcross = south >= box[1] && north <= box[3] && (east <= box[2] || west >= box[0]);
  return isAcross || (west >= box[0] && east <= box[2] && (north <= box[3] || south >= box[1]));
}
