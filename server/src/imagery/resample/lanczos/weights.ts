import type { Samples } from '../../pixels.ts';

/** Source pixels on either side that an output pixel looks at. */
export const apron = 3;

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Weights of six pixels for the first of the two halves of a pixel, whose centre lies a quarter before its own. */
export const firstHalf: readonly number[] = normalised([-2.75, -1.75, -0.75, 0.25, 1.25, 2.25]);

/** The second half sees the same from the other side. */
export const secondHalf: readonly number[] = firstHalf.toReversed();

function normalised(distances: readonly number[]): readonly number[] {
  const weights = distances.map((distance) => sinc(distance) * sinc(distance / 3));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** For both halves of a pixel, the weights of the seven pixels around it. */
export type Halves = { readonly first: readonly number[]; readonly second: readonly number[] };

/** A line of pixels that has fewer than seven around it, by its place. */
export type Edge = { readonly at: number; readonly halves: Halves };

/** The places at both ends of a line of `count` that see pixels beyond the image, of which there are so many. */
export function edgesOf(count: number, before: number, after: number): readonly Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < count; at++) {
    const isThere = (tap: number) => at + tap >= before && at + tap < count + 2 * apron - after;
    if (isThere(0) && isThere(2 * apron)) continue;
    const there = (weights: readonly number[]) => toOne(weights.map((weight, tap) => (isThere(tap) ? weight : 0)));
    edges.push({ at, halves: { first: there([...firstHalf, 0]), second: there([0, ...secondHalf]) } });
  }
  return edges;
}

function toOne(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** In 16384ths that add up to one: a plain colour stays what it is. */
export function inWhole({ first, second }: Halves): Halves {
  return { first: wholeOf(first), second: wholeOf(second) };
}

function wholeOf(weights: readonly number[]): readonly number[] {
  const whole = weights.map((weight) => Math.round(weight * 16_384));
  const missing = 16_384 - whole.reduce((total, weight) => total + weight, 0);
  return whole.map((weight, tap) => (tap === apron ? weight + missing : weight));
}

/** Seven samples, `step` apart, at an edge of the image: where it goes on, the weights are written out. */
export function weigh(from: Samples | Float64Array, start: number, step: number, weights: readonly number[]): number {
  let sum = 0;
  for (let tap = 0; tap < 7; tap++) sum += from[start + tap * step]! * weights[tap]!;
  return sum;
}
