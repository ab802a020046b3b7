import type { Canvas } from '../canvas.ts';
import type { Piece, Span } from '../span.ts';

/** For pixels whose four neighbours are data; eight bits in whole numbers, weights of the middle of 1,024 phases. */
export function bilinear8(piece: Piece, canvas: Canvas): Span {
  const { samples, width, bands, column, row } = piece;
  if (bands === 3) return bilinear8Of3(piece, canvas);
  const [from, into] = [samples as Uint8Array, canvas.samples as Uint8Array];
  const line = (width * bands) | 0;
  return (x, dx, y, dy, first, count, to) => {
    const last = (first + count) | 0;
    let at = (to * bands) | 0;
    for (let k = first; k < last; k++) {
      // Half a pixel back, to the first of two centres.
      const px = ((x + k * dx - column) * 1024 - 512) | 0;
      const py = ((y + k * dy - row) * 1024 - 512) | 0;
      const right = ((px & 1023) << 1) | 1;
      const bottom = ((py & 1023) << 1) | 1;
      const a = Math.imul(2048 - right, 2048 - bottom);
      const b = Math.imul(right, 2048 - bottom);
      const c = Math.imul(2048 - right, bottom);
      const d = Math.imul(right, bottom);
      let s = (Math.imul(py >> 10, line) + Math.imul(px >> 10, bands)) | 0;
      for (const end = (at + bands) | 0; at < end; at = (at + 1) | 0, s = (s + 1) | 0) {
        const under = (s + line) | 0;
        const over = Math.imul(from[s]!, a) + Math.imul(from[(s + bands) | 0]!, b);
        into[at] = (over + Math.imul(from[under]!, c) + Math.imul(from[(under + bands) | 0]!, d) + 2_097_152) >> 22;
      }
    }
  };
}

/** Written out for three bands, which most imagery has: 12 ns a pixel instead of 19. */
function bilinear8Of3({ samples, width, column, row }: Piece, canvas: Canvas): Span {
  const [from, into] = [samples as Uint8Array, canvas.samples as Uint8Array];
  const line = (width * 3) | 0;
  return (x, dx, y, dy, first, count, to) => {
    const last = (first + count) | 0;
    let at = (to * 3) | 0;
    for (let k = first; k < last; k++) {
      const px = ((x + k * dx - column) * 1024 - 512) | 0;
      const py = ((y + k * dy - row) * 1024 - 512) | 0;
      const right = ((px & 1023) << 1) | 1;
      const bottom = ((py & 1023) << 1) | 1;
      const a = Math.imul(2048 - right, 2048 - bottom);
      const b = Math.imul(right, 2048 - bottom);
      const c = Math.imul(2048 - right, bottom);
      const d = Math.imul(right, bottom);
      const s = (Math.imul(py >> 10, line) + Math.imul(px >> 10, 3)) | 0;
      const u = (s + line) | 0;
      const red = Math.imul(from[s]!, a) + Math.imul(from[(s + 3) | 0]!, b);
      const green = Math.imul(from[(s + 1) | 0]!, a) + Math.imul(from[(s + 4) | 0]!, b);
      const blue = Math.imul(from[(s + 2) | 0]!, a) + Math.imul(from[(s + 5) | 0]!, b);
      into[at] = (red + Math.imul(from[u]!, c) + Math.imul(from[(u + 3) | 0]!, d) + 2_097_152) >> 22;
      into[(at + 1) | 0] =
        (green + Math.imul(from[(u + 1) | 0]!, c) + Math.imul(from[(u + 4) | 0]!, d) + 2_097_152) >> 22;
      into[(at + 2) | 0] =
        (blue + Math.imul(from[(u + 2) | 0]!, c) + Math.imul(from[(u + 5) | 0]!, d) + 2_097_152) >> 22;
      at = (at + 3) | 0;
    }
  };
}
