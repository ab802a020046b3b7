import { cosine, sine } from './noise/angles.ts';
import type { Scene } from './scene.ts';

/** The grid of pixels around a footprint that is turned in it. */
export type SceneFrame = {
  readonly width: number;
  readonly height: number;
  /** The outer corner in local metres, a whole number of pixels from the origin. */
  readonly west: number;
  readonly north: number;
  /** The columns of a row that lie in the footprint: from the first up to the second. */
  span(row: number): readonly [number, number];
};

export function frameOf({ size, middle, turn, gsd }: Scene): SceneFrame {
  const [c, s] = [cosine(turn), sine(turn)];
  const [a, b] = [size[0] / 2, size[1] / 2];
  const corners = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ].map(([x, y]) => [middle[0] + c * x! - s * y!, middle[1] + s * x! + c * y!] as const);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const west = Math.floor(Math.min(...xs) / gsd) * gsd;
  const north = Math.ceil(Math.max(...ys) / gsd) * gsd;
  const width = Math.ceil((Math.max(...xs) - west) / gsd);
  const height = Math.ceil((north - Math.min(...ys)) / gsd);
  const spanOf = (row: number): readonly [number, number] => {
    const y = north - (row + 0.5) * gsd;
    const crossed = corners.flatMap(([x1, y1], at) => {
      const [x2, y2] = corners[(at + 1) % 4]!;
      return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    });
    if (crossed.length < 2) return [0, 0];
    const pixel = (x: number) => Math.max(0, Math.min(width, Math.ceil((x - west) / gsd - 0.5)));
    return [pixel(Math.min(...crossed)), pixel(Math.max(...crossed))];
  };
  // Asked for every row of every window.
  const known: (readonly [number, number])[] = [];
  return { width, height, west, north, span: (row) => (known[row] ??= spanOf(row)) };
}
