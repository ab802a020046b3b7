import type { Locate } from './locate.ts';

/**
 * A rectangle of target pixels with the source position of each: the centre of the pixel `i` columns and `j` rows from
 * its first lies at x + i*xi + j*xj + i*j*xij. Counted from a fixed corner, so that every window gives the same position.
 */
export type Facet = {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly xi: number;
  readonly xj: number;
  readonly xij: number;
  readonly y: number;
  readonly yi: number;
  readonly yj: number;
  readonly yij: number;
};

export type Point = readonly [number, number];

export type Corners = readonly [topLeft: Point, topRight: Point, bottomLeft: Point, bottomRight: Point];

/** A square of pixels between the exact positions of its first pixel and of the ones right after its last. */
export function facetBetween(column: number, row: number, size: number, [p00, p10, p01, p11]: Corners): Facet {
  const square = size * size;
  return {
    column,
    row,
    width: size,
    height: size,
    x: p00[0],
    xi: (p10[0] - p00[0]) / size,
    xj: (p01[0] - p00[0]) / size,
    xij: (p11[0] - p10[0] - p01[0] + p00[0]) / square,
    y: p00[1],
    yi: (p10[1] - p00[1]) / size,
    yj: (p01[1] - p00[1]) / size,
    yij: (p11[1] - p10[1] - p01[1] + p00[1]) / square,
  };
}

/** The same pixels on an overview. */
export const scaleFacet = (facet: Facet, sx: number, sy: number): Facet => ({
  ...facet,
  x: facet.x * sx,
  xi: facet.xi * sx,
  xj: facet.xj * sx,
  xij: facet.xij * sx,
  y: facet.y * sy,
  yi: facet.yi * sy,
  yj: facet.yj * sy,
  yij: facet.yij * sy,
});

export const isFinitePoint = ([x, y]: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

export const centreOf = (toSource: Locate, column: number, row: number): Point => toSource(column + 0.5, row + 0.5);

export const cornersOf = (toSource: Locate, column: number, row: number, size: number): Corners => [
  centreOf(toSource, column, row),
  centreOf(toSource, column + size, row),
  centreOf(toSource, column, row + size),
  centreOf(toSource, column + size, row + size),
];

/** How far the middles of a square and of its sides are from where a straight line would have them; infinite without one. */
export function bendOf(toSource: Locate, column: number, row: number, size: number, corners: Corners): number {
  if (!corners.every(isFinitePoint)) return Infinity;
  const half = size / 2;
  const [p00, p10, p01, p11] = corners;
  return Math.max(
    missOf(centreOf(toSource, column + half, row), p00, p10),
    missOf(centreOf(toSource, column, row + half), p00, p01),
    missOf(centreOf(toSource, column + size, row + half), p10, p11),
    missOf(centreOf(toSource, column + half, row + size), p01, p11),
    missOf(centreOf(toSource, column + half, row + half), p00, p11),
    missOf(centreOf(toSource, column + half, row + half), p10, p01),
  );
}

function missOf(exact: Point, one: Point, other: Point): number {
  const miss = Math.hypot(exact[0] - (one[0] + other[0]) / 2, exact[1] - (one[1] + other[1]) / 2);
  return Number.isNaN(miss) ? Infinity : miss;
}
