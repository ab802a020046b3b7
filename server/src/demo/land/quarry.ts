import { type Point, directionOf } from '../draw/convex.ts';
import { boxOutline, strokeOf } from '../draw/stroke.ts';
import { bearing } from '../noise/angles.ts';
import { noiseAt } from '../noise/noise.ts';
import { createRandom, hash } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ink, mixed } from '../paint/ink.ts';
import { lightOn } from '../paint/sun.ts';
import { paintCar } from './cars.ts';
import { groundBrush } from './crops.ts';
import type { Site } from './site.ts';

const rock = ink(0.225, 0.208, 0.178);
const dust = ink(0.285, 0.268, 0.232);
const dirt = ink(0.235, 0.195, 0.15);

export const quarryRadius = (year: number): number => 95 + 19 * (year - 2021);

const edgeAt = (middle: Point, radius: number, degrees: number, seed: number): Point => {
  const [x, y] = bearing(degrees);
  const ragged = 1 + 0.2 * noiseAt(x * 1.6, y * 1.6, seed) + 0.05 * noiseAt(x * 7, y * 7, seed + 1);
  return [middle[0] + x * radius * ragged * 1.25, middle[1] + y * radius * ragged * 0.9];
};

const ringOf = (middle: Point, radius: number, seed: number): readonly Point[] =>
  Array.from({ length: 90 }, (_, at) => edgeAt(middle, radius, at * 4, seed));

/** Benches down to a floor; it grows from year to year. */
export function paintQuarry(site: Site, middle: Point, seed: number): void {
  const { sketch, moment } = site;
  const full = quarryRadius(moment.year);
  sketch.fill('plots', ringOf(middle, full + 16, seed).flat(), groundBrush(dirt, ink(0.15, 0.14, 0.1), seed, 50));
  const benches = Math.floor(full / 24);
  for (let bench = 0; bench < benches; bench++) {
    const inwards: Point = [middle[0] + bench * 6, middle[1] - bench * 4];
    const ring = ringOf(inwards, full - bench * 22, seed + bench * 3);
    sketch.fill(
      'plots',
      ring.flat(),
      groundBrush(mixed(dust, rock, (hash(seed, bench) % 7) / 9), rock, seed + bench * 31, 44),
    );
    paintWall(site, ring);
    sketch.fill('plots', strokeOf([...ring, ring[0]!], 1.3), plain(rock, 84, 50));
  }
  paintFloor(site, [middle[0] + benches * 6, middle[1] - benches * 4], full - benches * 22, seed);
}

/** The face of a bench, as bright as it turns to the sun. */
function paintWall({ sketch, sun }: Site, ring: readonly Point[]): void {
  for (let at = 0; at < ring.length; at++) {
    const [from, to] = [ring[at]!, ring[(at + 1) % ring.length]!];
    const [dx, dy] = directionOf(from, to);
    // With the clock around the pit: its middle is on the right, and the rock falls that way.
    const light = lightOn(sun, -dy * 1.6, dx * 1.6);
    const tone = Math.round(128 * (0.3 + 0.78 * Math.min(1.5, light)));
    sketch.fill(
      'plots',
      strokeOf(
        [
          [from[0] - dx, from[1] - dy],
          [to[0] + dx, to[1] + dy],
        ],
        5.5,
        -2.7,
      ),
      plain(rock, tone, 60),
    );
  }
}

function paintFloor({ sketch, moment }: Site, middle: Point, radius: number, seed: number): void {
  sketch.fill(
    'plots',
    ringOf([middle[0] + 8, middle[1] + 6], Math.max(9, radius * 0.5), seed + 77).flat(),
    plain(ink(0.1, 0.165, 0.165), 128, 10),
  );
  const random = createRandom(hash(seed, moment.seed));
  for (let heap = 0; heap < 9; heap++) {
    const [x, y] = [middle[0] + random.between(-70, 90), middle[1] + random.between(-60, 60)];
    const size = random.between(3, 7.5);
    const cone = Array.from({ length: 12 }, (_, at) => edgeAt([x, y], size, at * 30, heap));
    sketch.fill('yards', cone.flat(), plain(dust, 132, 50, 14));
    sketch.fill(
      'yards',
      cone.flatMap(([px, py]) => [x + (px - x) * 0.5, y + (py - y) * 0.5]),
      plain(dust, 140, 50, 32),
    );
  }
  for (let truck = 0; truck < 5; truck++) {
    const along = bearing(random.between(0, 360));
    const at: Point = [middle[0] + random.between(-80, 80), middle[1] + random.between(-60, 60)];
    if (random.chance(0.5)) paintCar(sketch, at, along, random.below(1e9), true);
    else sketch.fill('cars', boxOutline(at, along, 7, 3.2), plain(ink(0.34, 0.24, 0.05), 128, 20, 26));
  }
}
