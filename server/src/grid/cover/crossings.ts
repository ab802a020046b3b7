import { orientation } from '../../geometry/orientation.ts';
import type { Square } from '../quadrant.ts';

/** `u` and `v` of the start, then of the end, of each piece. */
type Pieces = readonly number[];
/** Where pieces begin in the list. */
type Starts = readonly number[];

/** Whether a piece shares a point with the square, its border included. */
export function touches(pieces: Pieces, at: number, { u, v, side }: Square): boolean {
  const [ax, ay, bx, by] = [pieces[at]!, pieces[at + 1]!, pieces[at + 2]!, pieces[at + 3]!];
  const [right, top] = [u + side, v + side];
  if ((ax < u && bx < u) || (ax > right && bx > right) || (ay < v && by < v) || (ay > top && by > top)) return false;
  if (ax >= u && ax <= right && ay >= v && ay <= top) return true;
  if (bx >= u && bx <= right && by >= v && by <= top) return true;
  // Of the corners, those farthest to either side of the piece decide.
  const isRising = bx > ax === by > ay;
  const first = orientation(ax, ay, bx, by, u, isRising ? top : v);
  const second = orientation(ax, ay, bx, by, right, isRising ? v : top);
  return !((first > 0 && second > 0) || (first < 0 && second < 0));
}

// Both walks go a hair to the right of their line, and a hair of that hair above it: so no walk runs along a piece or
// meets the end of one, and what is counted by one fits what is counted by the other.

/** Whether a walk to the right, from x0 to x1 at y, crosses an odd number of pieces. */
export function crossesOddlyAcross(pieces: Pieces, starts: Starts, x0: number, x1: number, y: number): boolean {
  let isOdd = false;
  for (const at of starts) {
    if (pieces[at + 1]! > y === pieces[at + 3]! > y) continue;
    if (isLeftOf(pieces, at, x0, y) !== isLeftOf(pieces, at, x1, y)) isOdd = !isOdd;
  }
  return isOdd;
}

/** Whether a walk upwards, from y0 to y1 at x, crosses an odd number of pieces. */
export function crossesOddlyUp(pieces: Pieces, starts: Starts, x: number, y0: number, y1: number): boolean {
  let isOdd = false;
  for (const at of starts) {
    if (pieces[at]! > x === pieces[at + 2]! > x) continue;
    if (isBelow(pieces, at, x, y0) !== isBelow(pieces, at, x, y1)) isOdd = !isOdd;
  }
  return isOdd;
}

function isLeftOf(pieces: Pieces, at: number, x: number, y: number): boolean {
  const [ax, ay, bx, by] = [pieces[at]!, pieces[at + 1]!, pieces[at + 2]!, pieces[at + 3]!];
  const side = orientation(ax, ay, bx, by, x, y);
  return by > ay ? side > 0 : side < 0;
}

function isBelow(pieces: Pieces, at: number, x: number, y: number): boolean {
  const [ax, ay, bx, by] = [pieces[at]!, pieces[at + 1]!, pieces[at + 2]!, pieces[at + 3]!];
  const side = orientation(ax, ay, bx, by, x, y);
  if (side === 0) return bx > ax === by > ay && ay !== by;
  return bx > ax ? side < 0 : side > 0;
}
