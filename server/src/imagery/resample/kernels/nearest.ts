import type { Canvas } from '../canvas.ts';
import { type Piece, type Span, hair } from '../span.ts';

/** The pixel that a centre lies in, where it is data. */
export function nearest(piece: Piece, canvas: Canvas): Span {
  const { samples: from, mask, width, height, bands, column, row } = piece;
  const { samples: into } = canvas;
  return (x, dx, y, dy, first, count, to) => {
    for (let k = 0; k < count; k++) {
      const left = Math.floor(x + (first + k) * dx + hair) - column;
      const top = Math.floor(y + (first + k) * dy + hair) - row;
      if (left < 0 || top < 0 || left >= width || top >= height) continue;
      const pixel = top * width + left;
      const value = mask === null ? 255 : mask[pixel]!;
      if (value === 0) continue;
      canvas.mask[to + k] = value;
      const at = (to + k) * bands;
      for (let band = 0; band < bands; band++) into[at + band] = from[pixel * bands + band]!;
    }
  };
}
