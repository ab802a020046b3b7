import { flatBbox } from '../geometry/box.ts';
import { type Geometry, eachPosition } from '../geometry/geojson.ts';
import { refuseArea } from './refuse.ts';

/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];

type Refuse = (member: string, rule: string) => never;

/** Maps that were turned around the world more than once send such longitudes. */
const farthestLongitude = 540;

/** Four numbers, or six whose heights are dropped. */
export function readBbox(value: unknown, refuse: Refuse = refuseArea): Bbox {
  if (!Array.isArray(value) || (value.length !== 4 && value.length !== 6))
    return refuse('bbox', 'must be an array of 4 or 6 numbers');
  if (!value.every(Number.isFinite)) return refuse('bbox', 'must hold numbers alone');
  const problem = bboxProblem(value);
  if (problem !== null) refuse('bbox', problem);
  const [west, south, east, north] = flatBbox(value)!;
  return west > east ? [turnedBack(west), south, turnedBack(east), north] : [west, south, east, north];
}

/** Why four or six numbers are no bbox. */
export function bboxProblem(bbox: readonly number[]): string | null {
  const middle = bbox.length / 2;
  const [west, south, east, north] = [bbox[0]!, bbox[1]!, bbox[middle]!, bbox[middle + 1]!];
  const problem = offEarthAt(west, south) ?? offEarthAt(east, north);
  if (problem !== null) return problem;
  if (south > north) return 'must have its south below its north';
  return bbox.length === 6 && bbox[2]! > bbox[5]! ? 'must have its lower height below its upper' : null;
}

/** Why a geometry has positions that no place on Earth has. */
export function offEarth(geometry: Geometry): string | null {
  let reason: string | null = null;
  eachPosition(geometry, ([longitude, latitude]) => void (reason ??= offEarthAt(longitude!, latitude!)));
  return reason;
}

function offEarthAt(longitude: number, latitude: number): string | null {
  if (Math.abs(latitude) > 90) return 'must have latitudes from -90 to 90';
  if (Math.abs(longitude) <= farthestLongitude) return null;
  return `must have longitudes from -${farthestLongitude} to ${farthestLongitude}`;
}

/** The longitude from -180 to 180. Only a bbox that crosses is turned back: 170 to 190 is told by its numbers and cut later. */
export const turnedBack = (longitude: number): number =>
  Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
