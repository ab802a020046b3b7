import type { PixelWindow } from '../pixels.ts';
import type { PixelRings } from './pixel-area.ts';

/** From the first column of a run to the one after its last. */
export type Span = readonly [number, number];

/** An edge from its upper end down, with the rows whose middle it meets (`end` not among them) and the columns it stays within. */
export type Edge = {
  readonly first: number;
  readonly end: number;
  readonly top: number;
  readonly x: number;
  readonly across: number;
  readonly down: number;
  readonly left: number;
  readonly right: number;
};

type Crossing = { readonly edge: Edge; column: number };

/** The edges of a polygon that meet the middle of a row, from above; an edge owns its upper end, so that a corner counts once. */
export function edgesOf(rings: PixelRings): readonly Edge[] {
  const edges: Edge[] = [];
  for (const ring of rings) {
    for (const [i, a] of ring.entries()) {
      const b = ring[i + 1] ?? ring[0]!;
      const [upper, lower] = a[1] < b[1] ? [a, b] : [b, a];
      const [first, end] = [Math.ceil(upper[1] - 0.5), Math.ceil(lower[1] - 0.5)];
      if (first >= end) continue;
      const [across, down] = [lower[0] - upper[0], lower[1] - upper[1]];
      const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
      edges.push({ first, end, top: upper[1], x: upper[0], across, down, left, right });
    }
  }
  return edges.toSorted((one, other) => one.first - other.first);
}

/** The runs of a polygon's pixels in each row of a window, from above; null where it has none in any. */
export function rowSpans(edges: readonly Edge[], window: PixelWindow): (() => readonly Span[]) | null {
  const { column, row: top, width, height } = window;
  const [end, bottom] = [column + width, top + height];
  const crossings: Crossing[] = [];
  // What lies left of the window only says in which rows the window begins inside.
  const turns = new Uint8Array(height + 1);
  let hasTurns = false;
  for (const edge of edges) {
    if (edge.first >= bottom) break;
    if (edge.end <= top || edge.left > end + 1) continue;
    if (edge.right >= column - 1) crossings.push({ edge, column: 0 });
    else {
      hasTurns = true;
      turns[Math.max(edge.first, top) - top]! ^= 1;
      turns[Math.min(edge.end, bottom) - top]! ^= 1;
    }
  }
  if (crossings.length === 0 && !hasTurns) return null;
  const all: readonly Span[] = [[column, end]];
  let [row, next, isInside] = [top - 1, 0, false];
  let active: Crossing[] = [];

  return () => {
    row += 1;
    if (turns[row - top] === 1) isInside = !isInside;
    if (active.length > 0) active = active.filter(({ edge }) => edge.end > row);
    while (next < crossings.length && crossings[next]!.edge.first <= row) active.push(crossings[next++]!);
    if (active.length === 0) return isInside ? all : [];
    place(active, row + 0.5);
    return between(active, isInside, column, end);
  };
}

/** Where each edge crosses, from the left; edges that do not cross each other stay in order from row to row. */
function place(active: Crossing[], middle: number): void {
  let [last, isOrdered] = [Number.NEGATIVE_INFINITY, true];
  for (const crossing of active) {
    const { top, x, across, down } = crossing.edge;
    // Multiplied first, as GDAL does: exact where an edge runs through the middle of a pixel.
    crossing.column = Math.floor(((middle - top) * across) / down + x + 0.5);
    isOrdered &&= crossing.column >= last;
    last = crossing.column;
  }
  if (!isOrdered) active.sort((one, other) => one.column - other.column);
}

/** Every second stretch, from the window's first column to its end; what lies right of it ends nothing in it. */
function between(active: readonly Crossing[], startsInside: boolean, column: number, end: number): readonly Span[] {
  const spans: Span[] = [];
  for (let i = startsInside ? -1 : 0; i < active.length; i += 2) {
    const from = Math.max(active[i]?.column ?? column, column);
    const to = Math.min(active[i + 1]?.column ?? end, end);
    if (from < to) spans.push([from, to]);
  }
  return spans;
}
