import { refuseArea } from './refuse.ts';

/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];

type Refuse = (member: string, rule: string) => never;

/** Maps that were turned around the world more than once send such longitudes. */
export const farthestLongitude = 540;

/** Four numbers, or six whose heights are dropped. */
export function readBbox(value: unknown, refuse: Refuse = refuseArea): Bbox {
  if (!Array.isArray(value) || (value.length !== 4 && value.length !== 6))
    return refuse('bbox', 'must be an array of 4 or 6 numbers');
  if (!value.every((one) => typeof one === 'number' && Number.isFinite(one)))
    return refuse('bbox', 'must hold numbers alone');
  const [west, south, east, north] = flat(value as number[]);
  if (Math.abs(south) > 90 || Math.abs(north) > 90) refuse('bbox', 'must have latitudes from -90 to 90');
  if (Math.abs(west) > farthestLongitude || Math.abs(east) > farthestLongitude)
    refuse('bbox', `must have longitudes from -${farthestLongitude} to ${farthestLongitude}`);
  if (south > north) refuse('bbox', 'must have its south below its north');
  if (value.length === 6 && value[2] > value[5]) refuse('bbox', 'must have its lower height below its upper');
  return west > east ? [turnedBack(west), south, turnedBack(east), north] : [west, south, east, north];
}

const flat = (numbers: readonly number[]): Bbox =>
  (numbers.length === 6 ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers) as unknown as Bbox;

/** The longitude from -180 to 180. Only a bbox that crosses is turned back: 170 to 190 is told by its numbers and cut later. */
export const turnedBack = (longitude: number): number =>
  Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
