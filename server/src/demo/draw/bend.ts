import { noiseAt } from '../noise/noise.ts';
import type { Outline } from '../paint/fill-polygon.ts';
import { type Convex, type Point, between, lengthOf } from './convex.ts';

/** From the plan, where lines are straight, to the land, where nothing is. */
export type Bend = (point: Point) => Point;

export const createBend =
  (seed: number, metres: number, waveMetres: number): Bend =>
  ([x, y]) => {
    const [u, v] = [x / waveMetres, y / waveMetres];
    const small = metres * 0.06;
    return [
      x + metres * noiseAt(u, v, seed) + small * noiseAt(u * 6, v * 6, seed + 1),
      y + metres * noiseAt(u + 31, v + 17, seed + 2) + small * noiseAt(u * 6, v * 6, seed + 3),
    ];
  };

const longestStep = 18;

/** A line of the plan on the land, with as many corners as its bends need. */
export function bentLine(bend: Bend, from: Point, to: Point): readonly Point[] {
  const steps = Math.max(1, Math.ceil(lengthOf(from, to) / longestStep));
  return Array.from({ length: steps + 1 }, (_, at) => bend(between(from, to, at / steps)));
}

export function bentOutline(bend: Bend, polygon: Convex): Outline {
  return polygon.flatMap((from, at) =>
    bentLine(bend, from, polygon[(at + 1) % polygon.length]!)
      .slice(0, -1)
      .flat(),
  );
}
