import type { Layer } from '../layer.ts';
import { eachSlab } from './slabs.ts';

/** The places where exactly these layers lie, and their area. */
export type LayerSet = { readonly shown: readonly number[]; areaM2: number };

/** A set that knows its neighbours: those with one layer more or less. */
type Node = LayerSet & { readonly toggled: Node[] };

/** The area of each set of layers that occurs; the first is the empty set, of what lies between filled places. */
export function areaByLayers(layers: readonly Layer[]): readonly LayerSet[] {
  const sets = createSets();
  eachSlab(layers, ({ bottom, top, count, layers: layerAt, below, above }) => {
    const half = (top - bottom) / 2;
    let set = sets.empty;
    for (let i = 0; i < count - 1; i++) {
      set = set.toggled[layerAt[i]!] ?? sets.toggle(set, layerAt[i]!);
      set.areaM2 += (below[i + 1]! - below[i]! + (above[i + 1]! - above[i]!)) * half;
    }
  });
  return sets.all;
}

/** Sets of layers, each made once; from one to the next without comparing lists. */
export function createSets(): {
  readonly empty: Node;
  readonly all: readonly Node[];
  toggle(set: Node, layer: number): Node;
} {
  const empty: Node = { shown: [], areaM2: 0, toggled: [] };
  const all = [empty];
  const byKey = new Map<string, Node>([['', empty]]);
  const toggle = (set: Node, layer: number): Node => {
    const shown = set.shown.includes(layer)
      ? set.shown.filter((each) => each !== layer)
      : [...set.shown, layer].sort((a, b) => a - b);
    const key = shown.join();
    const known = byKey.get(key);
    const next = known ?? { shown, areaM2: 0, toggled: [] };
    if (known === undefined) {
      byKey.set(key, next);
      all.push(next);
    }
    set.toggled[layer] = next;
    return next;
  };
  return { empty, all, toggle };
}
