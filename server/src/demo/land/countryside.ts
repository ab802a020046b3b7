import { bentLine, bentOutline } from '../draw/bend.ts';
import { type Convex, type Point, areaOf, between, directionOf, inset, lengthOf, middleOf } from '../draw/convex.ts';
import type { Divide } from '../draw/divide.ts';
import { createRandom, hash } from '../noise/random.ts';
import { ringBetween } from '../paint/fill-polygon.ts';
import { cropBrush, grassBrush, groundBrush } from './crops.ts';
import { type RoadClass, paintRoad, walk } from './roads.ts';
import type { Site } from './site.ts';
import { plantHedge, plantWood, scatter } from './woods.ts';
import { ink } from '../paint/ink.ts';

/** A field with its headland; machines drive along its longest side. */
export function paintField(site: Site, land: Convex, seed: number): void {
  const { sketch, bend, moment } = site;
  const edge = inset(land, createRandom(seed).between(0.8, 2.2));
  const inner = edge === null ? null : inset(edge, 11);
  const verge = grassBrush('verge', seed, moment, 124);
  if (edge === null || inner === null) return sketch.fill('ground', bentOutline(bend, land), verge);
  const { field, headland } = cropBrush(seed, acrossOf(site, land), moment);
  const [whole, sown, middle] = [bentOutline(bend, land), bentOutline(bend, edge), bentOutline(bend, inner)];
  sketch.fill('ground', ringBetween(whole, sown), verge);
  sketch.fill('ground', ringBetween(sown, middle), headland);
  sketch.fill('ground', middle, field);
}

/** Grass around what is built on a parcel. */
export function paintVerge({ sketch, bend, moment }: Site, land: Convex, built: Convex | null, seed: number): void {
  const whole = bentOutline(bend, land);
  const outline = built === null ? whole : ringBetween(whole, bentOutline(bend, built));
  sketch.fill('ground', outline, grassBrush('meadow', seed, moment, 118 + (hash(seed, 8) % 22)));
}

/** At right angles to the longest side, on the land. */
function acrossOf({ bend }: Site, land: Convex): Point {
  let longest = 0;
  let across: Point = [1, 0];
  land.forEach((from, at) => {
    const to = land[(at + 1) % land.length]!;
    const [a, b] = [bend(from), bend(to)];
    const length = lengthOf(a, b);
    if (length <= longest) return;
    longest = length;
    const [dx, dy] = directionOf(a, b);
    across = [-dy, dx];
  });
  return across;
}

export function paintMeadow(site: Site, land: Convex, seed: number, trees = 3): void {
  const look = hash(seed, 9) % 3 === 0 ? 'rough' : 'meadow';
  const tone = 118 + (hash(seed, 8) % 22);
  site.sketch.fill('ground', bentOutline(site.bend, land), grassBrush(look, seed, site.moment, tone));
  scatter(site, land, trees, 'broadleaf', [1.8, 4.6], hash(seed, 7));
}

export function paintWood(site: Site, land: Convex, seed: number, conifers: number, spacing = 6): void {
  const floor = groundBrush(ink(0.06, 0.062, 0.04), ink(0.032, 0.04, 0.026), seed, 50);
  site.sketch.fill('ground', bentOutline(site.bend, land), floor);
  plantWood(site, land, { spacing, conifers, closure: 0.94, seed });
}

/** Fruit trees in rows on grass. */
export function paintOrchard(site: Site, land: Convex, seed: number): void {
  site.sketch.fill('ground', bentOutline(site.bend, land), grassBrush('meadow', seed, site.moment, 126));
  const inner = inset(land, 5);
  if (inner === null) return;
  plantRows(site, inner, acrossOf(site, land), 6.5, seed);
}

function plantRows(site: Site, land: Convex, across: Point, spacing: number, seed: number): void {
  const random = createRandom(seed);
  const [x0, y0] = middleOf(land);
  const reach = Math.sqrt(areaOf(land)) * 1.5;
  for (let row = -reach; row < reach; row += spacing) {
    for (let place = -reach; place < reach; place += spacing * 0.85) {
      const point: Point = [x0 + across[0] * row - across[1] * place, y0 + across[1] * row + across[0] * place];
      const radius = random.between(1.3, 2.1);
      const look = random.below(1e6);
      if (random.chance(0.06) || !land.every((from, at) => isLeft(from, land[(at + 1) % land.length]!, point)))
        continue;
      const [x, y] = site.bend(point);
      if (site.isFree([x, y], 2)) site.sketch.plant({ x, y, radius, kind: 'broadleaf', seed: look });
    }
  }
}

const isLeft = ([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= 0;

/** What a line between two parcels is at a place of the plan: a road, or an edge with a hedge or without. */
export type DivideKind = { readonly road: RoadClass | 'edge'; readonly isTown: boolean };

/** A line may be a street in town and a track behind the last house. */
export function paintDivide(site: Site, line: Divide, kindAt: (point: Point, line: Divide) => DivideKind): void {
  const pieces = Math.max(1, Math.round(lengthOf(line.from, line.to) / 45));
  let start = 0;
  const kinds = Array.from({ length: pieces }, (_, at) =>
    kindAt(between(line.from, line.to, (at + 0.5) / pieces), line),
  );
  for (let at = 1; at <= pieces; at++) {
    const [here, next] = [kinds[at - 1]!, kinds[at]];
    if (next?.road === here.road && next.isTown === here.isTown) continue;
    paintPiece(
      site,
      { ...line, from: between(line.from, line.to, start / pieces), to: between(line.from, line.to, at / pieces) },
      here,
    );
    start = at;
  }
}

function paintPiece(site: Site, { from, to, level }: Divide, { road, isTown }: DivideKind): void {
  const seed = hash(Math.round(from[0] * 7), Math.round(from[1] * 7), level);
  if (road === 'edge') return seed % 10 < 4 ? plantHedge(site, from, to, seed) : undefined;
  paintRoad(site.sketch, { line: bentLine(site.bend, from, to), road, seed, isTown }, site.moment);
  if (!isTown && seed % 5 < 2) plantHedge(site, from, to, seed, 5.5);
  if (isTown && seed % 3 === 0) plantAvenue(site, from, to, seed);
}

/** Street trees on one side. */
function plantAvenue({ bend, sketch }: Site, from: Point, to: Point, seed: number): void {
  const random = createRandom(seed);
  for (const { place, along } of walk(bentLine(bend, from, to), 9.5)) {
    const [x, y] = [place[0] - along[1] * 4.4, place[1] + along[0] * 4.4];
    const tree = { x, y, radius: random.between(1.7, 3.3), kind: 'broadleaf' as const, seed: random.below(1e6) };
    if (!random.chance(0.2)) sketch.plant(tree);
  }
}
