import type { PixelWindow } from '../pixels.ts';
import { halfSizeOf, highOf, lowOf } from './box.ts';
import { meet } from '../blocks.ts';
import type { Facet } from './facet.ts';
import type { LevelSize } from './kernels/averaged.ts';

type Range = readonly [low: number, high: number];

/** What a facet's pixels in a window look at, in source pixels; null where that is nothing of the level. */
export type Look = (facet: Facet, xs: Range, ys: Range) => readonly [xs: Range, ys: Range] | null;

/** The pixels that centres lie in, and so many around. */
export const lookAround =
  ({ width, height }: LevelSize, apron: number): Look =>
  (_, [left, right], [top, bottom]) => {
    const isOut = !(right > -1 && bottom > -1 && left < width + 1 && top < height + 1);
    if (isOut) return null;
    const edge = apron + 1;
    return [
      [left - edge, right + edge],
      [top - edge, bottom + edge],
    ];
  };

/** All that the pixels cover. */
export const lookOver =
  ({ width, height }: LevelSize): Look =>
  (facet, [left, right], [top, bottom]) => {
    const half = halfSizeOf(facet);
    const xs: Range = [lowOf(left, half.x, width), highOf(right, half.x, width)];
    const ys: Range = [lowOf(top, half.y, height), highOf(bottom, half.y, height)];
    return xs[1] > xs[0] && ys[1] > ys[0] ? [xs, ys] : null;
  };

export type Sight = { readonly facet: Facet; readonly part: PixelWindow };

/** The facets that see something of a level, and the one part of it that they see together; null where none does. */
export function sourceArea(facets: readonly Facet[], window: PixelWindow, { width, height }: LevelSize, look: Look) {
  const sights: Sight[] = [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const facet of facets) {
    const part = meet(facet, window);
    if (part === null) continue;
    const seen = look(facet, ...extentOf(facet, part));
    if (seen === null) continue;
    sights.push({ facet, part });
    [left, right] = [Math.min(left, seen[0][0]), Math.max(right, seen[0][1])];
    [top, bottom] = [Math.min(top, seen[1][0]), Math.max(bottom, seen[1][1])];
  }
  if (sights.length === 0) return null;
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const area = { column, row, width: Math.ceil(right) - column, height: Math.ceil(bottom) - row };
  const inside = meet(area, { column: 0, row: 0, width, height });
  return inside === null ? null : { sights, area: inside };
}

/** Positions between four corners lie between them. */
function extentOf(facet: Facet, part: PixelWindow): readonly [Range, Range] {
  const { x, xi, xj, xij, y, yi, yj, yij } = facet;
  const [left, top] = [part.column - facet.column, part.row - facet.row];
  const [right, bottom] = [left + part.width - 1, top + part.height - 1];
  const xs: number[] = [];
  const ys: number[] = [];
  for (const j of [top, bottom]) {
    for (const i of [left, right]) {
      xs.push(x + i * xi + j * (xj + i * xij));
      ys.push(y + i * yi + j * (yj + i * yij));
    }
  }
  return [
    [Math.min(...xs), Math.max(...xs)],
    [Math.min(...ys), Math.max(...ys)],
  ];
}
