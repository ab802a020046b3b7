import type { PixelWindow } from '../pixels.ts';
import type { GroundGrid } from '../raster.ts';
import type { Located } from './locate.ts';
import { meet } from '../blocks.ts';

const steps = 16;

/** The pixels of a target that a source may touch, rather more than fewer; null where there are none. */
export function reachOf(source: GroundGrid, target: GroundGrid, { toTarget, affine }: Located): PixelWindow | null {
  const whole = { column: 0, row: 0, width: target.width, height: target.height };
  const points = pointsOf(source, affine === null ? steps : 1, toTarget);
  const xs = rangeOf(points.map((line) => line.map(([x]) => x)));
  const ys = rangeOf(points.map((line) => line.map(([, y]) => y)));
  if (xs === null || ys === null) return whole;
  return meet(whole, { column: xs[0], row: ys[0], width: xs[1] - xs[0], height: ys[1] - ys[0] });
}

function pointsOf({ width, height }: GroundGrid, count: number, toTarget: Located['toTarget']) {
  const places = Array.from({ length: count + 1 }, (_, index) => index / count);
  return places.map((y) => places.map((x) => toTarget(x * width, y * height)));
}

/** Widened by the longest way between neighbours, for what lies between points; null where a point is nowhere. */
function rangeOf(lines: readonly (readonly number[])[]): readonly [number, number] | null {
  let [low, high, longest] = [Infinity, -Infinity, 0];
  for (const [row, line] of lines.entries()) {
    for (const [column, value] of line.entries()) {
      if (!Number.isFinite(value)) return null;
      [low, high] = [Math.min(low, value), Math.max(high, value)];
      const [left, above] = [line[column - 1] ?? value, lines[row - 1]?.[column] ?? value];
      if (lines.length > 2) longest = Math.max(longest, Math.abs(value - left), Math.abs(value - above));
    }
  }
  return [Math.floor(low - longest) - 2, Math.ceil(high + longest) + 2];
}
