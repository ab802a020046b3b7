import { withinOneTurn } from '../geometry/antimeridian.ts';
import type { Geometry, Position } from '../geometry/geojson.ts';
import type { Cell } from './cell.ts';
import { type Quadrant, type Square, squareOf } from './quadrant.ts';
import { centralMeridian, degreesOffMeridian, poleNorthing } from './utm.ts';

export type RingOptions = {
  /** How far in degrees the ring may be from the cell's true edge, which is straight in metres alone; Infinity leaves the corners. */
  readonly toleranceDegrees?: number;
};

/** Beyond this the largest cells would have thousands of corners. */
const mostHalvings = 10;

/** The cell in degrees, cut at the antimeridian where it crosses. */
export const cellGeometry = (cell: Cell, options: RingOptions = {}): Geometry =>
  withinOneTurn({ type: 'Polygon', coordinates: [cellRing(cell, options)] });

/** The cell's border against the clock, closed; longitudes run on beyond 180 where the cell does. */
export function cellRing(cell: Cell, { toleranceDegrees = 1e-7 }: RingOptions = {}): readonly Position[] {
  const { quadrant, square } = squareOf(cell);
  const ring = borderOf(square, toleranceDegrees).map((place) => positionOf(cell, quadrant, place));
  return quadrant.isEast === quadrant.isNorth ? ring : ring.toReversed();
}

/** West, south, east, north; west > east where the cell crosses the antimeridian. */
export function cellEnvelope(cell: Cell): readonly [number, number, number, number] {
  const ring = cellRing(cell, { toleranceDegrees: Infinity });
  const [longitudes, latitudes] = [ring.map(([longitude]) => longitude!), ring.map(([, latitude]) => latitude!)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  return [turnedBack(west, -180), Math.min(...latitudes), turnedBack(east, 180), Math.max(...latitudes)];
}

const turnedBack = (longitude: number, edge: -180 | 180): number => {
  if (longitude < -180 || (longitude === -180 && edge === 180)) return longitude + 360;
  return longitude > 180 || (longitude === 180 && edge === -180) ? longitude - 360 : longitude;
};

/** Degrees away from meridian and equator. */
type Place = readonly [number, number];

function positionOf({ zone }: Cell, { isEast, isNorth }: Quadrant, [offset, latitude]: Place): Position {
  const longitude = centralMeridian(zone) + (isEast ? offset : -offset);
  return [longitude, isNorth ? latitude : 0 - latitude];
}

/** Against the clock as seen in the quadrant, closed; the pole is a side of two places. */
function borderOf({ u, v, side }: Square, tolerance: number): readonly Place[] {
  const [right, top] = [u + side, v + side];
  const hasPole = u === 0 && v < poleNorthing && top > poleNorthing;
  const [inner, outer] = [cornerAt(u, v), cornerAt(right, v)];
  const [farthest, upper] = [cornerAt(right, top), cornerAt(u, top)];
  const border: Place[] = [inner.place];
  follow(inner, outer, tolerance, mostHalvings, border);
  follow(outer, farthest, tolerance, mostHalvings, border);
  follow(farthest, upper, tolerance, mostHalvings, border);
  if (hasPole) border.push([180, 90], [0, 90], inner.place);
  else follow(upper, inner, tolerance, mostHalvings, border);
  return border;
}

type Corner = { readonly u: number; readonly v: number; readonly place: Place };

const cornerAt = (u: number, v: number): Corner => ({ u, v, place: degreesOffMeridian(u, v) });

/** Adds the places along an edge, without its start. */
function follow(start: Corner, end: Corner, tolerance: number, halvings: number, places: Place[]): void {
  const middle =
    tolerance === Infinity || halvings === 0 ? null : cornerAt((start.u + end.u) / 2, (start.v + end.v) / 2);
  if (middle === null || isBetween(middle.place, start.place, end.place, tolerance)) {
    places.push(end.place);
    return;
  }
  follow(start, middle, tolerance, halvings - 1, places);
  follow(middle, end, tolerance, halvings - 1, places);
}

/** The edge never bends both ways within a quadrant, so its middle is where it is farthest from the chord. */
function isBetween([x, y]: Place, [ax, ay]: Place, [bx, by]: Place, tolerance: number): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 || Math.abs(dx * (y - ay) - dy * (x - ax)) <= 0.9 * tolerance * length;
}
