import type { Point } from '../draw/convex.ts';
import { strokeOf } from '../draw/stroke.ts';
import { bearing } from '../noise/angles.ts';
import { createRandom, hash } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ringBetween } from '../paint/fill-polygon.ts';
import { ink } from '../paint/ink.ts';
import { cropBrush, groundBrush } from './crops.ts';
import type { Site } from './site.ts';

export type Pivot = { readonly at: Point; readonly radius: number; readonly since: number; readonly seed: number };

const circle = ([x, y]: Point, radius: number, from = 0, to = 360): readonly Point[] => {
  const steps = Math.max(8, Math.round((to - from) / 3));
  return Array.from({ length: steps + (to - from === 360 ? 0 : 1) }, (_, at): Point => {
    const [dx, dy] = bearing(from + ((to - from) * at) / steps);
    return [x + dx * radius, y + dy * radius];
  });
};

/** A field that a long arm waters, round its well: parts with their own crops, rings of wheels, the arm of the day. */
export function paintPivot(site: Site, { at, radius, since, seed }: Pivot): void {
  const { sketch, moment } = site;
  if (moment.year < since - 0.4) return;
  const cleared = groundBrush(ink(0.262, 0.212, 0.158), ink(0.212, 0.17, 0.126), seed, 40);
  sketch.fill('ground', circle(at, radius + 7).flat(), cleared);
  if (moment.year < since) return;
  const random = createRandom(seed);
  const parts = random.pick([1, 2, 2, 3, 4]);
  const start = random.between(0, 360);
  for (let part = 0; part < parts; part++) {
    const [from, to] = [start + (part * 360) / parts, start + ((part + 1) * 360) / parts];
    const outline = parts === 1 ? circle(at, radius).flat() : [...at, ...circle(at, radius, from, to).flat()];
    const { field } = cropBrush(hash(seed, part, 40), bearing(start + (part % 2) * 90), moment, 'watered');
    sketch.fill('ground', outline, field);
  }
  const wheel = groundBrush(ink(0.24, 0.18, 0.125), ink(0.12, 0.105, 0.07), seed, 30);
  for (let ring = 48; ring < radius - 8; ring += 49) {
    sketch.fill('ground', ringBetween(circle(at, ring + 0.55).flat(), circle(at, ring - 0.55).flat()), wheel);
  }
  paintArm(site, at, radius, start);
}

function paintArm({ sketch, moment }: Site, at: Point, radius: number, start: number): void {
  const along = bearing(start + (hash(moment.seed, Math.round(at[0])) % 360));
  const on = (far: number): Point => [at[0] + along[0] * far, at[1] + along[1] * far];
  sketch.fill('yards', strokeOf([at, on(radius)], 0.5), plain(ink(0.4, 0.4, 0.4), 128, 10, 30));
  for (let tower = 48; tower < radius; tower += 49) {
    sketch.fill('yards', strokeOf([on(tower - 1.2), on(tower + 1.2)], 3.4), plain(ink(0.24, 0.235, 0.22), 118, 20, 16));
  }
  sketch.fill('yards', circle(at, 3).flat(), plain(ink(0.33, 0.32, 0.3), 128, 20, 4));
}
