import { type ScalarGrid, gridOf, rowIn, valueIn } from '../noise/scalar-grid.ts';
import { fractalAt } from '../noise/noise.ts';
import type { Canvas } from './canvas.ts';
import { type SunPosition, sunVector } from './sun.ts';
import { clumpBits, clumps } from './textures.ts';

export type CloudPlan = {
  readonly seed: number;
  /** The share of the sky that is to be covered, about. */
  readonly share: number;
  /** The size of a cloud in metres. */
  readonly size: number;
  readonly baseMetres: number;
};

export type CloudCover = {
  /** Whether a part of the scene has cloud or its shadow. */
  touches(canvas: Canvas): boolean;
  shadeRow(canvas: Canvas, row: number, lit: Uint8Array): void;
  coverRow(canvas: Canvas, row: number, seen: Uint32Array): void;
  /** 0 (clear) to 1. */
  opacityAt(x: number, y: number): number;
};

const step = 9;
const levels = 256;
const clumpMask = (1 << clumpBits) - 1;

/** Clouds over the square of `half` metres around the origin; their shadows lie away from the sun. */
export function createClouds(plan: CloudPlan, sun: SunPosition, half: number): CloudCover {
  const [east, north, up] = sunVector(sun);
  const shift = [(east / up) * plan.baseMetres, (north / up) * plan.baseMetres] as const;
  // Wide enough that shadows are those of clouds, also at the edge.
  const wide = half + Math.ceil(Math.max(Math.abs(shift[0]), Math.abs(shift[1])));
  const density = gridOf(wide, step, densityIn(plan));
  const shadow = gridOf(half, step, (x, y) => soft(valueIn(density, x + shift[0], y + shift[1]) * 0.8));
  const shape = gridOf(half, step, (x, y) => {
    const towards = valueIn(density, x + (east / up) * 14, y + (north / up) * 14);
    return 0.5 + 0.9 * (valueIn(density, x, y) - towards) + 0.1 * fractalAt(x / 60, y / 60, plan.seed + 5, 3);
  });
  const opacity = opacityTable();
  return {
    touches: (canvas) => isSomewhere(density, canvas, -0.35) || isSomewhere(shadow, canvas, 0.004),
    shadeRow(canvas, row, lit) {
      const shade = rowFor(0, canvas.width);
      rowIn(shadow, canvas.west, canvas.north - (row + 0.5) * canvas.gsd, canvas.gsd, shade);
      for (let x = 0, at = row * canvas.width; x < canvas.width; x++, at++) {
        if (shade[x]! > 0) lit[at] = lit[at]! * (1 - 0.88 * shade[x]!);
      }
    },
    coverRow: (canvas, row, seen) => coverRow(canvas, row, seen, { density, shape, opacity }),
    opacityAt: (x, y) => soft(valueIn(density, x, y)),
  };
}

/** Below 0 clear, from 0.3 on white. */
const densityIn = ({ seed, share, size }: CloudPlan) => {
  const threshold = 0.62 - 1.05 * share;
  return (x: number, y: number) => {
    const bent = 0.25 * fractalAt(x / (size * 0.6), y / (size * 0.6), seed + 9, 2);
    const large = fractalAt(x / size + bent, y / size - bent, seed, 5);
    const billows = Math.abs(fractalAt(x / (size * 0.22), y / (size * 0.22), seed + 3, 4));
    return large + 0.18 - 0.5 * billows - threshold;
  };
};

const soft = (density: number): number => {
  const t = Math.max(0, Math.min(1, (density + 0.08) / 0.34));
  return t * t * (3 - 2 * t);
};

/** By density from -1 to 1. */
const opacityTable = () => Uint8Array.from({ length: levels }, (_, at) => Math.round(255 * soft((at - 128) / 128)));

type Cover = { readonly density: ScalarGrid; readonly shape: ScalarGrid; readonly opacity: Uint8Array };

function coverRow(canvas: Canvas, row: number, seen: Uint32Array, { density, shape, opacity }: Cover): void {
  const { width, west, north, gsd } = canvas;
  const [thick, form] = [rowFor(0, width), rowFor(1, width)];
  const y = north - (row + 0.5) * gsd;
  rowIn(density, west, y, gsd, thick);
  rowIn(shape, west, y, gsd, form);
  const line = (Math.floor(y * 2) & clumpMask) << clumpBits;
  for (let x = 0, at = row * width; x < width; x++, at++) {
    const value = thick[x]!;
    if (value < -0.35) continue;
    const wisp = clumps[line | (Math.floor((west + x * gsd) * 2) & clumpMask)]! - 128;
    const entry = Math.max(0, Math.min(levels - 1, (value * 128 + 128 + wisp * 0.16) | 0));
    const share = opacity[entry]!;
    if (share === 0) continue;
    const white = Math.max(158, Math.min(251, 204 + (form[x]! - 0.3) * 105 + wisp * 0.06)) | 0;
    const under = seen[at]!;
    const rest = 255 - share;
    const red = ((under >>> 20) * rest + (white - 2) * share) >> 8;
    const green = (((under >>> 10) & 1023) * rest + white * share) >> 8;
    const blue = ((under & 1023) * rest + (white + 3) * share) >> 8;
    seen[at] = (red << 20) | (green << 10) | blue;
  }
}

/** Rows are asked for one after another: they share their memory. */
function rowFor(use: 0 | 1, width: number): Float32Array {
  if (rows[use].length !== width) rows[use] = new Float32Array(width);
  return rows[use];
}

const rows: [Float32Array, Float32Array] = [new Float32Array(), new Float32Array()];

function isSomewhere(grid: ScalarGrid, canvas: Canvas, above: number): boolean {
  const { west, north, width, height, gsd } = canvas;
  for (let y = north + step; y >= north - height * gsd - step; y -= step) {
    for (let x = west - step; x <= west + width * gsd + step; x += step) if (valueIn(grid, x, y) > above) return true;
  }
  return false;
}
