import { type Cell, centreX, tileSteps, zoneSide } from './cell.ts';
import { isMember } from './membership.ts';
import { utmOfDegrees, zoneOf } from './utm.ts';

/** The cell of a place in its own zone; on a border it is the one to the east and the north. */
export const cellAt = (longitude: number, latitude: number, steps = tileSteps): Cell =>
  cellInZone(zoneOf(longitude), longitude, latitude, steps);

/** The same, but always a cell that belongs to the grid: what a zone leaves out at its west edge its neighbour covers. */
export function memberAt(longitude: number, latitude: number, steps = tileSteps): Cell {
  const own = cellAt(longitude, latitude, steps);
  return isMember(own) ? own : cellInZone(((own.zone + 58) % 60) + 1, longitude, latitude, steps);
}

/** Of the zone, also where the place lies beyond its edges. */
export function cellInZone(zone: number, longitude: number, latitude: number, steps = tileSteps): Cell {
  const [x, y] = utmOfDegrees(32_600 + zone, longitude, latitude);
  const count = 2 ** steps;
  const column = Math.floor(((x - centreX) / zoneSide + 0.5) * count);
  const row = count - 1 - Math.floor((y / zoneSide + 0.5) * count);
  let quadkey = '';
  for (let half = count / 2; half >= 1; half /= 2)
    quadkey += (Math.floor(row / half) % 2) * 2 + (Math.floor(column / half) % 2);
  return { zone, quadkey };
}
