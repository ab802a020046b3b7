import type { Brush, Canvas } from './canvas.ts';
import type { Ink } from './ink.ts';
import { clumpBits, clumps, grain, grainBits } from './textures.ts';

const grainMask = (1 << grainBits) - 1;
const clumpMask = (1 << clumpBits) - 1;
/** Metres as whole numbers of 2^-14: steps of a row add up without drifting. */
const fixedBits = 14;

/** The texture line under a row of the canvas, and where in it the canvas begins. */
const grainLine = (canvas: Canvas, row: number, shift: number) => ((canvas.row + row + shift) & grainMask) << grainBits;

const clumpLine = (canvas: Canvas, row: number) =>
  (Math.floor(canvas.north - (row + 0.5) * canvas.gsd) & clumpMask) << clumpBits;

/** An even surface with a little grain; `strength` in eighths of a tone. */
export function plain(color: Ink, tone = 128, strength = 24, height = 0, shift = 0): Brush {
  return (canvas, row, start, end) => {
    const line = grainLine(canvas, row, shift);
    const base = row * canvas.width;
    const { inks, tones, heights, column } = canvas;
    for (let x = start; x < end; x++) {
      inks[base + x] = color;
      tones[base + x] = tone + (((grain[line | ((column + x + shift) & grainMask)]! - 128) * strength) >> 7);
      heights[base + x] = height;
    }
  };
}

export type PatchyOptions = {
  /** Sixteen inks, chosen by the patches. */
  readonly ramp: Uint32Array;
  readonly tone: number;
  /** How much of the ramp the patches use: 128 is all of it. */
  readonly spread: number;
  /** Where in the ramp the average lies, 0 to 255. */
  readonly middle: number;
  /** How strongly patches and grain change the brightness. */
  readonly patches: number;
  readonly grain: number;
  /** Offsets that keep neighbours from having the same texture. */
  readonly shift: number;
  /** Darker and brighter lines, or null. */
  readonly lines: Lines | null;
};

export type Lines = {
  /** Across the lines. */
  readonly across: readonly [number, number];
  readonly periodMetres: number;
  /** 256 changes of the tone over one period. */
  readonly profile: Int8Array;
};

/** Ground that varies from patch to patch: grass, crops, soil. Everything but two textures is in tables: this is most of the work. */
export function patchy(options: PatchyOptions): Brush {
  const { lines, shift } = options;
  const { inkOf, inkAt, toneAt, fineTone } = tablesOf(options);
  const profile = lines?.profile ?? even;
  return (canvas, row, start, end) => {
    const { inks, tones, width, gsd } = canvas;
    const line = grainLine(canvas, row, shift);
    const patchLine = clumpLine(canvas, row + shift);
    const step = Math.round(gsd * (1 << fixedBits));
    let place = Math.round((canvas.west + 4096 + (start + 0.5) * gsd + (shift & 255)) * (1 << fixedBits));
    const phaseStep = lines === null ? 0 : Math.round(((lines.across[0] * gsd) / lines.periodMetres) * 2 ** 24);
    let phase = lines === null ? 0 : phaseAt(canvas, row, start, lines);
    let grainAt = canvas.column + start + shift;
    for (let at = row * width + start, last = row * width + end; at < last; at++) {
      const patch = clumps[patchLine | ((place >> fixedBits) & clumpMask)]!;
      const fine = grain[line | (grainAt & grainMask)]!;
      inks[at] = inkOf[inkAt[patch]! + (fine >> 3)]!;
      tones[at] = toneAt[patch]! + fineTone[fine]! + profile[(phase >> 16) & 255]!;
      place = (place + step) | 0;
      phase = (phase + phaseStep) | 0;
      grainAt = (grainAt + 1) | 0;
    }
  };
}

const even = new Int8Array(256);
/** Inks reach beyond both ends of the ramp, so that no index needs to be held within it. */
const [rampMargin, rampLength] = [320, 960];

function tablesOf({ ramp, tone, spread, middle, patches, grain: strength }: PatchyOptions) {
  const inkOf = new Uint32Array(rampLength);
  for (let at = 0; at < rampLength; at++) {
    inkOf[at] = ramp[Math.max(0, Math.min(15, (at - rampMargin - 16) >> 4))]!;
  }
  const [inkAt, toneAt, fineTone] = [new Int16Array(256), new Int16Array(256), new Int16Array(256)];
  for (let value = 0; value < 256; value++) {
    inkAt[value] = rampMargin + middle + (((value - 128) * spread) >> 7);
    toneAt[value] = tone + (((value - 128) * patches) >> 7);
    fineTone[value] = ((value - 128) * strength) >> 7;
  }
  return { inkOf, inkAt, toneAt, fineTone };
}

function phaseAt(canvas: Canvas, row: number, start: number, { across, periodMetres }: Lines): number {
  const x = canvas.west + (start + 0.5) * canvas.gsd;
  const y = canvas.north - (row + 0.5) * canvas.gsd;
  const turns = (x * across[0] + y * across[1]) / periodMetres;
  return Math.floor((turns - Math.floor(turns)) * 2 ** 24);
}

/** A plane that stands above the ground: `height` at the origin of local metres and its rise to the east and north. */
export type Plane = readonly [height: number, east: number, north: number];

/** A face of a roof. */
export function slope(
  color: Ink,
  tone: number,
  [height, east, north]: Plane,
  lines: Lines | null,
  strength = 20,
): Brush {
  return (canvas, row, start, end) => {
    const { inks, tones, heights, column, width, gsd } = canvas;
    const line = grainLine(canvas, row, color & 127);
    const base = row * width;
    const y = canvas.north - (row + 0.5) * gsd;
    let above = (height + east * (canvas.west + (start + 0.5) * gsd) + north * y) * 8;
    const rise = east * gsd * 8;
    const profile = lines?.profile ?? even;
    const phaseStep = lines === null ? 0 : Math.round(((lines.across[0] * gsd) / lines.periodMetres) * 2 ** 24);
    let phase = lines === null ? 0 : phaseAt(canvas, row, start, lines);
    for (let x = start; x < end; x++) {
      inks[base + x] = color;
      const fine = ((grain[line | ((column + x) & grainMask)]! - 128) * strength) >> 7;
      tones[base + x] = tone + fine + profile[(phase >> 16) & 255]!;
      heights[base + x] = above < 0 ? 0 : above > 255 ? 255 : above;
      above += rise;
      phase = (phase + phaseStep) | 0;
    }
  };
}
