import type { Bbox } from '../bbox.ts';
import { type Crs, latLon, lonLat, toLonLat } from './crs-names.ts';

/** Two opposite corners, each in the order of its system. */
export type Corners = readonly [number, number, number, number];

const isLatitude = (value: number): boolean => Math.abs(value) <= 90;

/**
 * Latitudes end at 90: a first coordinate beyond that is a longitude, whatever the order that applies by default. Where
 * the second ones are beyond it too, the box is larger than the world, and the order stays.
 */
export const orderOf = (isLatLon: boolean, firsts: readonly number[], seconds: readonly number[]): Crs =>
  isLatLon && (firsts.every(isLatitude) || !seconds.every(isLatitude)) ? latLon : lonLat;

/** How many pieces an edge is cut into where the system bends it. */
const pieces = 16;

/** The bbox around the box between the corners: west > east crosses the antimeridian. */
export function boxOfCorners([a, b, c, d]: Corners, crs: Crs): Bbox {
  const [[west, first], [east, second]] = [toLonLat([a, b], crs), toLonLat([c, d], crs)];
  if (crs.unit === 'degree') return withinTurn(west, Math.min(first, second), east, Math.max(first, second));
  if (crs.code === 3857)
    return withinTurn(Math.min(west, east), Math.min(first, second), Math.max(west, east), Math.max(first, second));
  const around = alongEdges([a, b, c, d]).map((position) => toLonLat(position, crs));
  const [longitudes, latitudes] = [around.map(([x]) => x), around.map(([, y]) => y)];
  return withinTurn(Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes));
}

function alongEdges([a, b, c, d]: Corners): readonly (readonly [number, number])[] {
  return Array.from({ length: pieces + 1 }, (_, i) => i / pieces).flatMap((t): [number, number][] => {
    const [x, y] = [a + (c - a) * t, b + (d - b) * t];
    return [
      [x, b],
      [x, d],
      [a, y],
      [c, y],
    ];
  });
}

const turn = 360;

/** Longitudes beyond 180, as maps that repeat the world send them, come back; a turn or more is the whole world. */
function withinTurn(west: number, south: number, east: number, north: number): Bbox {
  const [low, high] = withinPoles(south, north);
  if (west >= -180 && east <= 180) return [west, low, east, high];
  if (east - west >= turn || !Number.isFinite(east - west)) return [-180, low, 180, high];
  return [wrapped(west), low, wrapped(east), high];
}

/** Maps of the whole world show more than there is; what lies beyond a pole altogether is a mistake. */
const withinPoles = (south: number, north: number): readonly [number, number] =>
  south <= 90 && north >= -90 ? [Math.max(south, -90), Math.min(north, 90)] : [south, north];

const wrapped = (longitude: number): number =>
  longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % turn) + turn) % turn) - 180;
