import type { Drawable } from '../draw/sketch.ts';
import { type ScalarGrid, rowIn, valueIn } from '../noise/scalar-grid.ts';
import type { Canvas } from '../paint/canvas.ts';
import { type Ink, mixed } from '../paint/ink.ts';
import { clumpBits, clumps, grain, grainBits } from '../paint/textures.ts';

export type WaterLook = {
  /** Inks by depth: from the edge of the land (first) to deep water (last), one every half metre. */
  readonly inks: readonly Ink[];
  /** Metres of depth at the first ink: negative is dry shore. */
  readonly from: number;
  readonly waves: number;
};

const perStep = 8;
const clumpMask = (1 << clumpBits) - 1;
const grainMask = (1 << grainBits) - 1;

/** Water and its shore, from a grid of depths (metres, negative above water). */
export function waterOn(depths: ScalarGrid, look: WaterLook): Drawable {
  const table = depthTable(look);
  return {
    box: [-1e6, -1e6, 1e6, 1e6],
    paint(canvas) {
      if (!isNear(depths, canvas, look.from - 1)) return;
      const deep = new Float32Array(canvas.width);
      for (let row = 0; row < canvas.height; row++) paintRow(canvas, row, depths, look, table, deep);
    },
  };
}

/** Between the inks there are seven more. */
const depthTable = ({ inks }: WaterLook): Uint32Array =>
  Uint32Array.from({ length: (inks.length - 1) * perStep + 1 }, (_, at) => {
    const step = Math.min(inks.length - 2, Math.floor(at / perStep));
    return mixed(inks[step]!, inks[step + 1]!, at / perStep - step);
  });

function paintRow(
  canvas: Canvas,
  row: number,
  depths: ScalarGrid,
  look: WaterLook,
  table: Uint32Array,
  deep: Float32Array,
): void {
  const { west, north, gsd, width, inks, tones, heights, column } = canvas;
  const y = north - (row + 0.5) * gsd;
  rowIn(depths, west, y, gsd, deep);
  const line = (Math.floor(y) & clumpMask) << clumpBits;
  const fineLine = ((canvas.row + row) & grainMask) << grainBits;
  const last = table.length - 1;
  const step = Math.round(gsd * 16_384);
  const start = Math.round((west + 4096) * 16_384);
  for (let x = 0, at = row * width; x < width; x++, at++) {
    const depth = deep[x]!;
    if (depth < look.from - 0.8) continue;
    const patch = clumps[line | (((start + x * step) >> 14) & clumpMask)]! - 128;
    const fine = grain[fineLine | ((column + x) & grainMask)]! - 128;
    const wobbled = depth + patch * 0.006 + fine * 0.0025;
    if (wobbled < look.from) continue;
    const entry = ((wobbled - look.from) * 2 * perStep) | 0;
    const isWet = wobbled > 0;
    inks[at] = table[entry > last ? last : entry]!;
    tones[at] = isWet ? 128 + ((fine * look.waves + patch * 5) >> 7) : 128 + ((fine * 34 + patch * 16) >> 7);
    heights[at] = 0;
  }
}

function isNear(grid: ScalarGrid, { west, north, width, height, gsd }: Canvas, above: number): boolean {
  for (let y = north; y >= north - height * gsd - 12; y -= 12) {
    for (let x = west; x <= west + width * gsd + 12; x += 12) if (valueIn(grid, x, y) > above) return true;
  }
  return false;
}
