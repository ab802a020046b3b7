import type { Canvas } from '../canvas.ts';
import type { Piece, Span } from '../span.ts';
import { cubicTable } from './cubic-weights.ts';

/**
 * For pixels whose sixteen neighbours are data; eight bits in whole numbers, 2,048 phases to a pixel. Written out, with
 * numbers in place of names: a loop over rows or constants of the module cost a third more.
 */
export function cubic8({ samples, width, bands, column, row }: Piece, canvas: Canvas): Span {
  const from = samples as Uint8Array;
  const into = new Uint8ClampedArray(canvas.samples.buffer, canvas.samples.byteOffset, canvas.samples.length);
  const line = (width * bands) | 0;
  const two = 2 * bands;
  const three = 3 * bands;
  const table = cubicTable;
  return (x, dx, y, dy, first, count, to) => {
    const last = (first + count) | 0;
    let at = (to * bands) | 0;
    for (let k = first; k < last; k++) {
      // One and a half pixels back, to the first of four centres.
      const px = ((x + k * dx - column) * 2048 - 3072) | 0;
      const py = ((y + k * dy - row) * 2048 - 3072) | 0;
      const across = (px & 2047) << 2;
      const down = (py & 2047) << 2;
      const a = table[across]!;
      const b = table[across | 1]!;
      const c = table[across | 2]!;
      const d = table[across | 3]!;
      const e = table[down]!;
      const f = table[down | 1]!;
      const g = table[down | 2]!;
      const h = table[down | 3]!;
      let s0 = (Math.imul(py >> 11, line) + Math.imul(px >> 11, bands)) | 0;
      for (const end = (at + bands) | 0; at < end; at = (at + 1) | 0, s0 = (s0 + 1) | 0) {
        const s1 = (s0 + line) | 0;
        const s2 = (s1 + line) | 0;
        const s3 = (s2 + line) | 0;
        const row0 =
          Math.imul(from[s0]!, a) +
          Math.imul(from[(s0 + bands) | 0]!, b) +
          Math.imul(from[(s0 + two) | 0]!, c) +
          Math.imul(from[(s0 + three) | 0]!, d);
        const row1 =
          Math.imul(from[s1]!, a) +
          Math.imul(from[(s1 + bands) | 0]!, b) +
          Math.imul(from[(s1 + two) | 0]!, c) +
          Math.imul(from[(s1 + three) | 0]!, d);
        const row2 =
          Math.imul(from[s2]!, a) +
          Math.imul(from[(s2 + bands) | 0]!, b) +
          Math.imul(from[(s2 + two) | 0]!, c) +
          Math.imul(from[(s2 + three) | 0]!, d);
        const row3 =
          Math.imul(from[s3]!, a) +
          Math.imul(from[(s3 + bands) | 0]!, b) +
          Math.imul(from[(s3 + two) | 0]!, c) +
          Math.imul(from[(s3 + three) | 0]!, d);
        const sum = Math.imul(row0 | 0, e) + Math.imul(row1 | 0, f) + Math.imul(row2 | 0, g) + Math.imul(row3 | 0, h);
        into[at] = ((sum | 0) + 2_097_152) >> 22;
      }
    }
  };
}
