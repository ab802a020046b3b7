import { hash } from '../noise/random.ts';
import type { CanvasPlace } from './canvas.ts';
import type { LitCanvas } from './studio.ts';

const noiseLength = 1 << 16;
export const noiseMask = noiseLength - 1;

/** Sums of four dice: nearly a bell, about 2 wide. */
export const noise = Int8Array.from({ length: noiseLength }, (_, at) => {
  const bits = hash(at, 12);
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return Math.round((sum - 510) / 76);
});

/** Red, green and blue bytes with the camera's noise. */
export function writeBytes(
  { canvas, left, top }: LitCanvas,
  place: CanvasPlace,
  seed: number,
  into: Uint8Array,
): Uint8Array {
  const bytes = new Uint8ClampedArray(into.buffer);
  let to = 0;
  for (let row = 0; row < place.height; row++) {
    let from = (top + row) * canvas.width + left;
    let dice = hash(place.row + row, place.column, seed) & noiseMask;
    for (let column = 0; column < place.width; column++, from++, to += 3) {
      const color = canvas.inks[from]!;
      const grey = noise[dice]!;
      bytes[to] = (color >>> 20) + ((grey + noise[(dice + 7919) & noiseMask]!) >> 1);
      bytes[to + 1] = ((color >>> 10) & 1023) + grey;
      bytes[to + 2] = (color & 1023) + ((grey + noise[(dice + 15_013) & noiseMask]!) >> 1);
      dice = (dice + 1) & noiseMask;
    }
  }
  return into;
}
