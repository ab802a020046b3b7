import type { PixelToWorld } from '../georeference.ts';
import type { PixelWindow } from '../pixels.ts';
import type { GroundGrid } from '../raster.ts';
import { meet } from '../blocks.ts';
import {
  type Corners,
  type Facet,
  type Point,
  bendOf,
  centreOf,
  cornersOf,
  facetBetween,
  isFinitePoint,
} from './facet.ts';
import type { Locate } from './locate.ts';
import { type RegionOf, cellSize } from './region.ts';

export type FacetsIn = (window: PixelWindow) => readonly Facet[];

/** One matrix for all pixels. */
export function affineFacets({ width, height }: GroundGrid, [a, b, c, d, e, f]: PixelToWorld): FacetsIn {
  const [x, y] = [(a + b) / 2 + c, (d + e) / 2 + f];
  const facet = { column: 0, row: 0, width, height, x, xi: a, xj: b, xij: 0, y, yi: d, yj: e, yij: 0 };
  return () => [facet];
}

/** Exact positions on a grid of cells, straight lines between; cells that bend too much are divided until they do not. */
export function projectedFacets(toSource: Locate, regionOf: RegionOf): FacetsIn {
  return (window) => {
    const { column, row, width, height } = window;
    const facets: Facet[] = [];
    const [left, top] = [Math.floor(column / cellSize), Math.floor(row / cellSize)];
    const [right, bottom] = [Math.ceil((column + width) / cellSize), Math.ceil((row + height) / cellSize)];
    let above = lineOf(toSource, left, right, top);
    for (let down = top; down < bottom; down++) {
      const below = lineOf(toSource, left, right, down + 1);
      for (let across = left; across < right; across++) {
        const at = across - left;
        const corners: Corners = [above[at]!, above[at + 1]!, below[at]!, below[at + 1]!];
        const cell = { column: across * cellSize, row: down * cellSize, size: cellSize, corners };
        const { isSmooth, tolerance, fullShrink } = regionOf(cell.column, cell.row);
        if (isSmooth && corners.every(isFinitePoint))
          facets.push(facetBetween(cell.column, cell.row, cellSize, corners));
        else divide({ facets, toSource, tolerance, longest: 32 * Math.max(1, fullShrink), window }, cell);
      }
      above = below;
    }
    return facets;
  };
}

function lineOf(toSource: Locate, left: number, right: number, down: number): readonly Point[] {
  return Array.from({ length: right - left + 1 }, (_, index) =>
    centreOf(toSource, (left + index) * cellSize, down * cellSize),
  );
}

type Cell = { readonly column: number; readonly row: number; readonly size: number; readonly corners: Corners };

type Division = {
  readonly facets: Facet[];
  readonly toSource: Locate;
  readonly tolerance: number;
  /** No step from one pixel to the next is so long, but where the world begins again. */
  readonly longest: number;
  readonly window: PixelWindow;
};

function divide(division: Division, { column, row, size, corners }: Cell): void {
  const { facets, toSource, tolerance, window } = division;
  if (meet(window, { column, row, width: size, height: size }) === null) return;
  if (size === 1) {
    if (isFinitePoint(corners[0])) facets.push(singlePixel(column, row, corners, division.longest));
    return;
  }
  if (bendOf(toSource, column, row, size, corners) <= tolerance) {
    facets.push(facetBetween(column, row, size, corners));
    return;
  }
  // Where the target is nowhere in the source's system, it is so for many pixels around.
  if (isNowhere(toSource, column, row, size, corners)) return;
  const half = size / 2;
  for (const y of [row, row + half]) {
    for (const x of [column, column + half]) {
      divide(division, { column: x, row: y, size: half, corners: cornersOf(toSource, x, y, half) });
    }
  }
}

function singlePixel(column: number, row: number, corners: Corners, longest: number): Facet {
  const [only] = corners;
  const isNear = ([x, y]: Point) => Math.hypot(x - only[0], y - only[1]) <= longest;
  return facetBetween(column, row, 1, corners.every(isNear) ? corners : [only, only, only, only]);
}

function isNowhere(toSource: Locate, column: number, row: number, size: number, corners: Corners): boolean {
  const half = size / 2;
  const between = cornersOf(toSource, column, row, half);
  const sides = [centreOf(toSource, column + size, row + half), centreOf(toSource, column + half, row + size)];
  return ![...corners, ...between, ...sides].some(isFinitePoint);
}
