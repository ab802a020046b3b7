import { limitsIn, settled } from '../../sample-values.ts';
import type { Canvas } from '../canvas.ts';
import type { Piece } from '../span.ts';

/** One pixel from those of its four neighbours that are data; `x` and `y` lie in the piece. */
export type AtEdge = (x: number, y: number, to: number) => void;

/** As GDAL: at the edge of data even a cubic kernel is a bilinear one, with the weights of what is there made whole. */
export function atEdge(piece: Piece, canvas: Canvas): AtEdge {
  const { samples: from, mask, width, height, bands } = piece;
  const { samples: into } = canvas;
  const limits = limitsIn(into);
  const isPlain = limits.isWhole && limits.lowest === 0;
  const weightAt = (column: number, row: number, weight: number): number => {
    if (column < 0 || row < 0 || column >= width || row >= height) return 0;
    return mask !== null && mask[row * width + column] === 0 ? 0 : weight;
  };
  return (x, y, to) => {
    const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const [across, down] = [x - 0.5 - left, y - 0.5 - top];
    const a = weightAt(left, top, (1 - across) * (1 - down));
    const b = weightAt(left + 1, top, across * (1 - down));
    const c = weightAt(left, top + 1, (1 - across) * down);
    const d = weightAt(left + 1, top + 1, across * down);
    const all = a + b + c + d;
    const source = (top * width + left) * bands;
    for (let band = 0; band < bands; band++) {
      const at = source + band;
      let sum = 0;
      if (a > 0) sum += a * from[at]!;
      if (b > 0) sum += b * from[at + bands]!;
      if (c > 0) sum += c * from[at + width * bands]!;
      if (d > 0) sum += d * from[at + (width + 1) * bands]!;
      // What has no sign is cut off below the point as it is stored.
      if (isPlain) into[to * bands + band] = sum / all + 0.5;
      else into[to * bands + band] = settled(sum / all, limits);
    }
  };
}
