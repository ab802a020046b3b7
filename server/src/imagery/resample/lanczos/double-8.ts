import { doubleInVectors, fitsVectors } from './double-8-vectors.ts';
import type { Padded } from './padded.ts';
import { type Halves, apron, inWhole, weigh } from './weights.ts';

/*
 * With the weights a..f of the first half, and f..a of the second, both halves come from one sum and one difference of
 * what lies mirrored around the middle: seven products instead of twelve. Weights are 16384ths that add up to one; six
 * bits stay between both passes. They stand here as numbers: that is much faster than constants of the module.
 */

/** Four pixels for every inner one, as if all of the image were data; eight bits in whole numbers. */
export function double8({ width, height, bands, samples, edgeColumns, edgeRows }: Padded): Uint8Array {
  const [columns, rows] = [width - 2 * apron, height - 2 * apron];
  const isPlain = bands === 3 && edgeColumns.length === 0 && edgeRows.length === 0;
  if (isPlain && fitsVectors(columns, rows)) return doubleInVectors(samples as Uint8Array, columns, rows);
  const [line, outLine] = [width * bands, 2 * columns * bands];
  const out = new Uint8Array(2 * rows * outLine);
  const [upper, lower] = [new Int32Array(line), new Int32Array(line)];
  const rowHalves = new Map(edgeRows.map(({ at, halves }) => [at, inWhole(halves)]));
  const columnHalves = edgeColumns.map(({ at, halves }) => ({ at, halves: inWhole(halves) }));
  for (let row = 0; row < rows; row++) {
    const halves = rowHalves.get(row);
    if (halves === undefined) downwards(samples as Uint8Array, row * line, line, upper, lower);
    else downwardsAtEdge(samples as Uint8Array, row * line, line, upper, lower, halves);
    for (const [half, filtered] of [upper, lower].entries()) {
      const start = (2 * row + half) * outLine;
      across(filtered, out, start, columns, bands);
      for (const edge of columnHalves) acrossAtEdge(filtered, out, start, edge.at, bands, edge.halves);
    }
  }
  return out;
}

/** Both halves of a row from the seven rows around it. */
function downwards(from: Uint8Array, start: number, line: number, upper: Int32Array, lower: Int32Array): void {
  const two = (2 * line) | 0;
  const three = (3 * line) | 0;
  const end = (start + line) | 0;
  let at = 0;
  for (let s0 = start | 0; s0 < end; s0 = (s0 + 1) | 0) {
    const s3 = (s0 + three) | 0;
    const s6 = (s3 + three) | 0;
    const p0 = from[s0]!;
    const p1 = from[(s0 + line) | 0]!;
    const p2 = from[(s0 + two) | 0]!;
    const p4 = from[(s3 + line) | 0]!;
    const p5 = from[(s3 + two) | 0]!;
    const p6 = from[s6]!;
    const sum =
      (Math.imul(p0 + p6, 121) + Math.imul(p1 + p5, -621) + Math.imul(p2 + p4, 2256) + Math.imul(from[s3]!, 29_256)) |
      0;
    const difference = (Math.imul(p0 - p6, 121) + Math.imul(p1 - p5, -1607) + Math.imul(p2 - p4, 6624)) | 0;
    upper[at] = (sum + difference + 256) >> 9;
    lower[at] = (sum - difference + 256) >> 9;
    at = (at + 1) | 0;
  }
}

/** Both halves of every pixel of a row from the seven pixels around it, band by band: six of them are at hand already. */
function across(from: Int32Array, out: Uint8Array, start: number, columns: number, bands: number): void {
  for (let band = 0; band < bands; band++) {
    let p0 = from[band]!;
    let p1 = from[band + bands]!;
    let p2 = from[band + 2 * bands]!;
    let p3 = from[band + 3 * bands]!;
    let p4 = from[band + 4 * bands]!;
    let p5 = from[band + 5 * bands]!;
    let s = (band + 6 * bands) | 0;
    let to = (start + band) | 0;
    for (let column = 0; column < columns; column++) {
      const p6 = from[s]!;
      const sum =
        (Math.imul(p0 + p6, 121) + Math.imul(p1 + p5, -621) + Math.imul(p2 + p4, 2256) + Math.imul(p3, 29_256)) | 0;
      const difference = (Math.imul(p0 - p6, 121) + Math.imul(p1 - p5, -1607) + Math.imul(p2 - p4, 6624)) | 0;
      let first = (sum + difference + 1_048_576) >> 21;
      let second = (sum - difference + 1_048_576) >> 21;
      if (((first | second) & ~255) !== 0) {
        first = first < 0 ? 0 : first > 255 ? 255 : first;
        second = second < 0 ? 0 : second > 255 ? 255 : second;
      }
      out[to] = first;
      to = (to + bands) | 0;
      out[to] = second;
      to = (to + bands) | 0;
      p0 = p1;
      p1 = p2;
      p2 = p3;
      p3 = p4;
      p4 = p5;
      p5 = p6;
      s = (s + bands) | 0;
    }
  }
}

function downwardsAtEdge(
  from: Uint8Array,
  start: number,
  line: number,
  upper: Int32Array,
  lower: Int32Array,
  { first, second }: Halves,
): void {
  for (let at = 0; at < line; at++) {
    upper[at] = (weigh(from, start + at, line, first) + 128) >> 8;
    lower[at] = (weigh(from, start + at, line, second) + 128) >> 8;
  }
}

function acrossAtEdge(
  from: Int32Array,
  out: Uint8Array,
  start: number,
  column: number,
  bands: number,
  { first, second }: Halves,
): void {
  for (let band = 0; band < bands; band++) {
    const [at, to] = [column * bands + band, start + 2 * column * bands + band];
    out[to] = Math.max(0, Math.min(255, (weigh(from, at, bands, first) + 524_288) >> 20));
    out[to + bands] = Math.max(0, Math.min(255, (weigh(from, at, bands, second) + 524_288) >> 20));
  }
}
