import type { Layer } from '../layer.ts';
import { createSets } from './area-by-layers.ts';
import { type Slab, eachSlab } from './slabs.ts';
import { type Stroke, joinRings } from './join-rings.ts';

/** Whether the places where these layers lie are filled. */
export type IsFilled = (shown: readonly number[]) => boolean;

/** Stretches from left to right: where each begins and ends, one after the other. */
type Stretches = readonly number[];

/** Simple rings around what is filled: shells against the clock, holes with it; they meet at places, never along edges. */
export function traceOutline(layers: readonly Layer[], isFilled: IsFilled): Layer {
  const strokes: Stroke[] = [];
  let height = -Infinity;
  let lower: Stretches = [];
  const fills = fillTeller(isFilled);
  eachSlab(layers, (slab) => {
    const { below, above } = addSides(slab, fills, strokes);
    if (slab.bottom !== height) {
      addLevel(lower, [], height, strokes);
      lower = [];
    }
    addLevel(lower, below, slab.bottom, strokes);
    lower = above;
    height = slab.top;
  });
  addLevel(lower, [], height, strokes);
  return joinRings(strokes);
}

type FillTeller = (
  layersFromLeft: readonly number[],
  count: number,
  each: (isFilled: boolean, at: number) => void,
) => void;

function fillTeller(isFilled: IsFilled): FillTeller {
  const sets = createSets();
  const told = new Map<unknown, boolean>();
  return (layers, count, each) => {
    let set = sets.empty;
    for (let i = 0; i < count; i++) {
      set = set.toggled[layers[i]!] ?? sets.toggle(set, layers[i]!);
      let answer = told.get(set);
      if (answer === undefined) told.set(set, (answer = isFilled(set.shown)));
      each(answer, i);
    }
  };
}

/** In metres: edges that run together may differ by rounding. */
const hair = 1e-6;

/** Adds what bounds the filled stretches of a slab left and right. */
function addSides(slab: Slab, fills: FillTeller, strokes: Stroke[]): { below: Stretches; above: Stretches } {
  const [below, above, edges]: number[][] = [[], [], []];
  fills(slab.layers, slab.count, (isFilled, at) => {
    if (isFilled === (edges!.length % 2 === 1)) return;
    // Rounding may let edges that meet pass each other by a hair.
    const low = Math.max(slab.below[at]!, below!.at(-1) ?? -Infinity);
    const high = Math.max(slab.above[at]!, above!.at(-1) ?? -Infinity);
    // What begins where another ends continues it; what ends where it begins is nothing.
    if (low - below!.at(-1)! <= hair && high - above!.at(-1)! <= hair) {
      for (const list of [below!, above!, edges!]) list.pop();
      return;
    }
    below!.push(low);
    above!.push(high);
    edges!.push(slab.edges[at]!);
  });
  const { bottom, top } = slab;
  edges!.forEach((edge, i) => {
    const [low, high] = [below![i]!, above![i]!];
    strokes.push(
      i % 2 === 0 ? { ax: high, ay: top, bx: low, by: bottom, edge } : { ax: low, ay: bottom, bx: high, by: top, edge },
    );
  });
  return { below: below!, above: above! };
}

/** Adds what bounds the filled stretches where they end upwards or begin: those of one slab and not of the other. */
function addLevel(lower: Stretches, upper: Stretches, y: number, strokes: Stroke[]): void {
  let [i, j, from] = [0, 0, 0];
  while (i < lower.length || j < upper.length) {
    const x = Math.min(lower[i] ?? Infinity, upper[j] ?? Infinity);
    const [isBelow, isAbove] = [i % 2 === 1, j % 2 === 1];
    if (isBelow !== isAbove && x > from)
      strokes.push(isAbove ? { ax: from, ay: y, bx: x, by: y, edge: -1 } : { ax: x, ay: y, bx: from, by: y, edge: -1 });
    while (lower[i] === x) i++;
    while (upper[j] === x) j++;
    from = x;
  }
}
