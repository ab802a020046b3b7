import { createBend } from '../draw/bend.ts';
import { type Point, lengthOf } from '../draw/convex.ts';
import { createSketch } from '../draw/sketch.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import { groundBrush } from '../land/crops.ts';
import { type Pivot, paintPivot } from '../land/pivots.ts';
import { paintRoad } from '../land/roads.ts';
import { paintFlat, paintGable } from '../land/roofs.ts';
import type { Site } from '../land/site.ts';
import { waterOn } from '../land/water.ts';
import { lazily } from '../../shared/lazily.ts';
import { fractalAt, noiseAt } from '../noise/noise.ts';
import { createRandom, hash, unit } from '../noise/random.ts';
import { gridOf, valueIn } from '../noise/scalar-grid.ts';
import { plain } from '../paint/brushes.ts';
import { ink } from '../paint/ink.ts';
import { type Box, type DrawPlace, type View, placeHalf } from './place.ts';

const seed = 37;
const bend = createBend(seed, 12, 600);

const pivots: readonly Pivot[] = [
  { at: [-330, 300], radius: 232, since: 0, seed: 301 },
  { at: [190, 345], radius: 262, since: 0, seed: 302 },
  { at: [-95, -165], radius: 208, since: 0, seed: 303 },
  { at: [395, -190], radius: 200, since: 2023.4, seed: 304 },
  { at: [-560, -145], radius: 185, since: 2022.3, seed: 305 },
  { at: [700, 280], radius: 225, since: 0, seed: 306 },
  { at: [-780, 420], radius: 205, since: 0, seed: 307 },
  { at: [-60, 800], radius: 205, since: 0, seed: 308 },
];

/** A river that carries water only in part of its bed. */
const riverAt = (x: number): number => -560 + 90 * noiseAt(x / 520, 0.4, seed) + 24 * noiseAt(x / 150, 3.3, seed);
const depths = lazily(() =>
  gridOf(placeHalf, 5, (x, y) => {
    const away = Math.abs(y - riverAt(x));
    const braids = 1.7 * fractalAt(x / 110, y / 34, seed + 2, 4);
    return Math.min(2.2, (62 - away) * 0.1 - 2.2 + 1.8 * braids * Math.max(0, 1 - away / 75));
  }),
);
const relief = lazily(() =>
  gridOf(placeHalf, 12, (x, y) => 9 * fractalAt(x / 380, y / 380, seed, 5) + 0.03 * Math.abs(y - riverAt(x))),
);
/** Where stone shows through, and where water has run. */
const washAt = (x: number, y: number): number => Math.abs(fractalAt(x / 260, y / 260, seed + 7, 4));

const water = {
  inks: [
    ink(0.25, 0.19, 0.135),
    ink(0.315, 0.262, 0.195),
    ink(0.335, 0.285, 0.215),
    ink(0.27, 0.225, 0.165),
    ink(0.12, 0.115, 0.08),
    ink(0.07, 0.082, 0.06),
    ink(0.045, 0.06, 0.048),
    ink(0.035, 0.05, 0.043),
  ],
  from: -1.7,
  waves: 6,
};

const isInPivot = ([x, y]: Point, year: number, clear: number): boolean =>
  pivots.some(({ at, radius, since }) => year >= since - 0.4 && lengthOf([x, y], at) < radius + clear);

/** Thorn bushes: thin on the plain, dense where water runs underground. */
function plantScrub({ sketch, moment }: Site, [west, south, east, north]: Box): void {
  const spacing = 5.2;
  const from = (low: number) => Math.floor((low - 40) / spacing);
  for (let row = from(south); row <= (north + 40) / spacing; row++) {
    for (let column = from(west); column <= (east + 40) / spacing; column++) {
      const dice = unit(column, row, seed + 20);
      const [x, y] = [(column + unit(column, row, 21)) * spacing, (row + unit(column, row, 22)) * spacing];
      const away = Math.abs(y - riverAt(x));
      const green = Math.max(0, 1 - Math.abs(away - 82) / 38);
      const density =
        0.2 +
        0.35 * Math.max(0, 0.16 - washAt(x, y)) * 6 +
        0.9 * green * (0.4 + 0.6 * noiseAt(x / 60, y / 60, seed + 3));
      if (dice > density || isInPivot([x, y], moment.year, 9) || valueIn(depths(), x, y) > -1.2) continue;
      const isTree = green > 0.2 && dice < density * 0.5;
      const radius = isTree
        ? 1.8 + 2.6 * unit(column, row, 23)
        : 0.5 + 0.8 * unit(column, row, 24) * unit(column, row, 25);
      sketch.plant({ x, y, radius, kind: isTree ? 'broadleaf' : 'bush', seed: hash(column, row) % 1_000_000 });
    }
  }
}

/** From where water has run to where stone shows through. */
const soils = {
  inks: [
    ink(0.315, 0.258, 0.195),
    ink(0.252, 0.204, 0.154),
    ink(0.222, 0.177, 0.133),
    ink(0.212, 0.169, 0.127),
    ink(0.206, 0.164, 0.123),
    ink(0.19, 0.15, 0.115),
    ink(0.165, 0.135, 0.108),
    ink(0.15, 0.126, 0.104),
  ],
  from: -1,
  waves: 46,
};
const soilGrid = lazily(() =>
  gridOf(placeHalf, 8, (x, y) => 5.2 * washAt(x, y) + 0.35 * fractalAt(x / 45, y / 45, seed + 12, 3)),
);

function paintFarm({ sketch, sun }: Site, at: Point, own: number): void {
  const random = createRandom(own);
  const along: Point = [0.96, 0.28];
  const yard = groundBrush(ink(0.31, 0.25, 0.185), ink(0.26, 0.2, 0.145), own, 40);
  sketch.fill('plots', boxOutline(at, along, 118, 76), yard);
  for (let shed = 0; shed < 4; shed++) {
    const place = shifted(at, along, -42 + shed * 27, 22 * (shed % 2 === 0 ? 1 : -0.6));
    const hall = {
      at: place,
      along,
      length: random.between(16, 30),
      width: random.between(9, 15),
      eaves: random.between(3.5, 5.5),
      seed: random.below(1e9),
    };
    if (shed === 1) paintGable(sketch, hall, sun, ink(0.16, 0.09, 0.07));
    else paintFlat(sketch, hall, random.pick([ink(0.42, 0.42, 0.41), ink(0.3, 0.29, 0.27), ink(0.2, 0.17, 0.14)]));
  }
  sketch.fill(
    'yards',
    boxOutline(shifted(at, along, 36, -28), along, 30, 22),
    groundBrush(ink(0.27, 0.22, 0.16), ink(0.24, 0.19, 0.14), own + 1),
  );
  sketch.fill('yards', boxOutline(shifted(at, along, 36, -28), along, 23, 15), plain(ink(0.06, 0.085, 0.075), 128, 8));
  for (let tree = 0; tree < 34; tree++) {
    const [x, y] = shifted(at, along, random.between(-66, 66), random.pick([-48, 48]) + random.between(-6, 6));
    sketch.plant({ x, y, radius: random.between(1.8, 4), kind: 'broadleaf', seed: random.below(1e6) });
  }
}

const ways: readonly (readonly Point[])[] = [
  [-1000, -425, 1000, -412],
  [-1000, 52, 1000, 62],
  [-95, -165, -90, 56],
  [395, -190, 398, 56],
  [190, 345, 186, 56],
  [-330, 300, -333, 56],
].map(([x1, y1, x2, y2]) =>
  Array.from({ length: 100 }, (_, at): Point => {
    const [x, y] = [x1! + ((x2! - x1!) * at) / 99, y1! + ((y2! - y1!) * at) / 99];
    return [x + 4 * noiseAt(at / 14, x1!, seed), y + 4 * noiseAt(at / 14, y1!, seed + 1)];
  }),
);

const dryCrowns = (): View['crowns'] => {
  const random = createRandom(seed);
  const some = (from: number, to: number) =>
    Array.from({ length: 20 }, () => {
      const green = random.between(from, to);
      return ink(green * random.between(0.82, 1.05), green, green * random.between(0.5, 0.66));
    });
  return { broadleaf: some(0.045, 0.075), conifer: some(0.03, 0.05), bush: some(0.06, 0.11) };
};

/** Watered circles on a dry plain beside a river. */
export const drawPivotPlain: DrawPlace = (moment, sun, seen) => {
  const sketch = createSketch();
  const isFree = (point: Point, clear: number) => valueIn(depths(), ...point) < -2 - clear * 0.05;
  const site: Site = { sketch, moment, sun, bend, isFree };
  sketch.add('ground', waterOn(soilGrid(), soils));
  for (const pivot of pivots) paintPivot(site, pivot);
  sketch.add('water', waterOn(depths(), water));
  for (const [at, line] of ways.entries())
    paintRoad(sketch, { line, road: at === 0 ? 'lane' : 'track', seed: 70 + at, isDry: true }, moment);
  paintFarm(site, [152, -8], 81);
  paintFarm(site, [-330, -20], 82);
  plantScrub(site, seen);
  return { drawing: sketch.finish(), relief: relief(), crowns: dryCrowns() };
};
