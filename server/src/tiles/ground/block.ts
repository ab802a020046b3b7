import { vicinityOf } from '../../grid/cover/vicinity.ts';
import { tileSteps } from '../../grid/cell.ts';
import { quadrants } from '../../grid/quadrant.ts';
import { centralMeridian, degreesOffMeridian, poleNorthing } from '../../grid/utm.ts';
import { type Ring, clipToBox } from './clip-ring.ts';
import type { DegreePolygon } from './polygons.ts';
import { projectRing } from './project-ring.ts';

/** Squares of 640 km along a zone's meridian: wider than the zone, so that one column of them holds all its cells. */
export const blockSide = 640_000;
const blockRows = 16;
/** Beyond the farthest side of a zone's cells. */
const farthest = 345_000;

/** In degrees; wider than the border of what was cut off is followed loosely. */
const margin = 0.05;

/** Degrees from meridian and equator that the cells of a row of blocks can reach. */
type Reach = { readonly most: number; readonly south: number; readonly north: number };

const reaches: readonly Reach[] = Array.from({ length: blockRows }, (_, row) => reachOfRow(row));

function reachOfRow(row: number): Reach {
  const [bottom, top] = [row * blockSide, (row + 1) * blockSide];
  const latitudes = [bottom, top].map((v) => degreesOffMeridian(farthest, v)[1]);
  const hasPole = top > poleNorthing;
  const north = hasPole ? 90 : degreesOffMeridian(0, top)[1];
  const most = hasPole ? 180 : vicinityOf(tileSteps, north).mostDegreesAway + margin;
  return { most, south: row === 0 ? 0 : Math.min(...latitudes) - margin, north: hasPole ? 90 : north + margin };
}

/** Blocks are numbered in the order of zones and quadkeys. */
export const blockNumber = (zone: number, quadrant: number, row: number): number =>
  ((zone - 1) * 4 + quadrant) * blockRows + (quadrants[quadrant]!.isNorth ? blockRows - 1 - row : row);

export type Block = { readonly zone: number; readonly quadrant: number; readonly row: number };

export function blockOf(number: number): Block {
  const [place, quadrant] = [number % blockRows, Math.floor(number / blockRows) % 4];
  const row = quadrants[quadrant]!.isNorth ? blockRows - 1 - place : place;
  return { zone: Math.floor(number / blockRows / 4) + 1, quadrant, row };
}

export function blockQuadkey({ quadrant, row }: Block): string {
  const { isEast, isNorth } = quadrants[quadrant]!;
  let quadkey = String(quadrant);
  for (let half = blockRows / 2; half >= 1; half /= 2) {
    const isHigher = Math.floor(row / half) % 2 === 1;
    quadkey += (isHigher === isNorth ? 0 : 2) + (isEast ? 0 : 1);
  }
  return quadkey;
}

/** Adds the numbers of the blocks that may hold something of the polygon. */
export function addBlocks({ box: [west, south, east, north] }: DegreePolygon, numbers: Set<number>): void {
  for (let quadrant = 0; quadrant < 4; quadrant++) {
    const { isEast, isNorth } = quadrants[quadrant]!;
    const [low, high] = isNorth ? [south, north] : [-north, -south];
    for (let row = 0; row < blockRows; row++) {
      const reach = reaches[row]!;
      if (high < reach.south || low > reach.north) continue;
      // Central meridians that have the polygon near them, on this side.
      const [first, last] = isEast ? [west - reach.most, east] : [west, east + reach.most];
      const from = Math.ceil((first + 183) / 6);
      const to = Math.min(from + 59, Math.floor((last + 183) / 6));
      for (let zone = from; zone <= to; zone++)
        numbers.add(blockNumber(((((zone - 1) % 60) + 60) % 60) + 1, quadrant, row));
    }
  }
}

/** The polygon's rings in metres from meridian and equator, without what the block's cells cannot reach. */
export function ringsInBlock({ rings, box: around }: DegreePolygon, { zone, quadrant, row }: Block): readonly Ring[] {
  const { isEast, isNorth } = quadrants[quadrant]!;
  const { most, south, north } = reaches[row]!;
  const [sx, sy] = [isEast ? 1 : -1, isNorth ? 1 : -1];
  const [low, high] = isNorth ? [around[1], around[3]] : [-around[3], -around[1]];
  if (high <= south || low >= north) return [];
  const found: Ring[] = [];
  const meridian = centralMeridian(zone);
  // What lies across the antimeridian is a turn away.
  const firstTurn = Math.ceil((meridian - most - around[2]) / 360);
  const lastTurn = Math.floor((meridian + most - around[0]) / 360);
  for (let turn = firstTurn; turn <= lastTurn; turn++) {
    const toOffset = 360 * turn - meridian;
    const [left, right] = isEast
      ? [around[0] + toOffset, around[2] + toOffset]
      : [-around[2] - toOffset, -around[0] - toOffset];
    if (right <= 0 || left >= most) continue;
    const turned = rings.map((ring) => seenFrom(ring, toOffset, sx, sy));
    const box = [0, south, most, north] as const;
    for (const ring of clipToBox(turned, box)) found.push(projectRing(ring, box));
  }
  return found;
}

function seenFrom(ring: Ring, toOffset: number, sx: number, sy: number): Ring {
  const seen: number[] = [];
  for (let i = 0; i < ring.length; i += 2) seen.push(sx * (ring[i]! + toOffset), sy * ring[i + 1]!);
  return seen;
}
