import type { ImageInfo } from '../image.ts';
import type { PixelWindow } from '../pixels.ts';
import { meet } from '../blocks.ts';
import { bendOf, cornersOf, isFinitePoint } from './facet.ts';
import type { Locate } from './locate.ts';

/** Positions are exact on every so many pixels. */
export const cellSize = 32;

/** Level and care are chosen for squares that lie fixed on the target, so that a window's place changes no pixel. */
export const regionSize = 512;

export type Region = {
  readonly level: number;
  /** Source pixels of that level to a target pixel. */
  readonly shrink: number;
  /** The same of level 0. */
  readonly fullShrink: number;
  /** How far a position may be off, in pixels of level 0. */
  readonly tolerance: number;
  /** Whether cells need no looking at one by one. */
  readonly isSmooth: boolean;
};

export type RegionOf = (column: number, row: number) => Region;

/** An overview may be enlarged by this much. */
const littleEnlarged = 1.05;

/** The largest factor that is not above the shrinking; levels lie largest first. */
function chooseLevel({ width, height, levels }: ImageInfo, shrink: number): number {
  let chosen = 0;
  for (const [index, level] of levels.entries()) {
    const factor = Math.sqrt((width / level.width) * (height / level.height));
    if (index > 0 && factor <= shrink * littleEnlarged) chosen = index;
  }
  return chosen;
}

export function regionsOf(
  info: ImageInfo,
  reach: PixelWindow | null,
  toSource: Locate,
  maxErrorPixels: number,
): RegionOf {
  const known = new Map<string, Region>();
  return (column, row) => {
    const [across, down] = [Math.floor(column / regionSize), Math.floor(row / regionSize)];
    const key = `${across},${down}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= 4096) known.clear();
    const square = { column: across * regionSize, row: down * regionSize, width: regionSize, height: regionSize };
    const made = describe(info, (reach === null ? null : meet(square, reach)) ?? square, toSource, maxErrorPixels);
    known.set(key, made);
    return made;
  };
}

function describe(info: ImageInfo, part: PixelWindow, toSource: Locate, maxErrorPixels: number): Region {
  const fullShrink = shrinkIn(part, toSource);
  const level = chooseLevel(info, fullShrink);
  const { width, height } = info.levels[level]!;
  const shrink = fullShrink / Math.sqrt((info.width / width) * (info.height / height));
  const tolerance = maxErrorPixels * Math.max(1, fullShrink);
  return { level, shrink, fullShrink, tolerance, isSmooth: isSmoothIn(part, toSource, tolerance / 4) };
}

/** The least of nine places: none is enlarged. */
function shrinkIn({ column, row, width, height }: PixelWindow, toSource: Locate): number {
  let least = Infinity;
  for (const v of [0, 0.5, 1]) {
    for (const u of [0, 0.5, 1]) {
      const [x, y] = [Math.floor(column + u * (width - 1)), Math.floor(row + v * (height - 1))];
      const [p, right, below] = cornersOf(toSource, x, y, 1);
      const area = (right[0] - p[0]) * (below[1] - p[1]) - (right[1] - p[1]) * (below[0] - p[0]);
      const shrink = Math.sqrt(Math.abs(area));
      if (isFinitePoint(p) && shrink > 0 && shrink < least) least = shrink;
    }
  }
  return Number.isFinite(least) ? least : 1;
}

function isSmoothIn({ column, row, width, height }: PixelWindow, toSource: Locate, tolerance: number): boolean {
  const [left, top] = [snap(column), snap(row)];
  const [right, bottom] = [snap(column + width - 1), snap(row + height - 1)];
  const places = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
    [snap((left + right) / 2), snap((top + bottom) / 2)],
  ] as const;
  return places.every(([x, y]) => bendOf(toSource, x, y, cellSize, cornersOf(toSource, x, y, cellSize)) <= tolerance);
}

const snap = (value: number) => Math.floor(value / cellSize) * cellSize;
