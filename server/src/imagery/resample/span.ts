import type { PixelWindow, Samples } from '../pixels.ts';

/** What was read of a level, and how large the level is. */
export type Piece = PixelWindow & {
  readonly bands: number;
  readonly samples: Samples;
  /** Null where every pixel is data. */
  readonly mask: Uint8Array | null;
};

/**
 * Neighbours in a row of the target: pixel k of `count`, from `first` on, has its centre at x + k*dx, y + k*dy of the
 * level and goes to pixel `to` of the canvas and on.
 */
export type Span = (x: number, dx: number, y: number, dy: number, first: number, count: number, to: number) => void;

/** GDAL's: a centre on the line between two pixels belongs to the second, even if it is a hair short of it. */
export const hair = 1e-10;
