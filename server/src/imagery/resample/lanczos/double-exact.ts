import { type Samples, samplesLike } from '../../pixels.ts';
import { type ValueLimits, limitsIn, settled } from '../../sample-values.ts';
import type { Padded } from './padded.ts';
import { type Halves, apron, firstHalf, weigh } from './weights.ts';

const [a, b, c, d, e, f] = firstHalf as [number, number, number, number, number, number];

/** Four pixels for every inner one, as if all of the image were data. */
export function doubleExact({ width, height, bands, samples, edgeColumns, edgeRows }: Padded): Samples {
  const [columns, rows] = [width - 2 * apron, height - 2 * apron];
  const [line, outLine] = [width * bands, 2 * columns * bands];
  const out = samplesLike(samples, 2 * rows * outLine);
  const limits = limitsIn(out);
  const [upper, lower] = [new Float64Array(line), new Float64Array(line)];
  const rowHalves = new Map(edgeRows.map(({ at, halves }) => [at, halves]));
  for (let row = 0; row < rows; row++) {
    const halves = rowHalves.get(row);
    if (halves === undefined) downwards(samples, row * line, line, upper, lower);
    else downwardsAtEdge(samples, row * line, line, upper, lower, halves);
    for (const [half, filtered] of [upper, lower].entries()) {
      const start = (2 * row + half) * outLine;
      across(filtered, out, start, columns, bands, limits);
      for (const edge of edgeColumns) acrossAtEdge(filtered, out, start, edge.at, bands, edge.halves, limits);
    }
  }
  return out;
}

/** Both halves of a row from the seven rows around it. */
function downwards(from: Samples, start: number, line: number, upper: Float64Array, lower: Float64Array): void {
  for (let at = 0; at < line; at++) {
    const s = start + at;
    const p1 = from[s + line]!;
    const p2 = from[s + 2 * line]!;
    const p3 = from[s + 3 * line]!;
    const p4 = from[s + 4 * line]!;
    const p5 = from[s + 5 * line]!;
    upper[at] = from[s]! * a + p1 * b + p2 * c + p3 * d + p4 * e + p5 * f;
    lower[at] = p1 * f + p2 * e + p3 * d + p4 * c + p5 * b + from[s + 6 * line]! * a;
  }
}

/** Both halves of every pixel of a row from the seven pixels around it. */
function across(
  from: Float64Array,
  out: Samples,
  start: number,
  columns: number,
  bands: number,
  limits: ValueLimits,
): void {
  let to = start;
  let at = 0;
  for (let column = 0; column < columns; column++, to += bands) {
    for (let band = 0; band < bands; band++, at++, to++) {
      const p1 = from[at + bands]!;
      const p2 = from[at + 2 * bands]!;
      const p3 = from[at + 3 * bands]!;
      const p4 = from[at + 4 * bands]!;
      const p5 = from[at + 5 * bands]!;
      out[to] = settled(from[at]! * a + p1 * b + p2 * c + p3 * d + p4 * e + p5 * f, limits);
      out[to + bands] = settled(p1 * f + p2 * e + p3 * d + p4 * c + p5 * b + from[at + 6 * bands]! * a, limits);
    }
  }
}

function downwardsAtEdge(
  from: Samples,
  start: number,
  line: number,
  upper: Float64Array,
  lower: Float64Array,
  { first, second }: Halves,
): void {
  for (let at = 0; at < line; at++) {
    upper[at] = weigh(from, start + at, line, first);
    lower[at] = weigh(from, start + at, line, second);
  }
}

function acrossAtEdge(
  from: Float64Array,
  out: Samples,
  start: number,
  column: number,
  bands: number,
  { first, second }: Halves,
  limits: ValueLimits,
): void {
  for (let band = 0; band < bands; band++) {
    const [at, to] = [column * bands + band, start + 2 * column * bands + band];
    out[to] = settled(weigh(from, at, bands, first), limits);
    out[to + bands] = settled(weigh(from, at, bands, second), limits);
  }
}
