import { limitsIn } from '../../sample-values.ts';
import { type HalfSize, highOf, lowOf } from '../box.ts';
import type { Canvas } from '../canvas.ts';
import type { Piece, Span } from '../span.ts';

/** Source pixels that are looked at along an axis; more would cost more than they show. */
const most = 8;

export type LevelSize = { readonly width: number; readonly height: number };

/** The mean of what a pixel covers, for shrinking beyond the overviews; data where any of it is. */
export function averaged(piece: Piece, canvas: Canvas, level: LevelSize, half: HalfSize): Span {
  const { samples: from, mask, bands, column, row, width } = piece;
  const { samples: into } = canvas;
  const { isWhole } = limitsIn(into);
  const sums = new Float64Array(bands);
  return (x, dx, y, dy, first, count, to) => {
    for (let k = first; k < first + count; k++) {
      const left = lowOf(x + k * dx, half.x, level.width);
      const top = lowOf(y + k * dy, half.y, level.height);
      const across = highOf(x + k * dx, half.x, level.width) - left;
      const down = highOf(y + k * dy, half.y, level.height) - top;
      if (!(across > 0 && down > 0)) continue;
      const columns = Math.min(most, Math.ceil(across));
      const rows = Math.min(most, Math.ceil(down));
      let found = 0;
      let value = 0;
      sums.fill(0);
      for (let v = 0; v < rows; v++) {
        const line = (Math.floor(top + ((v + 0.5) * down) / rows) - row) * width;
        for (let u = 0; u < columns; u++) {
          const at = line + Math.floor(left + ((u + 0.5) * across) / columns) - column;
          const valid = mask === null ? 255 : mask[at]!;
          if (valid === 0) continue;
          found++;
          if (valid > value) value = valid;
          for (let band = 0; band < bands; band++) sums[band]! += from[at * bands + band]!;
        }
      }
      const pixel = to + k - first;
      canvas.mask[pixel] = value;
      if (found > 0) {
        for (let band = 0; band < bands; band++) {
          const mean = sums[band]! / found;
          into[pixel * bands + band] = isWhole ? Math.floor(mean + 0.5) : mean;
        }
      }
    }
  };
}
