import { unit } from './random.ts';

const smooth = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);

/** Smooth noise from -1 to 1 with bumps of about one unit. */
export function noiseAt(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - left), smooth(y - top)];
  const upper = unit(left, top, seed) * (1 - u) + unit(left + 1, top, seed) * u;
  const lower = unit(left, top + 1, seed) * (1 - u) + unit(left + 1, top + 1, seed) * u;
  return (upper * (1 - v) + lower * v) * 2 - 1;
}

/** Noise of several sizes, each half as large and half as strong as the one before; about -1 to 1. */
export function fractalAt(x: number, y: number, seed: number, octaves: number): number {
  let [sum, strength, scale, most] = [0, 1, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    // Turned by a 3-4-5 triangle, so that the grids of the sizes do not lie on each other.
    const [tx, ty] = octave % 2 === 0 ? [x, y] : [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y];
    sum += strength * noiseAt(tx * scale, ty * scale, seed + octave * 101);
    most += strength;
    strength *= 0.5;
    scale *= 2;
  }
  return (sum / most) * 1.4;
}
