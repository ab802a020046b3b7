import type { Position } from '../../geometry/geojson.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { Quadrant } from '../quadrant.ts';
import { metresOffMeridian, poleNorthing } from '../utm.ts';
import type { Part } from './parts.ts';
import { type Vicinity, isNear } from './vicinity.ts';

/** A part in the metres of a quadrant, as loose pieces of its edges: those far from the zone are left out. */
export type Outline = {
  /** `u` and `v` of the start, then of the end, of each piece. */
  readonly pieces: readonly number[];
  readonly isFilled: boolean;
  /** Whether the quadrant's innermost corner lies within the part. */
  readonly isInside: boolean;
};

/** What is left of the pieces that one covering may make: more are edges that run back and forth across continents. */
export type Budget = { pieces: number };

export const newBudget = (): Budget => ({ pieces: mostPieces });

const mostPieces = 300_000;
const radius = 6_378_137;
const radians = Math.PI / 180;

/** A part as a zone sees it: `toOffset`, added to longitudes, makes them degrees from the central meridian. */
export type Turn = { readonly part: Part; readonly vicinity: Vicinity; readonly toOffset: number };

/** Null where nothing of the part matters to the quadrant. */
export function projectPart({ part, vicinity, toOffset }: Turn, quadrant: Quadrant, budget: Budget): Outline | null {
  const sx = quadrant.isEast ? 1 : -1;
  const sy = quadrant.isNorth ? 1 : -1;
  const pieces: number[] = [];
  let crossings = 0;
  const take = (a: Position, b: Position): void => {
    const [ax, ay, bx, by] = [sx * (a[0]! + toOffset), sy * a[1]!, sx * (b[0]! + toOffset), sy * b[1]!];
    if (Math.max(ax, bx) < 0 || Math.max(ay, by) < 0) return;
    eachStretch(ax, ay, bx, by, vicinity, (u0, v0, u1, v1) => {
      // A ray from the innermost corner along the equator: only edges that leave the equator cross it.
      if ((v0 === 0 && u0 > 0 && v1 > 0) || (v1 === 0 && u1 > 0 && v0 > 0)) crossings++;
      if (isNear(vicinity, (u0 + u1) / 2, (v0 + v1) / 2)) {
        const count = pieceCount(u0, v0, u1, v1, vicinity);
        spend(budget, count);
        addPieces(pieces, count, u0, v0, u1, v1);
      }
    });
  };
  for (const line of part.lines) {
    if (line.length === 1) take(line[0]!, line[0]!);
    for (let i = 1; i < line.length; i++) take(line[i - 1]!, line[i]!);
  }
  // The pole is where every meridian ends, those of other quadrants too.
  if ((quadrant.isNorth ? part.box[3] : -part.box[1]) === 90) pieces.push(0, poleNorthing, 0, poleNorthing);
  const isInside = part.isFilled && crossings % 2 === 1;
  return pieces.length === 0 && !isInside ? null : { pieces, isFilled: part.isFilled, isInside };
}

type Visit = (u0: number, v0: number, u1: number, v1: number) => void;

/** Cuts an edge at the quadrant's borders and at those of what is near, and visits what lies in the quadrant. */
function eachStretch(ax: number, ay: number, bx: number, by: number, vicinity: Vicinity, visit: Visit): void {
  const { mostDegreesAway, polarLatitude } = vicinity;
  const isPlain = ax >= 0 && bx >= 0 && ay >= 0 && by >= 0 && ax <= mostDegreesAway && bx <= mostDegreesAway;
  if (isPlain && ay <= polarLatitude && by <= polarLatitude) return visit(ax, ay, bx, by);
  const cuts = [0, 1];
  addCut(cuts, ax, bx, 0);
  addCut(cuts, ay, by, 0);
  addCut(cuts, ax, bx, mostDegreesAway);
  addCut(cuts, ax, bx, 180);
  addCut(cuts, ay, by, polarLatitude);
  cuts.sort((a, b) => a - b);
  const x = (t: number) => (t === 1 ? bx : ax + t * (bx - ax));
  const y = (t: number) => (t === 1 ? by : ay + t * (by - ay));
  // A cut on a border of the quadrant lies on it exactly, whatever rounding says.
  const u = (t: number) => (t === cutAt(ax, bx, 0) ? 0 : Math.max(0, x(t)));
  const v = (t: number) => (t === cutAt(ay, by, 0) ? 0 : Math.max(0, y(t)));
  const isOn = (t: number) => (x(t) >= 0 || t === cutAt(ax, bx, 0)) && (y(t) >= 0 || t === cutAt(ay, by, 0));
  const isPoint = ax === bx && ay === by;
  for (let i = 1; i < cuts.length; i++) {
    const [start, end] = [cuts[i - 1]!, cuts[i]!];
    const middle = (start + end) / 2;
    if (isPoint || (x(middle) >= 0 && y(middle) >= 0)) visit(u(start), v(start), u(end), v(end));
    // What lies in another quadrant may yet touch the border to this one.
    else for (const t of [start, end]) if (isOn(t)) visit(u(t), v(t), u(t), v(t));
  }
}

const cutAt = (a: number, b: number, border: number): number | null =>
  a < border === b < border && a > border === b > border ? null : (border - a) / (b - a);

function addCut(cuts: number[], a: number, b: number, border: number): void {
  const t = cutAt(a, b, border);
  if (t !== null && t > 0 && t < 1) cuts.push(t);
}

/** By how much the projection can bend the stretch. */
function pieceCount(u0: number, v0: number, u1: number, v1: number, { bending, toleranceMetres }: Vicinity): number {
  const [dx, dy] = [(u1 - u0) * radians, (v1 - v0) * radians];
  const squared = Math.cos(Math.min(v0, v1) * radians) * (dx * dx + dy * dy) + 2 * Math.abs(dx * dy);
  return Math.max(1, Math.ceil(Math.sqrt((bending * radius * squared) / (8 * toleranceMetres))));
}

function spend(budget: Budget, pieces: number): void {
  budget.pieces -= pieces;
  if (budget.pieces >= 0) return;
  throw new PlatformError(
    'invalid_parameters',
    `the edges of the area are too long: they make more than ${mostPieces} pieces of about 5 km`,
  );
}

function addPieces(pieces: number[], count: number, u0: number, v0: number, u1: number, v1: number): void {
  let [x, y] = metresOffMeridian(u0, v0);
  for (let i = 1; i <= count; i++) {
    const t = i / count;
    const [nextX, nextY] =
      i === count ? metresOffMeridian(u1, v1) : metresOffMeridian(u0 + t * (u1 - u0), v0 + t * (v1 - v0));
    pieces.push(x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
  }
}
