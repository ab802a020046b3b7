import type { Point } from '../draw/convex.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import type { Random } from '../noise/random.ts';
import { plain } from '../paint/brushes.ts';
import { ink } from '../paint/ink.ts';
import { grassBrush, groundBrush } from './crops.ts';
import { paintGable } from './roofs.ts';
import type { Site } from './site.ts';

export const paving = ink(0.2, 0.188, 0.17);
const pool = ink(0.075, 0.235, 0.27);

/** Along the street, and from it to the back. */
export type PlotSize = { readonly frontage: number; readonly depth: number; readonly growth: number };

/** What is around a house: lawn, terrace, now and then a pool or a shed, a hedge, trees. */
export function paintGarden(site: Site, plot: PlotSize, at: Point, along: Point, random: Random, back: number): void {
  const { sketch, moment } = site;
  const depth = Math.max(12, plot.depth - 1);
  const lawn = boxOutline(shifted(at, along, 0, depth / 2 - back), along, plot.frontage - 0.8, depth);
  const tone = Math.round(random.between(98, 156));
  const look = random.pick(['lawn', 'lawn', 'meadow', 'rough'] as const);
  sketch.fill('plots', lawn, grassBrush(look, random.below(9999), moment, tone));
  if (random.chance(0.5)) {
    const terrace = boxOutline(
      shifted(at, along, random.between(-3, 3), 7),
      along,
      random.between(4, 8),
      random.between(3, 5),
    );
    sketch.fill('yards', terrace, plain(paving, Math.round(random.between(100, 165)), 24));
  }
  if (random.chance(0.07)) {
    const place = shifted(at, along, random.between(-4, 4), random.between(13, 17));
    sketch.fill('yards', boxOutline(place, along, 9.5, 5.5), plain(paving, 160, 16));
    sketch.fill('yards', boxOutline(place, along, 7.8, 3.9), plain(pool, 128, 10));
  }
  if (random.chance(0.45)) {
    const place = shifted(
      at,
      along,
      random.between(-0.35, 0.35) * plot.frontage,
      random.between(12, Math.max(13, depth - 8)),
    );
    const shed = {
      at: place,
      along,
      length: random.between(2.5, 5),
      width: random.between(2.2, 3.4),
      eaves: 2,
      seed: random.below(1e9),
    };
    if (site.isFree(place, 3)) paintGable(sketch, shed, site.sun);
  }
  if (random.chance(0.3))
    paintBeds(
      site,
      shifted(at, along, random.between(-0.25, 0.25) * plot.frontage, random.between(11, 18)),
      along,
      random,
    );
  if (random.chance(0.5)) paintHedge(site, shifted(at, along, plot.frontage / 2, -back + 1), along, depth, random);
  plantGarden(site, at, along, { ...plot, depth }, random);
}

/** Vegetables, or a corner of the garden that is being dug over. */
function paintBeds({ sketch }: Site, at: Point, along: Point, random: Random): void {
  const soil = groundBrush(ink(0.135, 0.105, 0.075), ink(0.06, 0.075, 0.036), random.below(9999), 50);
  sketch.fill('plots', boxOutline(at, along, random.between(3, 8), random.between(3, 7)), soil);
}

/** From the street to the end of the plot. */
function paintHedge({ sketch }: Site, start: Point, along: Point, depth: number, random: Random): void {
  const end = depth * random.between(0.5, 0.95);
  for (let place = 0; place < end; place += 0.85) {
    const [x, y] = shifted(start, along, random.between(-0.2, 0.2), place);
    sketch.plant({ x, y, radius: random.between(1, 1.5), kind: 'bush', seed: random.below(1e6) });
  }
}

function plantGarden(
  { sketch }: Site,
  at: Point,
  along: Point,
  { frontage, depth, growth }: PlotSize,
  random: Random,
): void {
  const count = Math.floor(random.between(1, 10));
  for (let tree = 0; tree < count; tree++) {
    const [x, y] = shifted(
      at,
      along,
      random.between(-0.48, 0.48) * frontage,
      random.chance(0.2) ? random.between(-8, -5) : random.between(7, depth + 1),
    );
    const isSmall = random.chance(0.5);
    const kind = isSmall ? 'bush' : random.chance(0.2) ? 'conifer' : 'broadleaf';
    sketch.plant({
      x,
      y,
      radius: growth * (isSmall ? random.between(0.9, 1.9) : random.between(1.8, 4.6)),
      kind,
      seed: random.below(1e6),
    });
  }
}
