import type { Random } from '../noise/random.ts';
import { type Convex, type Point, areaOf, directionOf, extentAlong, leftOf, middleOf } from './convex.ts';

/** A line along which land was divided: a road, a hedge, or only the end of one owner's field. */
export type Divide = { readonly from: Point; readonly to: Point; readonly level: number };
export type Division = { readonly parcels: readonly Convex[]; readonly divides: readonly Divide[] };

export type DivideRule = {
  /** Square metres at which a piece is small enough. */
  largest(polygon: Convex): number;
  /** By how many degrees, about, a line may be off the main directions: as the tangent. */
  readonly slant: number;
};

/** Land as it was inherited: halves of halves, mostly across the longer side. */
export function divide(land: Convex, along: Point, rule: DivideRule, random: Random): Division {
  const parcels: Convex[] = [];
  const divides: Divide[] = [];
  const work: { piece: Convex; level: number }[] = [{ piece: land, level: 0 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { piece, level } = next;
    if (areaOf(piece) <= rule.largest(piece) * random.between(0.75, 1.35) || level > 14) {
      parcels.push(piece);
      continue;
    }
    const { line, halves } = halve(piece, along, rule.slant, random);
    const [one, other] = halves;
    if (one.length < 3 || other.length < 3) {
      parcels.push(piece);
      continue;
    }
    divides.push({ ...line, level });
    work.push({ piece: one, level: level + 1 }, { piece: other, level: level + 1 });
  }
  return { parcels, divides };
}

function halve(piece: Convex, along: Point, slant: number, random: Random) {
  const across: Point = [-along[1], along[0]];
  const [low, high] = extentAlong(piece, along);
  const [near, far] = extentAlong(piece, across);
  const isLong = high - low > (far - near) * random.between(0.8, 1.25);
  const base = isLong ? across : along;
  const lean = random.between(-slant, slant);
  const direction = directionOf([0, 0], [base[0] - base[1] * lean, base[1] + base[0] * lean]);
  const share = random.between(0.36, 0.64) - 0.5;
  const [x, y] = middleOf(piece);
  const reach = isLong ? (high - low) * share : (far - near) * share;
  const shift = isLong ? along : across;
  const at: Point = [x + shift[0] * reach, y + shift[1] * reach];
  const one = leftOf(piece, at, direction);
  const other = leftOf(piece, at, [-direction[0], -direction[1]]);
  const [start, end] = extentAlong(one.filter(isNear(at, direction)), direction);
  const offset = at[0] * direction[0] + at[1] * direction[1];
  const on = (place: number): Point => [
    at[0] + direction[0] * (place - offset),
    at[1] + direction[1] * (place - offset),
  ];
  return { line: { from: on(start), to: on(end) }, halves: [one, other] as const };
}

const isNear =
  ([x, y]: Point, [dx, dy]: Point) =>
  ([px, py]: Point) =>
    Math.abs(dx * (py - y) - dy * (px - x)) < 1e-6;
