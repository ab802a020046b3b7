import type { Cell } from './cell.ts';
import { type Quadrant, type Square, degreesAway, squareOf } from './quadrant.ts';

/** Half the width of a zone, in degrees. */
const halfZone = 3;

/** No part of the square lies within the zone: neither it nor a part of it can belong there. */
export const isOutsideZone = ({ u, v }: Square): boolean => degreesAway(u, v) >= halfZone;

/** Square and all its parts lie within the zone. */
export const isInsideZone = ({ u, v, side }: Square): boolean => degreesAway(u + side, v + side) <= halfZone;

/**
 * Cells that span the east edge belong to the zone, those that span the west edge only while the larger part of the
 * side towards the equator lies within: where zones meet, cells overlap but leave no gap.
 */
export function belongsToZone({ isEast }: Quadrant, square: Square): boolean {
  if (isOutsideZone(square)) return false;
  if (isEast || isInsideZone(square)) return true;
  const { u, v, side } = square;
  const secondFarthest = Math.max(degreesAway(u + side, v), degreesAway(u, v + side));
  const [westPart, eastPart] = [secondFarthest - halfZone, halfZone - degreesAway(u, v)];
  return eastPart >= westPart;
}

/** Whether the cell is one of those that make up the grid; others exist, beyond their zone's edges, and hold no imagery. */
export function isMember(cell: Cell): boolean {
  const { quadrant, square } = squareOf(cell);
  return belongsToZone(quadrant, square);
}
