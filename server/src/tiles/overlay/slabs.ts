import type { Layer } from '../layer.ts';

/** What lies between two heights where no edges cross: edges from left to right, with their x below and above. */
export type Slab = {
  bottom: number;
  top: number;
  count: number;
  /** By places from left to right: which edge, and of which layer. */
  readonly edges: number[];
  readonly layers: number[];
  readonly below: number[];
  readonly above: number[];
};

type Edges = {
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly layer: Int32Array;
  readonly count: number;
};

/** Visits, from below, the slabs of all layers together; whatever the rings do, every slab is right by itself. */
export function eachSlab(layers: readonly Layer[], visit: (slab: Slab) => void): void {
  const edges = edgesOf(layers);
  const starts = Array.from({ length: edges.count }, (_, edge) => edge).sort((a, b) => edges.y0[a]! - edges.y0[b]!);
  const heights = heightsOf(edges);
  const slab: Slab = { bottom: 0, top: 0, count: 0, edges: [], layers: [], below: [], above: [] };
  const active: number[] = [];
  let next = 0;
  for (let at = 1; at < heights.length; at++) {
    const [bottom, top] = [heights[at - 1]!, heights[at]!];
    dropEnded(active, edges, bottom);
    while (next < starts.length && edges.y0[starts[next]!]! <= bottom) active.push(starts[next++]!);
    if (active.length > 0) visitBetween(edges, active, bottom, top, slab, visit);
  }
}

function edgesOf(layers: readonly Layer[]): Edges {
  let most = 0;
  for (const rings of layers) for (const ring of rings) most += ring.length / 2;
  const [x0, y0] = [new Float64Array(most), new Float64Array(most)];
  const [x1, y1, layer] = [new Float64Array(most), new Float64Array(most), new Int32Array(most)];
  let count = 0;
  for (let index = 0; index < layers.length; index++)
    for (const ring of layers[index]!) {
      let [ax, ay] = [ring[ring.length - 2]!, ring[ring.length - 1]!];
      for (let i = 0; i < ring.length; i += 2) {
        const [bx, by] = [ring[i]!, ring[i + 1]!];
        // Level edges enclose nothing by themselves.
        if (ay !== by) {
          const isUp = ay < by;
          x0[count] = isUp ? ax : bx;
          y0[count] = isUp ? ay : by;
          x1[count] = isUp ? bx : ax;
          y1[count] = isUp ? by : ay;
          layer[count++] = index;
        }
        [ax, ay] = [bx, by];
      }
    }
  return { x0, y0, x1, y1, layer, count };
}

function heightsOf({ y0, y1, count }: Edges): Float64Array {
  const all = new Float64Array(2 * count);
  all.set(y0.subarray(0, count));
  all.set(y1.subarray(0, count), count);
  all.sort();
  let kept = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[kept - 1]) all[kept++] = all[i]!;
  return all.subarray(0, kept);
}

function dropEnded(active: number[], { y1 }: Edges, bottom: number): void {
  let kept = 0;
  for (const edge of active) if (y1[edge]! > bottom) active[kept++] = edge;
  active.length = kept;
}

function xAt({ x0, y0, x1, y1 }: Edges, edge: number, y: number): number {
  if (y <= y0[edge]!) return x0[edge]!;
  if (y >= y1[edge]!) return x1[edge]!;
  return x0[edge]! + ((y - y0[edge]!) / (y1[edge]! - y0[edge]!)) * (x1[edge]! - x0[edge]!);
}

/** Cuts what lies between two vertices at the crossings there; leaves the active edges in their order above. */
function visitBetween(
  edges: Edges,
  active: number[],
  bottom: number,
  top: number,
  slab: Slab,
  visit: (slab: Slab) => void,
): void {
  lay(edges, active, bottom, top, slab);
  const crossings = crossingsOf(slab);
  if (crossings.length === 0) return visit(slab);
  let from = bottom;
  for (const height of [...crossings, top]) {
    if (height <= from) continue;
    lay(edges, active, from, height, slab);
    visit(slab);
    from = height;
  }
}

/** Sorts the active edges by where they run between the two heights. */
function lay(edges: Edges, active: number[], bottom: number, top: number, slab: Slab): void {
  const { edges: order, layers, below, above } = slab;
  slab.bottom = bottom;
  slab.top = top;
  slab.count = active.length;
  for (let i = 0; i < active.length; i++) {
    const edge = active[i]!;
    const [low, high] = [xAt(edges, edge, bottom), xAt(edges, edge, top)];
    let place = i;
    // Nearly sorted already: edges keep their order from slab to slab.
    while (place > 0 && below[place - 1]! + above[place - 1]! > low + high) {
      order[place] = order[place - 1]!;
      below[place] = below[place - 1]!;
      above[place] = above[place - 1]!;
      place--;
    }
    order[place] = edge;
    below[place] = low;
    above[place] = high;
  }
  for (let i = 0; i < active.length; i++) {
    active[i] = order[i]!;
    layers[i] = edges.layer[order[i]!]!;
  }
}

/** Heights within the slab where neighbours change places, from below. */
function crossingsOf({ bottom, top, count, below, above }: Slab): readonly number[] {
  let isPlain = true;
  for (let i = 1; i < count && isPlain; i++) isPlain = below[i - 1]! <= below[i]! && above[i - 1]! <= above[i]!;
  if (isPlain) return none;
  const byBelow = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => below[a]! - below[b]! || above[a]! - above[b]!,
  );
  const crossings: number[] = [];
  const sorted: number[] = [];
  for (const index of byBelow) {
    let place = sorted.length;
    while (place > 0 && above[sorted[place - 1]!]! > above[index]!) {
      const other = sorted[place - 1]!;
      sorted[place--] = other;
      const [apart, crossed] = [below[index]! - below[other]!, above[other]! - above[index]!];
      crossings.push(bottom + (apart / (apart + crossed)) * (top - bottom));
    }
    sorted[place] = index;
  }
  return crossings.sort((a, b) => a - b).filter((y) => y > bottom && y < top);
}

const none: readonly number[] = [];
