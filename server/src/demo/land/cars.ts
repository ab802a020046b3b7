import type { Point } from '../draw/convex.ts';
import type { Sketch } from '../draw/sketch.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import { createRandom } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ink } from '../paint/ink.ts';

const paints = [
  ink(0.5, 0.5, 0.5),
  ink(0.46, 0.46, 0.46),
  ink(0.3, 0.31, 0.32),
  ink(0.24, 0.25, 0.26),
  ink(0.12, 0.125, 0.13),
  ink(0.045, 0.047, 0.05),
  ink(0.035, 0.036, 0.04),
  ink(0.05, 0.075, 0.14),
  ink(0.2, 0.045, 0.04),
  ink(0.16, 0.14, 0.11),
];
const glass = ink(0.035, 0.04, 0.045);

/** A car from above, bonnet in the direction; `isLong`: a lorry. */
export function paintCar(sketch: Sketch, at: Point, along: Point, seed: number, isLong = false): void {
  const random = createRandom(seed);
  const color = random.pick(paints);
  if (isLong) {
    sketch.fill(
      'cars',
      boxOutline(at, along, random.between(10, 15), 2.5),
      plain(random.pick(paints.slice(0, 3)), 128, 10, 28),
    );
    sketch.fill('cars', boxOutline(shifted(at, along, 8.5, 0), along, 2.4, 2.4), plain(color, 128, 10, 24));
    return;
  }
  const [length, width] = [random.between(4.1, 4.9), random.between(1.75, 1.95)];
  sketch.fill('cars', boxOutline(at, along, length, width), plain(color, 128, 10, 8));
  sketch.fill(
    'cars',
    boxOutline(shifted(at, along, -0.15, 0), along, length * 0.62, width * 0.86),
    plain(glass, 128, 10, 10),
  );
  sketch.fill(
    'cars',
    boxOutline(shifted(at, along, -0.3, 0), along, length * 0.34, width * 0.8),
    plain(color, 136, 10, 12),
  );
}
