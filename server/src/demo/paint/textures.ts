import { fractalAt } from '../noise/noise.ts';
import { hash } from '../noise/random.ts';

export const grainBits = 9;
export const clumpBits = 10;
const grainSide = 1 << grainBits;
const clumpSide = 1 << clumpBits;

/** Fine unevenness in pixels: white noise with some of its own blur, 128 on average; it repeats every 512 pixels. */
export const grain: Uint8Array = makeGrain();

/** Patches of some metres to hundreds, a byte for each metre, 128 on average; it repeats every 1,024 metres. */
export const clumps: Uint8Array = makeClumps();

function makeGrain(): Uint8Array {
  const white = Float32Array.from({ length: grainSide * grainSide }, (_, at) => (hash(at, 7) & 255) - 127.5);
  const soft = blurred(white, grainSide, 1);
  const softer = blurred(soft, grainSide, 3);
  return Uint8Array.from(white, (value, at) =>
    Math.max(0, Math.min(255, 128 + 0.3 * value + 0.75 * soft[at]! + 1.9 * softer[at]!)),
  );
}

/** The mean over a square, wrapped at the edges. */
function blurred(values: Float32Array, side: number, reach: number): Float32Array {
  const across = alongRows(values, side, reach);
  return turned(alongRows(turned(across, side), side, reach), side);
}

function alongRows(values: Float32Array, side: number, reach: number): Float32Array {
  return values.map((_, at) => {
    const row = at - (at % side);
    let sum = 0;
    for (let offset = -reach; offset <= reach; offset++) sum += values[row + ((at + offset) & (side - 1))]!;
    return sum / (2 * reach + 1);
  });
}

function turned(values: Float32Array, side: number): Float32Array {
  return values.map((_, at) => values[(at % side) * side + Math.floor(at / side)]!);
}

function makeClumps(): Uint8Array {
  const result = new Uint8Array(clumpSide * clumpSide);
  // Every fourth metre is computed, the others lie between; a finer one is added that wraps by itself.
  const coarse = new Float32Array((clumpSide / 4) ** 2);
  const side = clumpSide / 4;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) coarse[row * side + column] = wrapped(column, row, side);
  }
  for (let row = 0; row < clumpSide; row++) {
    for (let column = 0; column < clumpSide; column++) {
      const [left, top, u, v] = [column >> 2, row >> 2, (column & 3) / 4, (row & 3) / 4];
      const [right, line, below] = [(left + 1) & (side - 1), top * side, ((top + 1) & (side - 1)) * side];
      const upper = coarse[line + left]! * (1 - u) + coarse[line + right]! * u;
      const lower = coarse[below + left]! * (1 - u) + coarse[below + right]! * u;
      const fine =
        ((hash(column >> 1, row >> 1, 3) & 255) - 127.5) * 0.08 + ((hash(column, row, 5) & 255) - 127.5) * 0.06;
      result[row * clumpSide + column] = Math.max(0, Math.min(255, 128 + 105 * (upper * (1 - v) + lower * v) + fine));
    }
  }
  return result;
}

/** Noise that meets itself: it fades into its own copy over the last quarter. */
function wrapped(column: number, row: number, side: number): number {
  const [u, v] = [fade(column, side), fade(row, side)];
  const upper = patchAt(column, row) * (1 - u) + (u === 0 ? 0 : patchAt(column - side, row) * u);
  if (v === 0) return upper;
  const lower = patchAt(column, row - side) * (1 - u) + (u === 0 ? 0 : patchAt(column - side, row - side) * u);
  return upper * (1 - v) + lower * v;
}

function patchAt(x: number, y: number): number {
  return fractalAt(x / 24, y / 24, 4711, 5);
}

function fade(value: number, side: number): number {
  return Math.max(0, (value - side * 0.75) / (side * 0.25));
}
