import { belongsToZone, isInsideZone, isOutsideZone } from '../membership.ts';
import { type Quadrant, type Square, quadrantSide, quarterOf } from '../quadrant.ts';
import { crossesOddlyAcross, crossesOddlyUp, touches } from './crossings.ts';
import type { Outline } from './project-part.ts';

/** What of an outline touches a square, and whether the square's innermost corner lies within it. */
type Piecewise = { readonly outline: Outline; readonly starts: readonly number[]; readonly isInside: boolean };

/** Quadkeys of cells that are covered, and of larger squares all of whose cells are. */
export type Emit = (quadkey: string) => void;

type Descent = { readonly quadrant: Quadrant; readonly steps: number; readonly emit: Emit };

/** Visits, in the order of their quadkeys, the cells of a quadrant that belong to its zone and touch an outline. */
export function descend(quadrant: Quadrant, outlines: readonly Outline[], steps: number, emit: Emit): void {
  const square: Square = { u: 0, v: 0, side: quadrantSide };
  const digit = (quadrant.isNorth ? 0 : 2) + (quadrant.isEast ? 1 : 0);
  const within = outlines.map((outline) => {
    const starts = Array.from({ length: outline.pieces.length / 4 }, (_, index) => 4 * index);
    return inSquare({ outline, starts, isInside: outline.isInside }, square, outline.isInside);
  });
  visit({ quadrant, steps, emit }, square, String(digit), within, false);
}

function visit(descent: Descent, square: Square, quadkey: string, found: readonly Piecewise[], isInZone: boolean) {
  const { quadrant, steps, emit } = descent;
  const kept = found.filter(({ starts, isInside }) => starts.length > 0 || isInside);
  if (kept.length === 0 || (!isInZone && isOutsideZone(square))) return;
  const isWithin = isInZone || isInsideZone(square);
  const isCovered = kept.some(({ starts }) => starts.length === 0);
  if (isCovered && isWithin) return emit(quadkey);
  if (quadkey.length === steps) {
    if (isWithin || belongsToZone(quadrant, square)) emit(quadkey);
    return;
  }
  const quarters = isCovered ? () => kept.filter(({ starts }) => starts.length === 0) : quartering(square, kept);
  for (let digit = 0; digit < 4; digit++) {
    const quarter = quarterOf(quadrant, square, digit);
    visit(descent, quarter, `${quadkey}${digit}`, quarters(quarter), isWithin);
  }
}

/** Follows each outline into the quarters of a square. */
function quartering(square: Square, found: readonly Piecewise[]): (quarter: Square) => readonly Piecewise[] {
  const { u, v, side } = square;
  const [middleU, middleV] = [u + side / 2, v + side / 2];
  const corners = found.map(({ outline: { pieces, isFilled }, starts, isInside }) => {
    if (!isFilled) return [false, false, false, false];
    const right = isInside !== crossesOddlyAcross(pieces, starts, u, middleU, v);
    const upper = isInside !== crossesOddlyUp(pieces, starts, u, v, middleV);
    const farthest = right !== crossesOddlyUp(pieces, starts, middleU, v, middleV);
    return [isInside, right, upper, farthest];
  });
  return (quarter) => {
    const corner = (quarter.u === u ? 0 : 1) + (quarter.v === v ? 0 : 2);
    return found.map((piecewise, index) => inSquare(piecewise, quarter, corners[index]![corner]!));
  };
}

function inSquare({ outline, starts }: Piecewise, square: Square, isInside: boolean): Piecewise {
  const touching: number[] = [];
  for (const at of starts) if (touches(outline.pieces, at, square)) touching.push(at);
  return { outline, starts: touching, isInside };
}
