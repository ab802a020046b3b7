import type { Outline } from '../paint/fill-polygon.ts';
import { type Point, directionOf } from './convex.ts';

/** The outline of a line of some width; `offset` to its left. */
export function strokeOf(line: readonly Point[], width: number, offset = 0): Outline {
  const left: number[] = [];
  const right: number[] = [];
  for (let at = 0; at < line.length; at++) {
    const [x, y] = line[at]!;
    const [dx, dy] = directionOf(line[Math.max(0, at - 1)]!, line[Math.min(line.length - 1, at + 1)]!);
    left.push(x - dy * (offset + width / 2), y + dx * (offset + width / 2));
    right.push(y + dx * (offset - width / 2), x - dy * (offset - width / 2));
  }
  return [...left, ...right.toReversed()];
}

/** A rectangle by its middle, the direction of its length, and both sides. */
export function boxOutline([x, y]: Point, [dx, dy]: Point, length: number, width: number): Outline {
  const [ax, ay, bx, by] = [(dx * length) / 2, (dy * length) / 2, (-dy * width) / 2, (dx * width) / 2];
  return [x - ax - bx, y - ay - by, x + ax - bx, y + ay - by, x + ax + bx, y + ay + by, x - ax + bx, y - ay + by];
}

/** `along` the direction and `across` it to the left. */
export const shifted = ([x, y]: Point, [dx, dy]: Point, along: number, across: number): Point => [
  x + dx * along - dy * across,
  y + dy * along + dx * across,
];
