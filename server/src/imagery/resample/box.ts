import type { Facet } from './facet.ts';

/** Half of what a target pixel covers, in source pixels, along both axes. */
export type HalfSize = { readonly x: number; readonly y: number };

export const halfSizeOf = ({ xi, xj, yi, yj }: Facet): HalfSize => ({
  x: Math.max(0.5, Math.hypot(xi, xj) / 2),
  y: Math.max(0.5, Math.hypot(yi, yj) / 2),
});

/** No pixel looks at more than this many source pixels along an axis: without overviews it could be the whole file. */
const longest = 2048;

export const lowOf = (centre: number, half: number, size: number): number => edgeOf(centre, half, size, -1);

export const highOf = (centre: number, half: number, size: number): number => edgeOf(centre, half, size, 1);

/** An edge of the part of the image that a pixel covers; both edges grow with the centre. */
function edgeOf(centre: number, half: number, size: number, side: -1 | 1): number {
  const [low, high] = [Math.max(0, centre - half), Math.min(size, centre + half)];
  if (high - low <= longest) return side < 0 ? low : high;
  return (low + high + side * longest) / 2;
}
