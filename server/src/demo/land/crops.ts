import type { Moment } from '../moment.ts';
import { type Random, createRandom, hash } from '../noise/random.ts';
import { type Lines, patchy } from '../paint/brushes.ts';
import type { Brush } from '../paint/canvas.ts';
import { type Ink, ink, mixed, rampOf, scaled } from '../paint/ink.ts';

/** From a season on: the thin and the thick growth, and how strongly machines have drawn their lines. */
type Stage = readonly [season: number, thin: Ink, thick: Ink, lines: number];

const soil = ink(0.156, 0.124, 0.091);
const wetSoil = ink(0.105, 0.08, 0.058);
const drySoil = ink(0.202, 0.168, 0.128);
const young = ink(0.078, 0.096, 0.047);
const lush = ink(0.036, 0.07, 0.026);
const deep = ink(0.034, 0.058, 0.024);
const ripening = ink(0.115, 0.118, 0.056);
const ripe = ink(0.232, 0.188, 0.112);
const straw = ink(0.275, 0.235, 0.158);
const blossom = ink(0.205, 0.2, 0.05);

const winterCereal: readonly Stage[] = [
  [1, wetSoil, young, 8],
  [3.6, young, lush, 9],
  [5.6, lush, deep, 7],
  [6.4, lush, ripening, 8],
  [7.1, ripening, ripe, 9],
  [7.7, ripe, straw, 10],
  [8.3, straw, drySoil, 16],
  [9.2, soil, wetSoil, 9],
  [10.5, wetSoil, young, 7],
  [13, wetSoil, young, 7],
];
const rape: readonly Stage[] = [
  [1, young, lush, 7],
  [4.3, lush, lush, 6],
  [4.8, lush, blossom, 6],
  [5.4, blossom, lush, 6],
  [6.2, lush, ripening, 6],
  [7.2, ripening, scaled(ripe, 0.8), 7],
  [7.8, straw, drySoil, 15],
  [9, soil, young, 9],
  [13, young, lush, 6],
];
const maize: readonly Stage[] = [
  [1, soil, wetSoil, 7],
  [5.2, drySoil, soil, 9],
  [5.9, soil, young, 12],
  [6.7, young, lush, 10],
  [7.5, deep, lush, 6],
  [9.1, lush, ripening, 6],
  [9.9, ripening, straw, 9],
  [10.6, drySoil, straw, 12],
  [13, soil, wetSoil, 7],
];
const roots: readonly Stage[] = [
  [1, wetSoil, soil, 9],
  [5, drySoil, soil, 14],
  [6, soil, lush, 15],
  [7, lush, deep, 8],
  [9.5, lush, young, 8],
  [10.4, wetSoil, soil, 13],
  [13, wetSoil, soil, 9],
];
const ley: readonly Stage[] = [
  [1, ink(0.072, 0.09, 0.045), ink(0.06, 0.085, 0.038), 4],
  [5, ink(0.05, 0.08, 0.032), ink(0.042, 0.075, 0.028), 5],
  [6.1, ink(0.125, 0.13, 0.07), ink(0.08, 0.105, 0.046), 13],
  [6.8, ink(0.06, 0.086, 0.036), ink(0.048, 0.078, 0.032), 6],
  [8.2, ink(0.1, 0.112, 0.056), ink(0.07, 0.094, 0.042), 9],
  [13, ink(0.07, 0.088, 0.044), ink(0.058, 0.082, 0.038), 4],
];
const rotations = {
  rainFed: [winterCereal, winterCereal, maize, rape, roots, winterCereal, maize, ley],
  watered: [maize, ley, roots, maize, ley, winterCereal],
};
export type Rotation = keyof typeof rotations;

function stageAt(stages: readonly Stage[], season: number): Stage {
  const next = Math.max(
    1,
    stages.findIndex(([from]) => from > season),
  );
  const [before, after] = [stages[next - 1]!, stages[next]!];
  const share = (season - before[0]) / (after[0] - before[0]);
  return [
    season,
    mixed(before[1], after[1], share),
    mixed(before[2], after[2], share),
    before[3] + (after[3] - before[3]) * share,
  ];
}

/** What stands on a field: another crop every year. `across`: at right angles to how it is driven over. */
export function cropBrush(
  seed: number,
  across: readonly [number, number],
  moment: Moment,
  rotation: Rotation = 'rainFed',
): { field: Brush; headland: Brush } {
  const season = { year: Math.floor(moment.year + 0.3), offset: createRandom(hash(seed, 3)).between(-0.35, 0.35) };
  const random = createRandom(hash(seed, season.year));
  const crop = random.pick(rotations[rotation]);
  const [, thin, thick, strength] = stageAt(crop, Math.max(1, Math.min(12.9, moment.season + season.offset)));
  const shade = createRandom(hash(seed, 4)).between(0.86, 1.14);
  const ramp = rampOf(scaled(thin, shade), scaled(thick, shade));
  const look = {
    ramp,
    tone: 128,
    spread: random.between(90, 190),
    middle: random.between(100, 165),
    patches: random.between(10, 26),
    grain: random.between(16, 34),
    shift: hash(seed, 5) & 1023,
  };
  const lines = { across, periodMetres: random.pick([18, 21, 24, 27]), profile: machineLines(strength, random) };
  const turned: Lines = { ...lines, across: [-across[1], across[0]] };
  return {
    field: patchy({ ...look, lines }),
    headland: patchy({ ...look, tone: 122, middle: look.middle - 18, lines: turned }),
  };
}

/** One pass of the widest machine: narrower passes within it, a pair of wheel tracks, and nothing quite even. */
function machineLines(given: number, random: Random): Int8Array {
  const passes = random.pick([2, 3, 4, 6]);
  const strength = given * 1.5;
  const levels = Array.from({ length: passes }, () => random.between(-0.5, 0.5) * strength);
  const track = random.between(0.5, 1.4) * strength;
  const fine = random.between(0.1, 0.35) * strength;
  return Int8Array.from({ length: 256 }, (_, at) => {
    const place = (at / 256) * passes;
    const edge = Math.abs(place - Math.round(place)) < 0.04 ? -0.35 * strength : 0;
    const isTrack = (at >= 60 && at < 66) || (at >= 82 && at < 88);
    const row = (at & 15) < 8 ? fine : -fine;
    return Math.round(levels[Math.floor(place)]! + edge + row - (isTrack ? track * 1.6 : 0));
  });
}

export type GrassLook = 'meadow' | 'lawn' | 'rough' | 'verge';

const grasses: Readonly<Record<GrassLook, readonly [Ink, Ink]>> = {
  meadow: [ink(0.085, 0.102, 0.05), ink(0.045, 0.073, 0.03)],
  lawn: [ink(0.075, 0.1, 0.045), ink(0.05, 0.08, 0.034)],
  rough: [ink(0.115, 0.112, 0.066), ink(0.048, 0.066, 0.032)],
  verge: [ink(0.105, 0.11, 0.06), ink(0.06, 0.082, 0.038)],
};

/** Grass is browner late in summer and in drought years. */
export function grassBrush(look: GrassLook, seed: number, moment: Moment, tone = 128): Brush {
  const dry =
    Math.max(0, 1 - Math.abs(moment.season - 8.3) / 1.8) *
    (0.25 + 0.5 * ((hash(Math.floor(moment.year), 77) % 100) / 100));
  const [thin, thick] = grasses[look];
  const hay = ink(0.165, 0.148, 0.088);
  return patchy({
    ramp: rampOf(mixed(thin, hay, dry), mixed(thick, hay, dry * 0.5)),
    tone,
    spread: look === 'rough' ? 190 : 130,
    middle: 128,
    patches: look === 'rough' ? 26 : 16,
    grain: look === 'lawn' ? 20 : 34,
    shift: hash(seed, 5) & 1023,
    lines: null,
  });
}

/** Bare ground of some kind. */
export const groundBrush = (
  thin: Ink,
  thick: Ink,
  seed: number,
  grainStrength = 34,
  lines: Lines | null = null,
): Brush =>
  patchy({
    ramp: rampOf(thin, thick),
    tone: 128,
    spread: 150,
    middle: 128,
    patches: 22,
    grain: grainStrength,
    shift: seed & 1023,
    lines,
  });
