import { bentOutline } from '../draw/bend.ts';
import { type Convex, type Point, contains, directionOf, extentAlong, inset, lengthOf } from '../draw/convex.ts';
import { shifted } from '../draw/stroke.ts';
import { type Random, createRandom, hash } from '../noise/random.ts';
import { ink } from '../paint/ink.ts';
import { paintVerge } from './countryside.ts';
import { grassBrush, groundBrush } from './crops.ts';
import { paintGarden } from './gardens.ts';
import { paintBuildingPit, paintCourt, paintDrive, paintWing } from './house-yards.ts';
import { type House, paintFlat, paintGable } from './roofs.ts';
import type { Site } from './site.ts';

export type HomeStyle = {
  /** Of a plot along the street. */
  readonly frontage: readonly [number, number];
  readonly setback: readonly [number, number];
  readonly depth: readonly [number, number];
  readonly eaves: readonly [number, number];
  /** Houses touch their neighbours. */
  readonly isRow: boolean;
  /** How far the trees of gardens have grown. */
  readonly growth: number;
  /** The year from which a house stands. */
  readonly builtIn: (random: Random) => number;
};

export const oldHomes: HomeStyle = {
  frontage: [17, 25],
  setback: [4, 8],
  depth: [8.5, 11.5],
  eaves: [3, 5.8],
  isRow: false,
  growth: 1,
  builtIn: () => 0,
};
export const townHouses: HomeStyle = {
  frontage: [9.5, 14],
  setback: [0, 1],
  depth: [10.5, 13.5],
  eaves: [6.5, 10],
  isRow: true,
  growth: 1,
  builtIn: () => 0,
};

/** Houses along the streets around a block, gardens behind them. */
export function paintHomes(site: Site, block: Convex, style: HomeStyle, seed: number): void {
  const yard = inset(block, 5);
  const { sketch, bend, moment } = site;
  paintVerge(site, block, yard, seed);
  if (yard === null) return;
  const base = style.isRow
    ? groundBrush(ink(0.17, 0.16, 0.142), ink(0.075, 0.088, 0.05), seed, 40)
    : grassBrush(style.growth < 1 ? 'rough' : 'lawn', seed, moment, 118);
  sketch.fill('plots', bentOutline(bend, yard), base);
  const taken: Point[] = [];
  const random = createRandom(seed);
  if (style.isRow) paintCourt(site, yard, random);
  for (let edge = 0; edge < yard.length; edge++) {
    const [from, to] = [yard[edge]!, yard[(edge + 1) % yard.length]!];
    const [near, far] = extentAlong(yard, inwards(from, to));
    const plotDepth = Math.min(34, (far - near) * 0.5);
    let place = style.isRow ? 0 : random.between(0, 3);
    for (;;) {
      const frontage = random.between(...style.frontage);
      if (place + frontage > lengthOf(from, to) + 1) break;
      const plot = { from, to, place: place + frontage / 2, frontage, depth: plotDepth, yard };
      paintPlot(site, plot, style, createRandom(hash(seed, edge, Math.round(place))), taken);
      place += frontage;
    }
  }
}

const inwards = (from: Point, to: Point): Point => {
  const [dx, dy] = directionOf(from, to);
  return [-dy, dx];
};

type Plot = {
  readonly from: Point;
  readonly to: Point;
  readonly place: number;
  readonly frontage: number;
  readonly depth: number;
  readonly yard: Convex;
};

function paintPlot(site: Site, plot: Plot, style: HomeStyle, random: Random, taken: Point[]): void {
  const along = directionOf(plot.from, plot.to);
  const front = shifted(plot.from, along, plot.place, 0);
  const width = random.between(...style.depth);
  const length = style.isRow ? plot.frontage + 0.4 : Math.min(plot.frontage - 4.5, random.between(9.5, 15));
  const back = random.between(...style.setback) + width / 2;
  const isBuilt = site.moment.year >= style.builtIn(random);
  const middle = shifted(front, along, 0, back);
  const isCrowded = taken.some((other) => lengthOf(other, middle) < (style.isRow ? plot.frontage * 0.8 : 13.5));
  if (isCrowded || !contains(plot.yard, shifted(middle, along, 0, width / 2))) return;
  const { bend, sketch, moment } = site;
  const at = bend(middle);
  if (!site.isFree(at, 12)) return;
  taken.push(middle);
  const turned = directionOf(bend(shifted(front, along, -3, 0)), bend(shifted(front, along, 3, 0)));
  if (!isBuilt) return paintBuildingPit(site, at, turned, random);
  if (!style.isRow) paintGarden(site, { ...plot, growth: style.growth }, at, turned, random, back);
  const isAcross = !style.isRow && random.chance(0.35);
  const house: House = {
    at,
    along: isAcross ? [-turned[1], turned[0]] : turned,
    length: isAcross ? width : length,
    width: isAcross ? length * 0.85 : width,
    eaves: random.between(...style.eaves),
    seed: hash(random.below(2 ** 31), 3),
  };
  if (random.chance(style.isRow ? 0.12 : 0.1)) paintFlat(sketch, house);
  else paintGable(sketch, house, site.sun);
  if (style.isRow || random.chance(0.3)) paintWing(site, house, random);
  if (random.chance(0.55)) paintDrive(site, at, turned, length, back, random, hash(moment.seed, random.below(1e9)));
}
