import { bentLine, bentOutline, createBend } from '../draw/bend.ts';
import { type Convex, type Point, lengthOf, middleOf } from '../draw/convex.ts';
import { type Divide, divide } from '../draw/divide.ts';
import { type Sketch, createSketch } from '../draw/sketch.ts';
import { strokeOf } from '../draw/stroke.ts';
import { type DivideKind, paintDivide, paintField, paintMeadow, paintWood } from '../land/countryside.ts';
import { grassBrush, groundBrush } from '../land/crops.ts';
import { crownInks } from '../land/crowns.ts';
import { oldHomes, paintHomes } from '../land/homes.ts';
import { paintQuarry, quarryRadius } from '../land/quarry.ts';
import { paintRoad } from '../land/roads.ts';
import type { Site } from '../land/site.ts';
import { waterOn } from '../land/water.ts';
import { plantWood } from '../land/woods.ts';
import type { Moment } from '../moment.ts';
import { lazily } from '../../shared/lazily.ts';
import { fractalAt, noiseAt } from '../noise/noise.ts';
import { createRandom, hash } from '../noise/random.ts';
import { gridOf, valueIn } from '../noise/scalar-grid.ts';
import { type Ink, ink, mixed } from '../paint/ink.ts';
import { type DrawPlace, isSeen, placeHalf } from './place.ts';

const seed = 23;
const bend = createBend(seed, 75, 430);
const quarry: Point = [420, -330];
const dam: readonly [Point, Point] = [
  [-600, -105],
  [-285, -435],
];

/** Heights above the full reservoir, in metres. */
function heightAt(x: number, y: number): number {
  // Along the valley, and how far off its middle.
  const [u, v] = [0.8 * x + 0.6 * y, -0.6 * x + 0.8 * y];
  const course = 120 * noiseAt(u / 420, 1.5, seed) + 30 * noiseAt(u / 130, 7.5, seed);
  const off = Math.abs(v - course);
  const side = 90 * noiseAt(x / 260, y / 260, seed + 2) + 34 * fractalAt(x / 110, y / 110, seed + 3, 3);
  return 0.17 * (off - 95 - side * 0.7) + 0.028 * u + 7 * fractalAt(x / 240, y / 240, seed + 4, 4);
}

/** On the near side of the dam, towards the lake: positive. */
const behindDam = (x: number, y: number): number => {
  const [[x1, y1], [x2, y2]] = dam;
  return ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / lengthOf(...dam);
};

const land = lazily(() => gridOf(placeHalf, 6, heightAt));
const relief = lazily(() => gridOf(placeHalf, 12, (x, y) => 2.2 * Math.max(-2, valueIn(land(), x, y))));
const depths = lazily(() =>
  gridOf(placeHalf, 6, (x, y) => (behindDam(x, y) < 4 ? -20 : Math.min(14, -valueIn(land(), x, y)))),
);

/** How far the lake lies below its full height: it falls in dry years and is filled again. */
const drawdown = (year: number): number => {
  const known: readonly (readonly [number, number])[] = [
    [2021, 0.4],
    [2022, 1.2],
    [2022.7, 4.6],
    [2023.7, 7.4],
    [2024.4, 3.2],
    [2025.5, 1],
    [2027, 2.4],
  ];
  const next = Math.max(
    1,
    known.findIndex(([from]) => from > year),
  );
  const [before, after] = [known[next - 1]!, known[next]!];
  return before[1] + ((after[1] - before[1]) * (year - before[0])) / (after[0] - before[0]);
};

type Use = 'wood' | 'clearing' | 'field' | 'hamlet';

function useAt(x: number, y: number): Use {
  if (lengthOf([x, y], [-420, 330]) < 120) return 'hamlet';
  if (lengthOf([x, y * 1.1], [-470, 360]) < 330 + 90 * noiseAt(x / 120, y / 120, seed + 9))
    return noiseAt(x / 90, y / 90, seed) > 0.1 ? 'clearing' : 'field';
  return fractalAt(x / 260, y / 260, seed + 10, 3) > 0.42 ? 'clearing' : 'wood';
}

const largest: Readonly<Record<Use, number>> = { wood: 21_000, clearing: 14_000, field: 24_000, hamlet: 12_000 };
const side = 1250;
const plan = lazily(() =>
  divide(
    [
      [-side, -side],
      [side, -side],
      [side, side],
      [-side, side],
    ],
    [0.8, 0.6],
    { largest: (piece) => largest[useAt(...middleOf(piece))], slant: 0.3 },
    createRandom(seed),
  ),
);

function paintParcel(site: Site, piece: Convex): void {
  const [x, y] = middleOf(piece);
  const own = hash(Math.round(x * 3), Math.round(y * 3), seed);
  const use = useAt(x, y);
  if (use === 'clearing') return paintMeadow(site, piece, own, 9);
  if (use === 'field') return paintField(site, piece, own);
  if (use === 'wood')
    return own % 6 === 0 ? paintFelled(site, piece, own) : paintWood(site, piece, own, (own % 10) / 10 + 0.1, 5.6);
  paintHomes(site, piece, oldHomes, own);
}

/** Cut in one of the years, then slowly green again. */
function paintFelled(site: Site, piece: Convex, own: number): void {
  const felled = 2020.5 + (own % 70) / 12;
  const age = site.moment.year - felled;
  if (age < 0) return paintWood(site, piece, own, 0.8, 5.4);
  const fresh = ink(0.165, 0.135, 0.095);
  const green = ink(0.07, 0.08, 0.042);
  const grown = Math.min(1, age / 3);
  const lines = {
    across: [0.9, 0.43] as const,
    periodMetres: 17,
    profile: Int8Array.from({ length: 256 }, (_, at) => (at % 128 < 18 ? -16 : at % 128 < 60 ? 7 : 0)),
  };
  const ground = groundBrush(
    mixed(fresh, green, grown * 0.7),
    mixed(ink(0.1, 0.088, 0.06), green, grown),
    own,
    60,
    lines,
  );
  site.sketch.fill('ground', bentOutline(bend, piece), ground);
  if (age > 1) plantWood(site, piece, { spacing: 3.6, conifers: 0.6, closure: Math.min(0.5, age * 0.12), seed: own });
}

const water = (moment: Moment) => {
  const low = drawdown(moment.year);
  const rings = Math.round(low * 2) + 1;
  const dry: Ink[] = Array.from({ length: rings }, (_, at) => {
    const bank = mixed(ink(0.205, 0.182, 0.138), ink(0.135, 0.118, 0.09), at / rings);
    const grown = Math.max(0, 0.75 - at / 5) + (at % 4 === 1 ? 0.3 : 0);
    return mixed(bank, ink(0.095, 0.108, 0.058), Math.min(0.8, grown));
  });
  const wet = [
    ink(0.105, 0.105, 0.078),
    ink(0.066, 0.082, 0.064),
    ink(0.042, 0.062, 0.053),
    ink(0.028, 0.047, 0.044),
    ink(0.022, 0.039, 0.039),
    ink(0.018, 0.033, 0.035),
  ];
  return { inks: [...dry, ...wet], from: -rings / 2, waves: 6 };
};

function isFreeAt(year: number) {
  const radius = quarryRadius(year) * 1.16 + 14;
  return (point: Point, clear: number): boolean => {
    if (behindDam(...point) > -45 && valueIn(depths(), ...point) > -0.5 - clear * 0.1) return false;
    if (Math.abs(behindDam(...point) + 14) < 34 && lengthOf(point, between(dam)) < 246) return false;
    return lengthOf([(point[0] - quarry[0]) / 1.25, (point[1] - quarry[1]) / 0.9], [0, 0]) > radius;
  };
}

const between = ([[x1, y1], [x2, y2]]: readonly [Point, Point]): Point => [(x1 + x2) / 2, (y1 + y2) / 2];

function paintDam(sketch: Sketch, moment: Moment): void {
  const [[x1, y1], [x2, y2]] = dam;
  const line = Array.from({ length: 9 }, (_, at): Point => {
    const share = (at / 8) * 1.08 - 0.04;
    return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  });
  sketch.fill('verges', strokeOf(line, 70, -14), grassBrush('lawn', 5, moment, 122));
  sketch.fill('verges', strokeOf(line, 9, 8), groundBrush(ink(0.27, 0.26, 0.24), ink(0.19, 0.185, 0.17), 6, 60));
  paintRoad(sketch, { line, road: 'lane', seed: 9 }, moment);
}

const kindAt = (point: Point, { level }: Divide): DivideKind => {
  const use = useAt(...point);
  const isTown = use === 'hamlet';
  const at = bend(point);
  const isByDam = Math.abs(behindDam(...at)) < 75 && lengthOf(at, between(dam)) < 270;
  if (isByDam || valueIn(depths(), ...at) > -3 || lengthOf(at, quarry) < 260) return { road: 'edge', isTown: false };
  if (isTown) return { road: 'street', isTown };
  return { road: level < 1 ? 'lane' : level < 5 ? 'track' : 'edge', isTown };
};

/** A reservoir among wooded hills, with a quarry. */
export const drawReservoir: DrawPlace = (moment, sun, seen) => {
  const sketch = createSketch();
  const site: Site = { sketch, moment, sun, bend, isFree: isFreeAt(moment.year) };
  for (const piece of plan().parcels) if (isSeen(seen, piece)) paintParcel(site, piece);
  for (const line of plan().divides) if (isSeen(seen, [line.from, line.to])) paintDivide(site, line, kindAt);
  // Its level is the day's: what was under water before lies dry.
  const low = drawdown(moment.year);
  sketch.add('water', waterOn({ ...depths(), values: depths().values.map((depth) => depth - low) }, water(moment)));
  paintDam(sketch, moment);
  paintQuarry(site, quarry, seed);
  const way = bentLine(bend, [quarry[0] + 60, quarry[1] - 60], [560, -1100]);
  paintRoad(sketch, { line: way, road: 'lane', seed: 12 }, moment);
  return { drawing: sketch.finish(), relief: relief(), crowns: crownInks(moment) };
};
