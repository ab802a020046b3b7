import { cosine, sine } from '../noise/angles.ts';
import { type Canvas, heightSteps } from './canvas.ts';
import type { SunPosition } from './sun.ts';

/** How shadows run over rows of pixels: what stands on one row darkens the next one away from the sun. */
export type ShadowRun = {
  /** Rows are taken from the south (-1, upwards) or from the north (1). */
  readonly direction: 1 | -1;
  /** Pixels to the east for every row towards the sun. */
  readonly drift: number;
  /** How much lower the shadow is one row on, in 1/256 of a height step. */
  readonly drop: number;
  /** Rows, and columns on either side, that can throw a shadow into a picture. */
  readonly reachRows: number;
  readonly reachColumns: number;
};

/** The ridge of the largest town house, with its chimney. */
const tallestMetres = 18;
const fixed = 256;
/** Over this much height a shadow goes from none to full. */
const softSteps = 4;

export function shadowRun({ azimuth, elevation }: SunPosition, gsd: number): ShadowRun {
  const [east, north] = [sine(azimuth), cosine(azimuth)];
  const drift = east / Math.abs(north);
  const tangent = sine(elevation) / cosine(elevation);
  const dropMetres = gsd * Math.sqrt(1 + drift * drift) * tangent;
  const reachRows = Math.ceil(tallestMetres / dropMetres);
  return {
    direction: north < 0 ? -1 : 1,
    drift,
    drop: Math.round(dropMetres * heightSteps * fixed),
    reachRows,
    reachColumns: Math.ceil(reachRows * Math.abs(drift)) + 1,
  };
}

/** The share of direct sun (0 to 255) on every pixel, into `lit`. */
export function castShadows(canvas: Canvas, run: ShadowRun, lit: Uint8Array): void {
  const { width, height, heights } = canvas;
  let above = new Int32Array(width);
  let next = new Int32Array(width);
  const soften = softenTable();
  for (let step = 0; step < height; step++) {
    const row = run.direction === -1 ? height - 1 - step : step;
    const shift = shiftAt(canvas.row + row, run);
    const base = row * width;
    const from = Math.max(0, -shift);
    const to = Math.min(width, width - shift);
    for (let x = 0; x < width; x++) {
      const own = heights[base + x]! * fixed;
      const shadow = x >= from && x < to ? above[x + shift]! - run.drop : 0;
      const over = (shadow - own) >> 6;
      lit[base + x] = over <= 0 ? 255 : over >= softLength ? 0 : soften[over]!;
      next[x] = shadow > own ? shadow : own;
    }
    [above, next] = [next, above];
  }
}

const softLength = (softSteps * fixed) >> 6;

const softenTable = () =>
  Uint8Array.from({ length: softLength }, (_, over) => 255 - Math.round((255 * over) / softLength));

/** Whole pixels: between rows they add up to the sun's direction, wherever the canvas begins. */
function shiftAt(row: number, { drift, direction }: ShadowRun): number {
  const towardsSun = row - direction;
  return direction === -1
    ? Math.round(drift * towardsSun) - Math.round(drift * row)
    : Math.round(-drift * towardsSun) - Math.round(-drift * row);
}
