import type { SunPosition } from './sun.ts';

export type Rgb = readonly [number, number, number];

/** What sun, air and camera make of reflected light. */
export type Air = {
  readonly sun: SunPosition;
  /** Light that never touched the ground, 0 (clear) to 0.06 (hazy). */
  readonly haze: number;
  readonly exposure: number;
  readonly cast: Rgb;
};

/** Tables from what a pixel is made of to what the camera writes. */
export type Development = {
  /** By the share of direct sun (0 to 255), for each color: 256 is full light. */
  readonly light: readonly [Int32Array, Int32Array, Int32Array];
  /** By (ink * tone * light) >> 14, for each color. */
  readonly curve: readonly [Uint8Array, Uint8Array, Uint8Array];
};

const curveLength = 8192;
export const curveShift = 14;
/** What full ink, even tone and full light give, by the table's index. */
const fullIndex = 2046;
const fullReflectance = 0.64;

/** Light from the sky alone: blue. */
const skyShare: Rgb = [0.13, 0.175, 0.25];
const airColor: Rgb = [0.55, 0.8, 1.15];

const reflectanceAt = (index: number): number => (index / fullIndex) * fullReflectance;

export function developmentOf(air: Air): Development {
  return {
    light: triple((color) => lightTable(skyShare[color]! + air.haze * 1.5)),
    curve: triple((color) => curveTable(air, color)),
  };
}

const triple = <T>(of: (color: number) => T): readonly [T, T, T] => [of(0), of(1), of(2)];

const lightTable = (sky: number): Int32Array =>
  Int32Array.from({ length: 256 }, (_, sun) => Math.round(256 * (sky + (1 - sky) * (sun / 255))));

function curveTable({ haze, exposure, cast }: Air, color: number): Uint8Array {
  return Uint8Array.from({ length: curveLength }, (_, index) => {
    const seen = reflectanceAt(index) * (1 - haze * 2) * exposure * cast[color]! + haze * airColor[color]!;
    return Math.round(255 * camera(Math.max(0, seen)));
  });
}

/** A square root for the eye, a foot that deepens shadows and a shoulder that keeps white roofs from burning out. */
function camera(light: number): number {
  const root = Math.sqrt(light);
  const footed = root * (0.72 + 0.5 * root - 0.18 * root * root);
  return Math.min(1, footed < 0.75 ? footed : 0.75 + (footed - 0.75) / (1 + 1.6 * (footed - 0.75)));
}
