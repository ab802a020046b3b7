import { limitsIn, settled } from '../../sample-values.ts';
import type { Canvas } from '../canvas.ts';
import type { Piece, Span } from '../span.ts';

/** For pixels whose four neighbours are data; more than eight bits need the exact position. */
export function bilinearExact(piece: Piece, canvas: Canvas): Span {
  const { samples: from, width, bands, column, row } = piece;
  const { samples: into } = canvas;
  const isShort = into instanceof Uint16Array;
  const limits = limitsIn(into);
  const line = width * bands;
  return (x, dx, y, dy, first, count, to) => {
    let at = to * bands;
    for (let k = first; k < first + count; k++) {
      const px = x + k * dx - column - 0.5;
      const py = y + k * dy - row - 0.5;
      const left = Math.floor(px);
      const top = Math.floor(py);
      const across = px - left;
      const down = py - top;
      let source = top * line + left * bands;
      for (let band = 0; band < bands; band++, source++) {
        const over = from[source]! * (1 - across) + from[source + bands]! * across;
        const under = from[source + line]! * (1 - across) + from[source + line + bands]! * across;
        const value = over * (1 - down) + under * down;
        if (isShort) into[at++] = value + 0.5;
        else into[at++] = settled(value, limits);
      }
    }
  };
}
