import { halfSizeOf } from '../box.ts';
import type { Canvas } from '../canvas.ts';
import type { Facet } from '../facet.ts';
import type { Piece, Span } from '../span.ts';
import { atEdge } from './at-edge.ts';
import { type LevelSize, averaged } from './averaged.ts';
import { bilinear8 } from './bilinear-8.ts';
import { bilinearExact } from './bilinear-exact.ts';
import { type Taps, careful, quick } from './careful.ts';
import { cubic8 } from './cubic-8.ts';
import { cubicExact } from './cubic-exact.ts';
import { nearest } from './nearest.ts';

export type Kernel = 'nearest' | 'bilinear' | 'cubic';

/** What fills the stretches of a facet. */
export type SpanOf = (facet: Facet) => Span;

const neighbours = { bilinear: { before: 0, after: 1 }, cubic: { before: 1, after: 2 } } as const;

/** Source pixels that a kernel looks at beyond the one that a position lies in. */
export const apronOf = (kernel: Kernel): number => (kernel === 'nearest' ? 0 : neighbours[kernel].after);

export function spansOf(kernel: Kernel, piece: Piece, canvas: Canvas): SpanOf {
  const span = kernel === 'nearest' ? nearest(piece, canvas) : smoothSpan(kernel, piece, canvas);
  return () => span;
}

export const averagedSpans =
  (piece: Piece, canvas: Canvas, level: LevelSize): SpanOf =>
  (facet) =>
    averaged(piece, canvas, level, halfSizeOf(facet));

function smoothSpan(kernel: 'bilinear' | 'cubic', piece: Piece, canvas: Canvas): Span {
  const isEight = piece.samples instanceof Uint8Array;
  const taps: Taps = neighbours[kernel];
  const whole = kernel === 'bilinear' ? (isEight ? bilinear8 : bilinearExact) : isEight ? cubic8 : cubicExact;
  const span = whole(piece, canvas);
  return quick(piece, canvas, taps, span, careful(piece, canvas, taps, span, atEdge(piece, canvas)));
}
