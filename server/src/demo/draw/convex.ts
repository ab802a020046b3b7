/** A convex polygon against the clock, in metres of the plan (before it is bent onto the land). */
export type Point = readonly [x: number, y: number];
export type Convex = readonly Point[];

export function areaOf(polygon: Convex): number {
  let twice = 0;
  for (let at = 0; at < polygon.length; at++) {
    const [[x1, y1], [x2, y2]] = [polygon[at]!, polygon[(at + 1) % polygon.length]!];
    twice += x1 * y2 - x2 * y1;
  }
  return twice / 2;
}

export function middleOf(polygon: Convex): Point {
  let [sumX, sumY] = [0, 0];
  for (const [x, y] of polygon) {
    sumX += x;
    sumY += y;
  }
  return [sumX / polygon.length, sumY / polygon.length];
}

/** The part on the left of the line from `at` along `direction`. */
export function leftOf(polygon: Convex, at: Point, direction: Point): Convex {
  const side = ([x, y]: Point) => direction[0] * (y - at[1]) - direction[1] * (x - at[0]);
  const kept: Point[] = [];
  for (let index = 0; index < polygon.length; index++) {
    const [here, next] = [polygon[index]!, polygon[(index + 1) % polygon.length]!];
    const [before, after] = [side(here), side(next)];
    if (before >= 0) kept.push(here);
    if (before >= 0 !== after >= 0) kept.push(between(here, next, before / (before - after)));
  }
  return kept;
}

export const between = ([x1, y1]: Point, [x2, y2]: Point, share: number): Point => [
  x1 + (x2 - x1) * share,
  y1 + (y2 - y1) * share,
];

/** Every edge moved inwards; null where nothing is left. */
export function inset(polygon: Convex, metres: number): Convex | null {
  let left: Convex = polygon;
  for (let at = 0; at < polygon.length; at++) {
    const [from, to] = [polygon[at]!, polygon[(at + 1) % polygon.length]!];
    const along = directionOf(from, to);
    left = leftOf(left, [from[0] - along[1] * metres, from[1] + along[0] * metres], along);
  }
  return left.length >= 3 && areaOf(left) > metres ? left : null;
}

export function directionOf([x1, y1]: Point, [x2, y2]: Point): Point {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  return [dx / length, dy / length];
}

export const lengthOf = ([x1, y1]: Point, [x2, y2]: Point): number =>
  Math.sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));

export function contains(polygon: Convex, [x, y]: Point): boolean {
  for (let at = 0; at < polygon.length; at++) {
    const [[x1, y1], [x2, y2]] = [polygon[at]!, polygon[(at + 1) % polygon.length]!];
    if ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) < 0) return false;
  }
  return true;
}

/** How far a polygon reaches along a direction: its lowest and highest place. */
export function extentAlong(polygon: Convex, [dx, dy]: Point): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const [x, y] of polygon) {
    const along = x * dx + y * dy;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  return [low, high];
}
