import { bentLine } from '../draw/bend.ts';
import { type Convex, type Point, areaOf, contains, extentAlong } from '../draw/convex.ts';
import { noiseAt } from '../noise/noise.ts';
import { createRandom, hash, unit } from '../noise/random.ts';
import type { TreeKind } from '../paint/tree-sprites.ts';
import { walk } from './roads.ts';
import type { Site } from './site.ts';

export type WoodLook = {
  readonly spacing: number;
  /** Of conifers, 0 to 1. */
  readonly conifers: number;
  /** Of places that have a tree. */
  readonly closure: number;
  readonly seed: number;
};

/** Trees over a parcel, on a grid that is shaken until nobody sees it. */
export function plantWood(site: Site, land: Convex, { spacing, conifers, closure, seed }: WoodLook): void {
  const [west, east] = extentAlong(land, [1, 0]);
  const [south, north] = extentAlong(land, [0, 1]);
  const shake = spacing * 0.95;
  for (let row = Math.floor(south / spacing); row <= north / spacing; row++) {
    for (let column = Math.floor(west / spacing); column <= east / spacing; column++) {
      if (unit(column, row, seed + 1) > closure) continue;
      const point: Point = [
        column * spacing + shake * (unit(column, row, seed + 2) - 0.5) + (row % 2) * spacing * 0.5,
        row * spacing + shake * (unit(column, row, seed + 3) - 0.5),
      ];
      if (!contains(land, point)) continue;
      const [x, y] = site.bend(point);
      if (!site.isFree([x, y], 1.5)) continue;
      const isConifer =
        noiseAt(x / 70, y / 70, seed + 4) * 0.5 + 0.5 + (unit(column, row, seed + 5) - 0.5) * 0.35 < conifers;
      const age = 0.98 + 0.28 * noiseAt(x / 45, y / 45, seed + 6) + 0.35 * (unit(column, row, seed + 7) - 0.4);
      const kind: TreeKind = isConifer ? 'conifer' : 'broadleaf';
      const radius = Math.max(1.2, spacing * (isConifer ? 0.56 : 0.7) * age);
      site.sketch.plant({ x, y, radius, kind, seed: hash(column, row, seed) % 1_000_000 });
    }
  }
}

/** A few trees on open land. */
export function scatter(
  site: Site,
  land: Convex,
  perHectare: number,
  kind: TreeKind,
  radius: readonly [number, number],
  seed: number,
): void {
  const random = createRandom(seed);
  const [west, east] = extentAlong(land, [1, 0]);
  const [south, north] = extentAlong(land, [0, 1]);
  const count = Math.floor((areaOf(land) / 10_000) * perHectare + random.next());
  for (let made = 0, tries = 0; made < count && tries < count * 6; tries++) {
    const point: Point = [random.between(west, east), random.between(south, north)];
    const [size, look] = [random.between(...radius), random.below(1e6)];
    if (!contains(land, point)) continue;
    made += 1;
    const [x, y] = site.bend(point);
    if (site.isFree([x, y], 2)) site.sketch.plant({ x, y, radius: size, kind, seed: look });
  }
}

/** Along the edge of a field: bushes, now and then a tree, gaps. */
export function plantHedge(site: Site, from: Point, to: Point, seed: number, offset = 0): void {
  const random = createRandom(seed);
  for (const { place, along, metres } of walk(bentLine(site.bend, from, to), 1.9)) {
    if (noiseAt(metres / 22, 0.5, seed) < -0.25) continue;
    const side = offset + random.between(-0.9, 0.9);
    const [x, y] = [place[0] - along[1] * side, place[1] + along[0] * side];
    const isTree = random.chance(0.13);
    const radius = isTree ? random.between(2.2, 4.8) : random.between(0.9, 2);
    if (site.isFree([x, y], 2))
      site.sketch.plant({ x, y, radius, kind: isTree ? 'broadleaf' : 'bush', seed: random.below(1e6) });
  }
}
