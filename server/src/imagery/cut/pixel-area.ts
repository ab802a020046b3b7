import type { PixelWindow } from '../pixels.ts';
import { type Span, edgesOf, rowSpans } from './row-spans.ts';

/** The rings of a polygon, in pixels; even-odd, so that holes are rings like others. */
export type PixelRings = readonly (readonly (readonly [number, number])[])[];

export type Coverage = 'inside' | 'outside' | 'edge';

/** An area on a grid of pixels: a pixel belongs to it when its centre does. */
export type PixelArea = {
  coverageOf(window: PixelWindow): Coverage;
  /** Sets the bytes of pixels outside to 0. */
  maskOut(window: PixelWindow, mask: Uint8Array, stride: number): void;
  /** The same area where every pixel is `factor` pixels of this one wide and high. */
  shrunk(factor: number): PixelArea;
};

/** All that lies in one of the polygons, which may overlap. */
export function pixelArea(polygons: readonly PixelRings[]): PixelArea {
  const parts = polygons.map(edgesOf);
  /** The runs in each row of a window, asked for from above. */
  const spansIn = (window: PixelWindow): (() => readonly Span[]) => {
    const rows = parts.map((edges) => rowSpans(edges, window)).filter((spans) => spans !== null);
    return rows.length === 1 ? rows[0]! : () => merged(rows.flatMap((spans) => spans()));
  };

  const coverageOf = (window: PixelWindow): Coverage => {
    const spans = spansIn(window);
    let covered = 0;
    for (let row = 0; row < window.height; row++) {
      for (const [from, to] of spans()) covered += to - from;
      // Once both kinds of pixel were seen, nothing below can change it.
      if (covered > 0 && covered < (row + 1) * window.width) return 'edge';
    }
    return covered === 0 ? 'outside' : 'inside';
  };

  const maskOut = (window: PixelWindow, mask: Uint8Array, stride: number) => {
    const spans = spansIn(window);
    for (let row = 0; row < window.height; row++) {
      const line = row * stride;
      let clear = 0;
      for (const [from, to] of spans()) {
        mask.fill(0, line + clear, line + from - window.column);
        clear = to - window.column;
      }
      mask.fill(0, line + clear, line + window.width);
    }
  };

  const shrunk = (factor: number) =>
    pixelArea(polygons.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x / factor, y / factor] as const))));

  return { coverageOf, maskOut, shrunk };
}

function merged(spans: readonly Span[]): readonly Span[] {
  const out: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}
