import { type Point, directionOf, lengthOf } from '../draw/convex.ts';
import type { Sketch } from '../draw/sketch.ts';
import { boxOutline, shifted, strokeOf } from '../draw/stroke.ts';
import type { Moment } from '../moment.ts';
import { createRandom, hash } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import type { Brush } from '../paint/canvas.ts';
import { ink, mixed } from '../paint/ink.ts';
import { paintCar } from './cars.ts';
import { grassBrush, groundBrush } from './crops.ts';

export type RoadClass = 'highway' | 'main' | 'street' | 'lane' | 'track';

const widths: Readonly<Record<RoadClass, number>> = { highway: 11.5, main: 7.2, street: 5.4, lane: 4.6, track: 3 };
/** Cars on a hundred metres of it. */
const traffic: Readonly<Record<RoadClass, number>> = { highway: 1.6, main: 1, street: 0.35, lane: 0.12, track: 0.02 };

const asphalt = ink(0.098, 0.1, 0.104);
const oldAsphalt = ink(0.152, 0.15, 0.145);
const gravel = ink(0.225, 0.2, 0.158);
const sand = ink(0.265, 0.208, 0.152);
const paint = ink(0.36, 0.36, 0.35);

export const widthOf = (road: RoadClass): number => widths[road];

export type Road = {
  readonly line: readonly Point[];
  readonly road: RoadClass;
  readonly seed: number;
  readonly isTown?: boolean;
  readonly isDry?: boolean;
};

export function paintRoad(
  sketch: Sketch,
  { line, road, seed, isTown = false, isDry = false }: Road,
  moment: Moment,
): void {
  const width = widths[road];
  const verge = isDry ? groundBrush(sand, gravel, seed) : grassBrush('verge', seed, moment, 124);
  if (road === 'track') return paintTrack(sketch, line, seed, verge);
  const random = createRandom(hash(seed, 21));
  if (isTown) {
    const paving = mixed(ink(0.255, 0.243, 0.225), ink(0.2, 0.19, 0.17), random.next());
    sketch.fill('verges', strokeOf(line, width + 3), plain(paving, 128, 30, 0, seed & 255));
  } else sketch.fill('verges', strokeOf(line, width + 4.5), verge);
  const surface = mixed(asphalt, oldAsphalt, random.next());
  sketch.fill('roads', strokeOf(line, width), plain(surface, 128, 16, 0, seed & 255));
  // Tyres polish two lanes a little brighter, and repairs are darker.
  for (const side of [-1, 1]) {
    sketch.fill('marks', strokeOf(line, width * 0.28, side * width * 0.25), plain(surface, 136, 14, 0, seed & 255));
  }
  if (random.chance(0.6)) paintPatches(sketch, line, width, hash(seed, 3));
  if (road === 'highway' || road === 'main') paintMarks(sketch, line, width, road === 'highway');
  paintTraffic(sketch, line, road, hash(seed, moment.seed));
  if (isTown) paintParked(sketch, line, width, hash(seed, moment.seed, 8));
}

function paintTrack(sketch: Sketch, line: readonly Point[], seed: number, verge: Brush): void {
  sketch.fill('verges', strokeOf(line, 5.2), verge);
  for (const side of [-0.85, 0.85]) {
    sketch.fill('roads', strokeOf(line, 0.95, side), groundBrush(gravel, mixed(gravel, asphalt, 0.35), seed));
  }
}

function paintPatches(sketch: Sketch, line: readonly Point[], width: number, seed: number): void {
  const random = createRandom(seed);
  for (let at = 1; at < line.length; at++) {
    if (!random.chance(0.16)) continue;
    const along = directionOf(line[at - 1]!, line[at]!);
    const place = shifted(line[at]!, along, 0, random.pick([-1, 1]) * width * 0.25);
    const tone = random.pick([106, 114, 142]);
    sketch.fill('marks', boxOutline(place, along, random.between(3, 16), width * 0.46), plain(asphalt, tone, 14));
  }
}

function paintMarks(sketch: Sketch, line: readonly Point[], width: number, hasEdges: boolean): void {
  const brush = plain(paint, 118, 18);
  if (hasEdges) {
    for (const side of [-1, 1]) sketch.fill('marks', strokeOf(line, 0.3, side * (width / 2 - 0.7)), brush);
  }
  for (const { place, along } of walk(line, 9)) sketch.fill('marks', boxOutline(place, along, 4, 0.3), brush);
}

/** Places at even distances along a line. */
export function* walk(
  line: readonly Point[],
  stepMetres: number,
): Generator<{ place: Point; along: Point; metres: number }, void> {
  let [metres, next] = [0, stepMetres / 2];
  for (let at = 1; at < line.length; at++) {
    const [from, to] = [line[at - 1]!, line[at]!];
    const length = lengthOf(from, to);
    const along = directionOf(from, to);
    for (; next <= metres + length; next += stepMetres)
      yield { place: shifted(from, along, next - metres, 0), along, metres: next };
    metres += length;
  }
}

function paintTraffic(sketch: Sketch, line: readonly Point[], road: RoadClass, seed: number): void {
  const random = createRandom(seed);
  const lane = widths[road] / 4;
  for (const { place, along } of walk(line, 12)) {
    if (!random.chance(traffic[road] * 0.12)) continue;
    const side = random.pick([-1, 1]);
    const at = shifted(place, along, random.between(-4, 4), -side * lane);
    paintCar(
      sketch,
      at,
      [along[0] * side, along[1] * side],
      hash(seed, random.below(1e9)),
      random.chance(road === 'highway' ? 0.22 : 0.06),
    );
  }
}

/** Along the kerb, in groups. */
function paintParked(sketch: Sketch, line: readonly Point[], width: number, seed: number): void {
  const random = createRandom(seed);
  for (const side of [-1, 1]) {
    let isBusy = false;
    for (const { place, along } of walk(line, 5.9)) {
      if (random.chance(0.2)) isBusy = random.chance(0.36);
      if (!isBusy || random.chance(0.25)) continue;
      paintCar(
        sketch,
        shifted(place, along, random.between(-0.4, 0.4), side * (width / 2 - 0.4)),
        along,
        random.below(1e9),
      );
    }
  }
}
