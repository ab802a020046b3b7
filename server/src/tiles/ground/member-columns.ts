import { belongsToZone } from '../../grid/membership.ts';
import { cellSide } from '../overlay/layer-area.ts';

const known: readonly (number | undefined)[][] = [[], []];
/** More than any zone is wide, from its meridian. */
const mostColumns = 80;

/** How many cells of a row belong to the zone, from its meridian on; rows count from the equator. */
export function memberColumns(isEast: boolean, row: number): number {
  const rows = known[isEast ? 1 : 0]!;
  return (rows[row] ??= countColumns(isEast, row));
}

/** Places farther from meridian and equator are farther from the meridian in degrees: no cell beyond the last belongs. */
function countColumns(isEast: boolean, row: number): number {
  let [members, others] = [0, mostColumns];
  while (members < others) {
    const middle = (members + others) >> 1;
    const square = { u: middle * cellSide, v: row * cellSide, side: cellSide };
    if (belongsToZone({ isEast, isNorth: true }, square)) members = middle + 1;
    else others = middle;
  }
  return members;
}
