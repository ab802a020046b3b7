import { bentOutline } from '../draw/bend.ts';
import {
  type Convex,
  type Point,
  contains,
  directionOf,
  extentAlong,
  inset,
  lengthOf,
  middleOf,
} from '../draw/convex.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import { type Random, createRandom, hash } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ink } from '../paint/ink.ts';
import { paintCar } from './cars.ts';
import { paintVerge } from './countryside.ts';
import { groundBrush } from './crops.ts';
import { paintFlat } from './roofs.ts';
import type { Site } from './site.ts';

const concrete = ink(0.245, 0.238, 0.222);
const tarmac = ink(0.12, 0.12, 0.122);

/** Halls, yards and car parks of a business estate. */
export function paintEstate(site: Site, block: Convex, seed: number): void {
  const ground = inset(block, 5);
  const yard = ground === null ? null : inset(ground, 4);
  const { sketch, bend } = site;
  paintVerge(site, block, yard, seed);
  if (ground === null || yard === null) return;
  const random = createRandom(seed);
  const surface = random.chance(0.5) ? concrete : tarmac;
  const brush = groundBrush(surface, random.chance(0.5) ? ink(0.17, 0.165, 0.155) : tarmac, seed, 24);
  sketch.fill('plots', bentOutline(bend, yard), brush);
  const along = longestEdge(yard);
  const frame = frameOf(yard, along);
  const halls = frame.length > 90 ? 2 : 1;
  for (let hall = 0; hall < halls; hall++) {
    const share = halls === 1 ? 0 : hall === 0 ? -0.25 : 0.25;
    const place = shifted(frame.middle, along, share * frame.length, frame.width * random.between(0.04, 0.14));
    paintHall(site, yard, place, along, { length: frame.length / halls, width: frame.width }, random);
  }
  paintCarPark(site, yard, along, frame, random);
  paintStacks(site, yard, along, frame, random);
  plantEdge(site, ground, random);
}

type Frame = { readonly middle: Point; readonly length: number; readonly width: number };

function longestEdge(polygon: Convex): Point {
  let best: Point = [1, 0];
  let longest = 0;
  polygon.forEach((from, at) => {
    const to = polygon[(at + 1) % polygon.length]!;
    if (lengthOf(from, to) > longest) [longest, best] = [lengthOf(from, to), directionOf(from, to)];
  });
  return best;
}

function frameOf(polygon: Convex, along: Point): Frame {
  const [low, high] = extentAlong(polygon, along);
  const [near, far] = extentAlong(polygon, [-along[1], along[0]]);
  return { middle: middleOf(polygon), length: high - low, width: far - near };
}

const turnedAt = ({ bend }: Site, at: Point, along: Point): Point =>
  directionOf(bend(shifted(at, along, -8, 0)), bend(shifted(at, along, 8, 0)));

function paintHall(
  site: Site,
  yard: Convex,
  place: Point,
  along: Point,
  room: { length: number; width: number },
  random: Random,
): void {
  let [length, width] = [room.length * random.between(0.55, 0.75), room.width * random.between(0.4, 0.58)];
  const corners = () =>
    [-1, 1].flatMap((a) => [-1, 1].map((b) => shifted(place, along, (a * length) / 2, (b * width) / 2)));
  for (let attempt = 0; attempt < 6 && !corners().every((corner) => contains(yard, corner)); attempt++) {
    [length, width] = [length * 0.85, width * 0.85];
  }
  const at = site.bend(place);
  if (length < 14 || width < 10 || !site.isFree(at, width / 2)) return;
  const turned = turnedAt(site, place, along);
  const hall = { at, along: turned, length, width, eaves: random.between(6, 10.5), seed: random.below(1e9) };
  paintFlat(site.sketch, hall);
  if (random.chance(0.6)) {
    const office = shifted(at, turned, (length / 2 + 5) * random.pick([-1, 1]), random.between(-0.2, 0.2) * width);
    paintFlat(site.sketch, {
      ...hall,
      at: office,
      length: 10,
      width: width * 0.5,
      eaves: hall.eaves * 0.8,
      seed: hall.seed + 1,
    });
  }
}

/** Rows of bays, some of them taken at this hour. */
function paintCarPark(site: Site, yard: Convex, along: Point, frame: Frame, random: Random): void {
  const rowCount = 1 + random.below(2);
  const hour = createRandom(hash(site.moment.seed, random.below(1e9)));
  const share = hour.between(0.25, 0.8);
  for (let row = 0; row < rowCount; row++) {
    const across = -frame.width / 2 + 6 + row * 11;
    for (let place = -frame.length / 2 + 4; place < frame.length / 2 - 4; place += 2.6) {
      const spot = shifted(frame.middle, along, place, across);
      if (!contains(yard, spot)) continue;
      const at = site.bend(spot);
      const turned = turnedAt(site, spot, along);
      site.sketch.fill(
        'yards',
        boxOutline(shifted(at, turned, 1.3, 0), turned, 0.25, 4.8),
        plain(ink(0.34, 0.34, 0.33), 120, 10),
      );
      if (hour.chance(share)) {
        const facing = hour.pick([-1, 1]);
        paintCar(site.sketch, at, [-turned[1] * facing, turned[0] * facing], hour.below(1e9));
      }
    }
  }
}

/** Containers, pallets, lorries along the back. */
function paintStacks(site: Site, yard: Convex, along: Point, frame: Frame, random: Random): void {
  const colors = [
    ink(0.3, 0.29, 0.27),
    ink(0.05, 0.09, 0.15),
    ink(0.17, 0.06, 0.045),
    ink(0.32, 0.31, 0.3),
    ink(0.08, 0.13, 0.09),
  ];
  const hour = createRandom(hash(site.moment.seed, random.below(1e9), 5));
  for (let place = -frame.length / 2 + 8; place < frame.length / 2 - 8; place += hour.between(3, 14)) {
    const spot = shifted(frame.middle, along, place, frame.width / 2 - hour.between(5, 9));
    if (!contains(yard, spot) || !hour.chance(0.6)) continue;
    const [at, turned] = [site.bend(spot), turnedAt(site, spot, along)];
    const across: Point = [-turned[1], turned[0]];
    if (hour.chance(0.25)) paintCar(site.sketch, at, across, hour.below(1e9), true);
    else
      site.sketch.fill(
        'yards',
        boxOutline(at, across, hour.pick([3, 6.1, 12.2]), 2.44),
        plain(hour.pick(colors), 128, 14, 20),
      );
  }
}

function plantEdge({ sketch, bend }: Site, ground: Convex, random: Random): void {
  ground.forEach((from, at) => {
    if (!random.chance(0.5)) return;
    const to = ground[(at + 1) % ground.length]!;
    const along = directionOf(from, to);
    for (let place = 4; place < lengthOf(from, to) - 4; place += random.between(6, 11)) {
      const [x, y] = bend(shifted(from, along, place, 1.8));
      sketch.plant({ x, y, radius: random.between(1.6, 3.4), kind: 'broadleaf', seed: random.below(1e6) });
    }
  });
}
