import { type Point } from '../draw/convex.ts';
import type { Sketch } from '../draw/sketch.ts';
import { boxOutline, shifted } from '../draw/stroke.ts';
import { type Random, createRandom } from '../noise/random.ts';
import { type Lines, plain, slope } from '../paint/brushes.ts';
import { type Ink, ink, mixed, scaled } from '../paint/ink.ts';
import { type SunVector, lightOn } from '../paint/sun.ts';
import type { Outline } from '../paint/fill-polygon.ts';

const tiles: readonly Ink[] = [
  ink(0.185, 0.098, 0.068),
  ink(0.21, 0.118, 0.082),
  ink(0.15, 0.078, 0.058),
  ink(0.125, 0.082, 0.066),
  ink(0.092, 0.078, 0.072),
  ink(0.07, 0.068, 0.068),
  ink(0.058, 0.06, 0.064),
  ink(0.105, 0.1, 0.097),
];
const flatRoofs: readonly Ink[] = [
  ink(0.3, 0.3, 0.295),
  ink(0.22, 0.22, 0.218),
  ink(0.42, 0.42, 0.41),
  ink(0.16, 0.158, 0.15),
  ink(0.115, 0.115, 0.113),
  ink(0.24, 0.225, 0.2),
];
const panel = ink(0.028, 0.032, 0.052);
const rim = ink(0.3, 0.29, 0.28);

const rows: Int8Array = Int8Array.from({ length: 256 }, (_, at) => (at < 110 ? 5 : -5));

export type House = {
  readonly at: Point;
  /** Of its ridge. */
  readonly along: Point;
  readonly length: number;
  readonly width: number;
  readonly eaves: number;
  readonly seed: number;
};

/** Light enough to show which side the sun is on, without burning out. */
const toneOf = (sun: SunVector, east: number, north: number) =>
  Math.round(128 * (0.34 + 0.66 * Math.min(1.55, lightOn(sun, east, north))));

export function paintGable(sketch: Sketch, house: House, sun: SunVector, color?: Ink): void {
  const random = createRandom(house.seed);
  const { at, along, length, width, eaves } = house;
  const pitch = random.between(0.6, 0.95);
  const cover = color ?? scaled(random.pick(tiles), random.between(0.85, 1.15));
  for (const side of [1, -1]) {
    // The face falls away from the ridge to this side.
    const fall: Point = [-along[1] * side, along[0] * side];
    const [east, north] = [-fall[0] * pitch, -fall[1] * pitch];
    const ridge = eaves + (pitch * width) / 2;
    const plane = [ridge - east * at[0] - north * at[1], east, north] as const;
    const face = boxOutline(shifted(at, along, 0, (side * width) / 4), along, length, width / 2);
    const lines: Lines = { across: fall, periodMetres: 1.1, profile: rows };
    sketch.fill('buildings', face, slope(cover, toneOf(sun, east, north), plane, lines));
    if (random.chance(0.16)) paintPanels(sketch, house, side, random);
  }
  const top = Math.round((eaves + (pitch * width) / 2) * 8);
  sketch.fill('roofs', boxOutline(at, along, length, 0.35), plain(mixed(cover, rim, 0.35), 128, 10, top));
  if (random.chance(0.7))
    paintChimney(sketch, shifted(at, along, random.between(-0.3, 0.3) * length, 0.8), along, top + 8);
}

function paintChimney(sketch: Sketch, at: Point, along: Point, top: number): void {
  sketch.fill('roofs', boxOutline(at, along, 0.9, 0.7), plain(ink(0.16, 0.1, 0.08), 128, 10, top));
}

function paintPanels(sketch: Sketch, { at, along, length, width, eaves }: House, side: number, random: Random): void {
  const place = shifted(at, along, random.between(-0.12, 0.12) * length, side * width * 0.25);
  const outline = boxOutline(place, along, length * random.between(0.35, 0.75), width * 0.3);
  sketch.fill('roofs', outline, plain(panel, 132, 8, Math.round((eaves + 2.5) * 8)));
}

/** A flat roof with a rim, machines and skylights. */
export function paintFlat(sketch: Sketch, house: House, color?: Ink): void {
  const random = createRandom(house.seed);
  const { at, along, length, width, eaves } = house;
  const cover = color ?? random.pick(flatRoofs);
  const top = Math.round(eaves * 8);
  const outline: Outline = boxOutline(at, along, length, width);
  sketch.fill('buildings', outline, plain(mixed(cover, rim, 0.4), 134, 12, top + 3));
  const ridged: Lines = { across: along, periodMetres: random.pick([2.4, 5, 6]), profile: seams(random) };
  sketch.fill('roofs', boxOutline(at, along, length - 0.9, width - 0.9), slope(cover, 126, [eaves, 0, 0], ridged, 26));
  const machines = Math.min(14, Math.floor((length * width) / 190 + random.next()));
  for (let count = 0; count < machines; count++) {
    const place = shifted(at, along, random.between(-0.4, 0.4) * length, random.between(-0.36, 0.36) * width);
    const size = random.between(1.2, 3.2);
    sketch.fill(
      'roofs',
      boxOutline(place, along, size, size * random.between(0.5, 1)),
      plain(random.pick(flatRoofs), 140, 10, top + 10),
    );
  }
  if (length * width > 500 && random.chance(0.55)) paintSkylights(sketch, house, top);
  else if (length * width > 220 && random.chance(0.3)) paintPanelRows(sketch, house, top, random);
}

const seams = (random: Random): Int8Array => {
  const depth = random.between(2, 9);
  return Int8Array.from({ length: 256 }, (_, at) => Math.round(at < 24 ? -depth : at < 40 ? depth : 0));
};

function paintSkylights(sketch: Sketch, { at, along, length, width }: House, top: number): void {
  for (let place = -length / 2 + 6; place < length / 2 - 4; place += 8) {
    const outline = boxOutline(shifted(at, along, place, 0), along, 1.6, width * 0.72);
    sketch.fill('roofs', outline, plain(ink(0.4, 0.43, 0.45), 128, 12, top + 4));
  }
}

function paintPanelRows(sketch: Sketch, { at, along, length, width }: House, top: number, random: Random): void {
  const share = random.between(0.5, 0.85);
  for (let place = -width / 2 + 2; place < width / 2 - 2; place += 2.6) {
    sketch.fill(
      'roofs',
      boxOutline(shifted(at, along, 0, place), along, length * share, 1.7),
      plain(panel, 136, 8, top + 3),
    );
  }
}
