import { type Convex, type Point, contains, directionOf, extentAlong, inset } from '../draw/convex.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import { type Random, createRandom, hash } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ink } from '../paint/ink.ts';
import { paintCar } from './cars.ts';
import { grassBrush, groundBrush } from './crops.ts';
import { paving } from './gardens.ts';
import { type House, paintFlat, paintGable } from './roofs.ts';
import type { Site } from './site.ts';

/** Garages, sheds, a few trees and cars behind the town houses. */
export function paintCourt(site: Site, yard: Convex, random: Random): void {
  const court = inset(yard, 17);
  if (court === null) return;
  const [low, high] = extentAlong(court, [1, 0]);
  const [near, far] = extentAlong(court, [0, 1]);
  const along = directionOf(court[0]!, court[1]!);
  const hour = createRandom(hash(site.moment.seed, random.below(1e9)));
  const things = Math.floor(((high - low) * (far - near)) / 75);
  for (let thing = 0; thing < things; thing++) {
    const point: Point = [random.between(low, high), random.between(near, far)];
    const [kind, size, look] = [random.next(), random.between(2.8, 7), random.below(1e6)];
    if (!contains(court, point)) continue;
    const at = site.bend(point);
    if (kind < 0.5) site.sketch.plant({ x: at[0], y: at[1], radius: size * 0.55, kind: 'broadleaf', seed: look });
    else if (kind < 0.72)
      paintFlat(site.sketch, { at, along, length: size * 1.8, width: size * 0.8, eaves: 2.6, seed: look });
    else if (kind < 0.82)
      site.sketch.fill('plots', boxOutline(at, along, size * 3, size * 2), grassBrush('lawn', look, site.moment, 120));
    else if (hour.chance(0.7)) paintCar(site.sketch, at, along, hash(site.moment.seed, look));
  }
}

export function paintWing({ sketch, sun }: Site, house: House, random: Random): void {
  const side = random.pick([-1, 1]);
  const at = shifted(house.at, house.along, random.between(-0.2, 0.2) * house.length, house.width * 0.5 + 2.5 * 1);
  const wing = {
    at,
    along: house.along,
    length: random.between(3.5, 6),
    width: random.between(4, 6),
    eaves: house.eaves * 0.6,
    seed: house.seed + side,
  };
  if (random.chance(0.5)) paintFlat(sketch, wing);
  else paintGable(sketch, wing, sun);
}

export function paintDrive(
  { sketch }: Site,
  at: Point,
  along: Point,
  length: number,
  back: number,
  random: Random,
  seed: number,
): void {
  const side = random.pick([-1, 1]) * (length / 2 + 1.7);
  const drive = shifted(at, along, side, -back / 2 + 1);
  sketch.fill('yards', boxOutline(drive, along, 2.9, back + 5), plain(paving, Math.round(random.between(95, 150)), 24));
  const hour = createRandom(seed);
  if (hour.chance(0.55))
    paintCar(sketch, shifted(drive, along, 0, hour.between(-2.5, 0.5)), [-along[1], along[0]], hash(seed, 2));
}

/** Before the walls: soil, a slab, sand. */
export function paintBuildingPit({ sketch, moment }: Site, at: Point, along: Point, random: Random): void {
  const soil = groundBrush(ink(0.25, 0.205, 0.15), ink(0.17, 0.13, 0.095), random.below(9999), 50);
  sketch.fill('yards', boxOutline(at, along, random.between(16, 21), random.between(17, 24)), soil);
  const started = createRandom(hash(random.below(1e9), Math.floor(moment.year * 2)));
  if (started.chance(0.5))
    sketch.fill('yards', boxOutline(at, along, 12, 9.5), plain(ink(0.36, 0.35, 0.33), 128, 20, 2));
  if (started.chance(0.3))
    sketch.fill(
      'cars',
      boxOutline(shifted(at, along, 5, 8), along, 3.5, 2.4),
      plain(ink(0.34, 0.23, 0.04), 128, 20, 16),
    );
}
