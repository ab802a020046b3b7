import type { Canvas } from '../canvas.ts';
import { type Piece, type Span, hair } from '../span.ts';
import type { AtEdge } from './at-edge.ts';

/** The neighbours that a kernel needs, before and after the pixel that lies at or before a position. */
export type Taps = { readonly before: number; readonly after: number };

/** Asks of every pixel whether it is data and has all neighbours; runs of such go to the kernel in one piece. */
export function careful(piece: Piece, canvas: Canvas, taps: Taps, whole: Span, edge: AtEdge): Span {
  const { column, row, width, height, mask } = piece;
  const { before, after } = taps;
  const hasAll = (x: number, y: number): boolean => {
    const left = Math.floor(x - 0.5) - before;
    const top = Math.floor(y - 0.5) - before;
    const right = left + before + after;
    const bottom = top + before + after;
    if (left < 0 || top < 0 || right >= width || bottom >= height) return false;
    if (mask === null) return true;
    for (let line = top; line <= bottom; line++) {
      for (let at = line * width + left; at <= line * width + right; at++) if (mask[at] === 0) return false;
    }
    return true;
  };
  return (x, dx, y, dy, first, count, to) => {
    let run = 0;
    for (let k = first; k <= first + count; k++) {
      const px = x + k * dx - column;
      const py = y + k * dy - row;
      const left = Math.floor(x + k * dx + hair) - column;
      const top = Math.floor(y + k * dy + hair) - row;
      const isIn = k < first + count && left >= 0 && top >= 0 && left < width && top < height;
      const value = !isIn ? 0 : mask === null ? 255 : mask[top * width + left]!;
      const at = to + k - first;
      if (value > 0) canvas.mask[at] = value;
      if (value > 0 && hasAll(px, py)) {
        run++;
        continue;
      }
      if (run > 0) whole(x, dx, y, dy, k - run, run, at - run);
      run = 0;
      if (value > 0) edge(px, py, at);
    }
  };
}

/** For pieces without a mask: a stretch whose ends have all neighbours needs no asking. */
export function quick(piece: Piece, canvas: Canvas, { before, after }: Taps, whole: Span, other: Span): Span {
  if (piece.mask !== null) return other;
  const { column, row, width, height } = piece;
  const least = before + 0.501;
  const [right, bottom] = [width - after + 0.499, height - after + 0.499];
  const isInside = (x: number, y: number) => x > least && y > least && x < right && y < bottom;
  return (x, dx, y, dy, first, count, to) => {
    const last = first + count - 1;
    const isQuick =
      isInside(x + first * dx - column, y + first * dy - row) && isInside(x + last * dx - column, y + last * dy - row);
    if (!isQuick) return other(x, dx, y, dy, first, count, to);
    canvas.mask.fill(255, to, to + count);
    whole(x, dx, y, dy, first, count, to);
  };
}
