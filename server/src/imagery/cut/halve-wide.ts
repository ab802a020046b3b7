import type { Samples } from '../pixels.ts';
import { limitsIn } from '../sample-values.ts';

/** Averages of what is no number of 8 or 16 bits: sums would not fit, and what is no data may be NaN, which spreads. */
export function averageWide(
  from: Samples,
  mask: Uint8Array | null,
  to: Samples,
  start: number,
  size: number,
  bands: number,
): void {
  const { isWhole } = limitsIn(to);
  const half = size / 2;
  const places = new Int32Array(4);
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const pixel = row * 2 * size + column * 2;
      let count = 0;
      for (let quarter = 0; quarter < 4; quarter++) {
        const place = pixel + (quarter & 1) + (quarter >> 1) * size;
        if (mask === null || mask[place] !== 0) places[count++] = place * bands;
      }
      // Without data the target keeps what it was filled with.
      if (count === 0) continue;
      for (let band = 0; band < bands; band++) {
        let sum = 0;
        for (let at = 0; at < count; at++) sum += from[places[at]! + band]!;
        const mean = sum / count;
        to[(start + row * size + column) * bands + band] = isWhole ? Math.floor(mean + 0.5) : mean;
      }
    }
  }
}
