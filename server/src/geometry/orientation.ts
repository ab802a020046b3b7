import { jsts } from './jsts.ts';

const errorBound = 4 * Number.EPSILON;

/** Positive when c lies left of the line from a to b, negative when right, 0 when on it; right where rounding is not. */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  // Of places with the same x or y the products are exact.
  if (left === 0 && right === 0) return 0;
  const difference = left - right;
  if (Math.abs(difference) > errorBound * (Math.abs(left) + Math.abs(right))) return difference;
  return jsts().algorithm.Orientation.index({ x: ax, y: ay }, { x: bx, y: by }, { x: cx, y: cy });
}
