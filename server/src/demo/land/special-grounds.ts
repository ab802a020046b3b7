import { bentOutline } from '../draw/bend.ts';
import { type Convex, type Point, directionOf, extentAlong, inset, leftOf, middleOf } from '../draw/convex.ts';
import { boxOutline, shifted, strokeOf } from '../draw/stroke.ts';
import { hash } from '../noise/random.ts';
import { patchy, plain } from '../paint/brushes.ts';
import { ink, rampOf } from '../paint/ink.ts';
import { grassBrush, groundBrush } from './crops.ts';
import type { Site } from './site.ts';

const panel = ink(0.03, 0.035, 0.056);
const frame = ink(0.2, 0.205, 0.21);

/** Rows of panels that look south, with grass between them. */
export function paintSolarPark({ sketch, bend, moment }: Site, land: Convex, seed: number): void {
  sketch.fill('ground', bentOutline(bend, land), grassBrush('rough', seed, moment, 120));
  const ground = inset(land, 9);
  if (ground === null) return;
  const [south, north] = extentAlong(ground, [0, 1]);
  for (let row = south + 2; row < north - 4; row += 8.2) {
    const above = leftOf(ground, [0, row], [1, 0]);
    const strip = leftOf(above, [0, row + 4.4], [-1, 0]);
    if (strip.length < 3) continue;
    const [west, east] = extentAlong(strip, [1, 0]);
    if (east - west < 14) continue;
    const line = Array.from({ length: 12 }, (_, at): Point =>
      bend([west + 4 + ((east - west - 8) * at) / 11, row + 2.2]),
    );
    sketch.fill('yards', strokeOf(line, 4.4), plain(frame, 128, 8, 14));
    sketch.fill('yards', strokeOf(line, 3.9), plain(panel, 138, 10, 16));
    sketch.fill('yards', strokeOf(line, 0.3), plain(frame, 110, 8, 16));
  }
}

const mown: Int8Array = Int8Array.from({ length: 256 }, (_, at) => (at < 128 ? 9 : -9));

/** A football ground: mown in stripes, lined, with a running track of red gravel beside it. */
export function paintPitch({ sketch, bend, moment }: Site, land: Convex, seed: number): void {
  sketch.fill('ground', bentOutline(bend, land), grassBrush('lawn', seed, moment, 116));
  const middle = middleOf(land);
  const at = bend(middle);
  const corner = land[hash(seed, 4) % land.length]!;
  const next = land[(land.indexOf(corner) + 1) % land.length]!;
  const along = directionOf(bend(corner), bend(next));
  const stripes = { across: along, periodMetres: 11, profile: mown };
  const grass = rampOf(ink(0.06, 0.09, 0.038), ink(0.045, 0.078, 0.031));
  const look = {
    ramp: grass,
    tone: 130,
    spread: 110,
    middle: 128,
    patches: 10,
    grain: 18,
    shift: seed & 255,
    lines: stripes,
  };
  sketch.fill(
    'plots',
    boxOutline(at, along, 112, 76),
    groundBrush(ink(0.2, 0.11, 0.08), ink(0.17, 0.098, 0.074), seed, 20),
  );
  sketch.fill('plots', boxOutline(at, along, 104, 68), patchy(look));
  const chalk = plain(ink(0.34, 0.35, 0.33), 118, 16);
  const line = (from: Point, to: Point) =>
    sketch.fill('yards', strokeOf([shifted(at, along, ...from), shifted(at, along, ...to)], 0.3), chalk);
  for (const side of [-1, 1]) {
    line([-50, side * 32], [50, side * 32]);
    line([side * 50, -32], [side * 50, 32]);
    line([side * 33.5, -20], [side * 33.5, 20]);
    line([side * 33.5, -20], [side * 50, -20]);
    line([side * 33.5, 20], [side * 50, 20]);
  }
  line([0, -32], [0, 32]);
}
