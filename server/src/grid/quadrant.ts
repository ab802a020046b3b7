import { type Cell, zoneSide } from './cell.ts';
import { degreesOffMeridian } from './utm.ts';

/**
 * A quarter of a zone, between its central meridian and the equator. The four are mirror images of each other, so all
 * work is done in one of them: `u` is metres away from the meridian, `v` metres away from the equator.
 */
export type Quadrant = { readonly isEast: boolean; readonly isNorth: boolean };

/** In the order of their digits. */
export const quadrants: readonly Quadrant[] = [
  { isEast: false, isNorth: true },
  { isEast: true, isNorth: true },
  { isEast: false, isNorth: false },
  { isEast: true, isNorth: false },
];

export const quadrantSide = zoneSide / 2;

/** A square of a quadrant: its corner that is nearest to meridian and equator, and its side. */
export type Square = { readonly u: number; readonly v: number; readonly side: number };

/** The quarter of a square that a digit of the quadkey names. */
export function quarterOf({ isEast, isNorth }: Quadrant, { u, v, side }: Square, digit: number): Square {
  const half = side / 2;
  const isFarther = (digit % 2 === 1) === isEast;
  const isHigher = digit < 2 === isNorth;
  return { u: isFarther ? u + half : u, v: isHigher ? v + half : v, side: half };
}

export function squareOf({ quadkey }: Cell): { readonly quadrant: Quadrant; readonly square: Square } {
  const quadrant = quadrants[Number(quadkey[0])]!;
  let square: Square = { u: 0, v: 0, side: quadrantSide };
  for (const digit of quadkey.slice(1)) square = quarterOf(quadrant, square, Number(digit));
  return { quadrant, square };
}

/** Degrees between the central meridian and a place, 0 to 180: it grows with both `u` and `v`, across the pole too. */
export const degreesAway = (u: number, v: number): number => degreesOffMeridian(u, v)[0];
