import type { Point } from '../draw/convex.ts';
import type { Drawing } from '../draw/sketch.ts';
import type { Moment } from '../moment.ts';
import type { ScalarGrid } from '../noise/scalar-grid.ts';
import type { Ink } from '../paint/ink.ts';
import type { SunVector } from '../paint/sun.ts';
import type { TreeKind } from '../paint/tree-sprites.ts';

/** West, south, east and north in local metres. */
export type Box = readonly [number, number, number, number];

/** How a place looks at a moment; what is not seen need not be drawn. */
export type DrawPlace = (moment: Moment, sun: SunVector, seen: Box) => View;

export type View = {
  readonly drawing: Drawing;
  /** Heights of the land in metres, for light and shade on its slopes. */
  readonly relief: ScalarGrid;
  readonly crowns: Readonly<Record<TreeKind, readonly Ink[]>>;
};

/** How far what is drawn may lie from where it is planned: bends, crowns, shadows. */
const farthest = 130;

/** Whether something of the plan may be seen. */
export function isSeen([west, south, east, north]: Box, plan: readonly Point[]): boolean {
  const [xs, ys] = [plan.map(([x]) => x), plan.map(([, y]) => y)];
  return (
    Math.min(...xs) < east + farthest &&
    Math.max(...xs) > west - farthest &&
    Math.min(...ys) < north + farthest &&
    Math.max(...ys) > south - farthest
  );
}

/** Half of the side of the land that places draw. */
export const placeHalf = 960;
