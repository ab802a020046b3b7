import type { PixelWindow } from '../pixels.ts';

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

/** An edge with `top` < `bottom`; level ones never meet the middle of a row. */
type Edge = { readonly top: number; readonly bottom: number; readonly x: number; readonly slope: number };

/** All that lies in one of the polygons, which may overlap. */
export function pixelArea(polygons: readonly PixelRings[]): PixelArea {
  const parts = polygons.map(edgesOf);
  const under = (row: number, rows: number) =>
    parts
      .map((edges) => edges.filter(({ top, bottom }) => top <= row + rows && bottom >= row))
      .filter((edges) => edges.length > 0);

  const coverageOf = (window: PixelWindow): Coverage => {
    const near = under(window.row, window.height);
    let covered = 0;
    for (let row = window.row; row < window.row + window.height; row++) {
      for (const [from, to] of spansIn(near, row, window)) covered += to - from;
      // Once both kinds of pixel were seen, nothing below can change it.
      const seen = (row - window.row + 1) * window.width;
      if (covered > 0 && covered < seen) return 'edge';
    }
    return covered === 0 ? 'outside' : 'inside';
  };

  const maskOut = (window: PixelWindow, mask: Uint8Array, stride: number) => {
    const near = under(window.row, window.height);
    for (let row = 0; row < window.height; row++) {
      const line = row * stride;
      let clear = 0;
      for (const [from, to] of spansIn(near, window.row + row, window)) {
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

function edgesOf(rings: PixelRings): Edge[] {
  const edges: Edge[] = [];
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      if (a[1] === b[1]) continue;
      const [upper, lower] = a[1] < b[1] ? [a, b] : [b, a];
      edges.push({
        top: upper[1],
        bottom: lower[1],
        x: upper[0],
        slope: (lower[0] - upper[0]) / (lower[1] - upper[1]),
      });
    }
  }
  return edges;
}

type Span = readonly [number, number];

/** From the first column of a run to the one after its last, within the window. */
function spansIn(parts: readonly (readonly Edge[])[], row: number, window: PixelWindow): readonly Span[] {
  if (parts.length === 1) return spansOf(parts[0]!, row, window);
  const merged: [number, number][] = [];
  for (const [from, to] of parts.flatMap((part) => spansOf(part, row, window)).toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function spansOf(edges: readonly Edge[], row: number, { column, width }: PixelWindow): readonly Span[] {
  const middle = row + 0.5;
  const crossings: number[] = [];
  for (const edge of edges) {
    // An edge owns its upper end, so that a corner counts once.
    if (middle < edge.top || middle >= edge.bottom) continue;
    crossings.push(Math.floor((middle - edge.top) * edge.slope + edge.x + 0.5));
  }
  crossings.sort((one, other) => one - other);
  const spans: Span[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const from = Math.max(crossings[i]!, column);
    const to = Math.min(crossings[i + 1]!, column + width);
    if (from < to) spans.push([from, to]);
  }
  return spans;
}
