import { createBend } from '../draw/bend.ts';
import { type Convex, type Point, areaOf, contains, lengthOf, middleOf } from '../draw/convex.ts';
import { type Divide, divide } from '../draw/divide.ts';
import { createSketch } from '../draw/sketch.ts';
import { type DivideKind, paintDivide, paintField, paintMeadow, paintOrchard, paintWood } from '../land/countryside.ts';
import { crownInks } from '../land/crowns.ts';
import { paintEstate } from '../land/estate.ts';
import { oldHomes, paintHomes, townHouses } from '../land/homes.ts';
import { paintRoad } from '../land/roads.ts';
import type { Site } from '../land/site.ts';
import { paintPitch, paintSolarPark } from '../land/special-grounds.ts';
import { waterOn } from '../land/water.ts';
import { lazily } from '../../shared/lazily.ts';
import { fractalAt, noiseAt } from '../noise/noise.ts';
import { createRandom, hash } from '../noise/random.ts';
import { gridOf, valueIn } from '../noise/scalar-grid.ts';
import { ink } from '../paint/ink.ts';
import { type DrawPlace, isSeen, placeHalf } from './place.ts';

const seed = 11;
const sports: Point = [-95, 200];
const along: Point = [0.94, 0.342];
const bend = createBend(seed, 42, 520);

/** The river's middle, by how far east one is. */
const riverAt = (x: number): number => -230 + 150 * noiseAt(x / 620, 0.3, seed) + 26 * noiseAt(x / 170, 4.1, seed);
const riverWidth = (x: number): number => 19 + 7 * noiseAt(x / 130, 9.7, seed) + 3 * noiseAt(x / 35, 2.7, seed);

/** Metres of water; negative above it. */
const depthAt = (x: number, y: number): number => {
  const slope = (riverAt(x + 5) - riverAt(x - 5)) / 10;
  const away = Math.abs(y - riverAt(x)) / Math.sqrt(1 + slope * slope);
  const bars = 2.2 * fractalAt(x / 60, y / 24, seed + 8, 3);
  return Math.min(2.6, (riverWidth(x) - away) * 0.3 + bars * Math.max(0, 1 - Math.abs(away - 12) / 16));
};

const relief = lazily(() =>
  gridOf(placeHalf, 12, (x, y) => {
    const valley = Math.abs(y - riverAt(x)) / 300;
    return (
      16 * Math.min(1.6, valley) * (0.6 + fractalAt(x / 420, y / 420, seed, 4)) +
      3 * fractalAt(x / 90, y / 90, seed + 1, 3)
    );
  }),
);
const depths = lazily(() => gridOf(placeHalf, 4, depthAt));

/** The road that was there before the town. */
const highwayAt = (x: number): number => 470 - 0.14 * x + 60 * noiseAt(x / 500, 1.5, seed + 4);
const highway: readonly Point[] = Array.from({ length: 110 }, (_, at) => [
  at * 18.4 - 1000,
  highwayAt(at * 18.4 - 1000),
]);

type Use = 'core' | 'town' | 'new' | 'estate' | 'wood' | 'meadow' | 'orchard' | 'field';

function useAt(x: number, y: number): Use {
  const ragged = 70 * noiseAt(x / 150, y / 150, seed + 20);
  const fromRiver = y - riverAt(x);
  if (Math.abs(fromRiver) < 62) return 'meadow';
  if (lengthOf([x, y], [40, -40]) < 120 + ragged * 0.4 && fromRiver > 0) return 'core';
  if (lengthOf([x * 0.8, y], [40, 60]) < 330 + ragged && fromRiver > 0) return 'town';
  if (lengthOf([x, y], [60, -420]) < 150 + ragged && fromRiver < 0) return 'town';
  if (lengthOf([x, y * 1.2], [-520, 160]) < 190 + ragged * 0.6 && fromRiver > 0) return 'estate';
  if (lengthOf([x, y], [520, 190]) < 150) return 'new';
  if (fractalAt(x / 330, y / 330, seed + 30, 2) > 0.36) return 'wood';
  return noiseAt(x / 210, y / 210, seed + 31) > 0.52 ? 'orchard' : 'field';
}

const largest: Readonly<Record<Use, number>> = {
  core: 9500,
  town: 14_500,
  new: 12_000,
  estate: 17_000,
  wood: 26_000,
  meadow: 16_000,
  orchard: 14_000,
  field: 36_000,
};

const useOf = (land: Convex): Use => useAt(...middleOf(land));
const isMixed = (land: Convex): boolean => new Set(land.map(([x, y]) => useAt(x, y))).size > 1;

const plan = lazily(() =>
  divide(
    [
      [-1150, -1150],
      [1150, -1150],
      [1150, 1150],
      [-1150, 1150],
    ],
    along,
    { largest: (land) => (isMixed(land) ? Math.min(12_500, largest[useOf(land)]) : largest[useOf(land)]), slant: 0.12 },
    createRandom(seed),
  ),
);

const isBuiltUp = (use: Use): boolean => use === 'core' || use === 'town' || use === 'estate' || use === 'new';

/** Houses of the new quarter are finished one after another. */
const newHomes = {
  ...oldHomes,
  growth: 0.4,
  frontage: [15, 19] as const,
  builtIn: (random: { between(a: number, b: number): number }) => random.between(2023.2, 2025.9),
};

const isSolar = (land: Convex): boolean => contains(land, [-330, -470]) || contains(land, [-240, -560]);

function paintParcel(site: Site, land: Convex): void {
  const [x, y] = middleOf(land);
  const own = hash(Math.round(x * 3), Math.round(y * 3), seed);
  const use = useAt(x, y);
  if (isSolar(land)) return site.moment.year < 2023.8 ? paintField(site, land, own) : paintSolarPark(site, land, own);
  if (use === 'field') return own % 11 === 0 ? paintMeadow(site, land, own) : paintField(site, land, own);
  if (use === 'wood') return paintWood(site, land, own, 0.32);
  if (use === 'orchard') return own % 2 === 0 ? paintOrchard(site, land, own) : paintMeadow(site, land, own, 6);
  if (use === 'meadow') return paintMeadow(site, land, own, 7);
  if (use === 'new' && site.moment.year < 2022.6) return paintField(site, land, own);
  if (use === 'estate') return paintEstate(site, land, own);
  if (contains(land, sports)) return paintPitch(site, land, own);
  if (own % 17 === 0 && areaOf(land) > 4000) return paintMeadow(site, land, own, 26);
  paintHomes(site, land, use === 'core' ? townHouses : use === 'new' ? newHomes : oldHomes, own);
}

function isFree(point: Point, clear: number): boolean {
  if (valueIn(depths(), ...point) > -0.4 - clear * 0.1) return false;
  return Math.abs(point[1] - highwayAt(point[0])) > 7 + clear;
}

const water = {
  inks: [
    ink(0.075, 0.085, 0.048),
    ink(0.19, 0.168, 0.122),
    ink(0.2, 0.18, 0.135),
    ink(0.095, 0.1, 0.076),
    ink(0.052, 0.066, 0.054),
    ink(0.036, 0.05, 0.044),
    ink(0.03, 0.043, 0.039),
  ],
  from: -1,
  waves: 7,
};

/** Willows and alders, in groups. */
function plantBanks({ sketch }: Site): void {
  const random = createRandom(seed + 60);
  for (let x = -950; x < 950; x += 2.6) {
    const side = random.pick([-1, 1]);
    const away = riverWidth(x) + random.between(4, 13) + random.next() * random.next() * 14;
    const tree = {
      x,
      y: riverAt(x) + side * away,
      radius: random.between(1.4, 4.6),
      kind: 'broadleaf' as const,
      seed: random.below(1e6),
    };
    if (noiseAt(x / 55, side * 3, seed + 61) > -0.1 && valueIn(depths(), tree.x, tree.y) < -0.7) sketch.plant(tree);
  }
}

/** A small town on a river, with a new quarter that grows. */
export const drawRiverTown: DrawPlace = (moment, sun, seen) => {
  const sketch = createSketch();
  const site: Site = { sketch, moment, sun, bend, isFree };
  for (const land of plan().parcels) if (isSeen(seen, land)) paintParcel(site, land);
  const kindAt = (point: Point, { level, from, to }: Divide): DivideKind => {
    const use = useAt(...point);
    const isAlongRiver = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
    if (isAlongRiver && valueIn(depths(), ...bend(point)) > -4) return { road: 'edge', isTown: false };
    const isTown = isBuiltUp(use) && !(use === 'new' && moment.year < 2022.6);
    if (isTown) return { road: level < 4 ? 'main' : 'street', isTown };
    return { road: level < 1 ? 'main' : level < 3 ? 'lane' : level < 6 && use !== 'meadow' ? 'track' : 'edge', isTown };
  };
  for (const line of plan().divides) if (isSeen(seen, [line.from, line.to])) paintDivide(site, line, kindAt);
  plantBanks(site);
  sketch.add('water', waterOn(depths(), water));
  paintRoad(sketch, { line: highway, road: 'highway', seed: 4 }, moment);
  return { drawing: sketch.finish(), relief: relief(), crowns: crownInks(moment) };
};
