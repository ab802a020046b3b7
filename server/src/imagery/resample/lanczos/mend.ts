import type { Samples } from '../../pixels.ts';
import { limitsIn, settled } from '../../sample-values.ts';
import { type Padded, beyond } from './padded.ts';
import { apron, firstHalf, secondHalf } from './weights.ts';

const reach = 2 * apron;

/** Does the pixels again that look at something that is no data; `out` is what the fast way made. */
export function mend(source: Padded, out: Samples, fill: number): void {
  const { width, height, bands, kinds } = source;
  if (kinds === null) return;
  const [columns, rows] = [width - reach, height - reach];
  const unclean = uncleanIn(kinds, width, height);
  const mean = meanOf(source, kinds);
  const limits = limitsIn(out);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (unclean[row * columns + column] === 0) continue;
      const centre = (row + apron) * width + column + apron;
      for (let quarter = 0; quarter < 4; quarter++) {
        const [right, lower] = [quarter & 1, quarter >> 1];
        const to = ((2 * row + lower) * 2 * columns + 2 * column + right) * bands;
        if (kinds[centre] !== 1) {
          out.fill(fill, to, to + bands);
          continue;
        }
        const isFound = mean.take(column, row, right, lower);
        for (let band = 0; band < bands; band++) {
          const value = isFound ? mean.values[band]! : source.samples[centre * bands + band]!;
          out[to + band] = settled(value, limits);
        }
      }
    }
  }
}

/** One for every inner pixel that has a pixel without data in the seven by seven around it. */
function uncleanIn(kinds: Uint8Array, width: number, height: number): Uint8Array {
  const columns = width - reach;
  const inRows = new Uint8Array(columns * height);
  for (let row = 0; row < height; row++) {
    let last = -1;
    for (let column = 0; column < width; column++) {
      if (kinds[row * width + column] === 0) last = column;
      if (column >= reach && last >= column - reach) inRows[row * columns + column - reach] = 1;
    }
  }
  const unclean = new Uint8Array(columns * (height - reach));
  for (let row = 0; row <= reach; row++) {
    for (let at = 0; at < unclean.length; at++) unclean[at]! |= inRows[at + row * columns]!;
  }
  return unclean;
}

type Mean = {
  /** Of a quarter of a pixel; false where nothing is left to take it of. */
  take(column: number, row: number, right: number, lower: number): boolean;
  readonly values: Float64Array;
};

/** As GDAL: what is no data has no weight, and a line counts where at least half of it is data in one run. */
function meanOf({ width, bands, samples }: Padded, kinds: Uint8Array): Mean {
  const values = new Float64Array(bands);
  const lines = new Float64Array(6 * bands);
  const lineKinds = new Uint8Array(6);
  const take = (column: number, row: number, right: number, lower: number): boolean => {
    const [across, down] = [right === 1 ? secondHalf : firstHalf, lower === 1 ? secondHalf : firstHalf];
    lines.fill(0);
    for (let v = 0; v < 6; v++) {
      const start = (row + lower + v) * width + column + right;
      const weight = weightOf(kinds, start, across);
      lineKinds[v] = weight > 0 ? 1 : kindWithout(kinds, start);
      if (weight === 0) continue;
      for (let u = 0; u < 6; u++) {
        if (kinds[start + u] !== 1) continue;
        const share = across[u]! / weight;
        for (let band = 0; band < bands; band++) {
          lines[v * bands + band]! += share * samples[(start + u) * bands + band]!;
        }
      }
    }
    const weight = weightOf(lineKinds, 0, down);
    for (let band = 0; band < bands; band++) {
      let sum = 0;
      for (let v = 0; v < 6; v++) if (lineKinds[v] === 1) sum += down[v]! * lines[v * bands + band]!;
      values[band] = sum / weight;
    }
    return weight > 0;
  };
  return { take, values };
}

/** A line that lies beyond the image is not one without data. */
function kindWithout(kinds: Uint8Array, start: number): number {
  for (let u = 0; u < 6; u++) if (kinds[start + u] !== beyond) return 0;
  return beyond;
}

/** What six neighbours weigh together; 0 where too little of them is data. */
function weightOf(kinds: Uint8Array, start: number, weights: readonly number[]): number {
  let [count, run, longest, weight] = [0, 0, 0, 0];
  for (let u = 0; u < 6; u++) {
    const kind = kinds[start + u]!;
    if (kind === beyond) continue;
    count++;
    run = kind === 1 ? run + 1 : 0;
    if (run > longest) longest = run;
    if (kind === 1) weight += weights[u]!;
  }
  return count > 0 && longest >= count >> 1 && weight > 0 ? weight : 0;
}
