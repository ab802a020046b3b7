import { type Box, boxOfFlat } from '../../geometry/box.ts';
import type { Brush, Canvas } from '../paint/canvas.ts';
import { type Outline, fillPolygon } from '../paint/fill-polygon.ts';
import type { TreeKind } from '../paint/tree-sprites.ts';

/** What is painted later lies on top. */
export const layers = [
  'ground',
  'plots',
  'water',
  'verges',
  'roads',
  'marks',
  'yards',
  'buildings',
  'roofs',
  'cars',
] as const;
export type Layer = (typeof layers)[number];

export type Drawable = { readonly box: Box; paint(canvas: Canvas): void };
export type Tree = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: TreeKind;
  /** Chooses the crown's shape and color. */
  readonly seed: number;
};

/** A scene as things to paint, before it is known which pixels are asked for. */
export type Sketch = {
  fill(layer: Layer, outline: Outline, brush: Brush): void;
  /** What is no polygon: it looks after its own edges. */
  add(layer: Layer, drawable: Drawable): void;
  plant(tree: Tree): void;
  finish(): Drawing;
};

export type Drawing = {
  /** In the order in which they are painted. */
  drawablesOn(canvas: Canvas): readonly Drawable[];
  treesOn(canvas: Canvas): readonly Tree[];
};

export function createSketch(): Sketch {
  const byLayer = new Map<Layer, Drawable[]>(layers.map((layer) => [layer, []]));
  const trees: Tree[] = [];
  return {
    fill: (layer, outline, brush) =>
      byLayer.get(layer)!.push({ box: boxOfFlat(outline), paint: (canvas) => fillPolygon(canvas, outline, brush) }),
    add: (layer, drawable) => byLayer.get(layer)!.push(drawable),
    plant: (tree) => trees.push(tree),
    finish: () => finish([...byLayer.values()].flat(), trees),
  };
}

/** Crowns reach this far from their stem. */
const widestCrown = 9;

function finish(drawables: readonly Drawable[], trees: readonly Tree[]): Drawing {
  const treeRows = rowsOfTrees(trees);
  return {
    drawablesOn: (canvas) => drawables.filter(({ box }) => isOn(canvas, box)),
    treesOn: (canvas) => {
      const [first, last] = [
        rowOf(canvas.north - canvas.height * canvas.gsd - widestCrown),
        rowOf(canvas.north + widestCrown),
      ];
      const found: Tree[] = [];
      for (let row = first; row <= last; row++) {
        for (const tree of treeRows.get(row) ?? []) if (isUnder(canvas, tree)) found.push(tree);
      }
      return found;
    },
  };
}

const rowOf = (y: number) => Math.floor(y / 32);

function rowsOfTrees(trees: readonly Tree[]): ReadonlyMap<number, readonly Tree[]> {
  const rows = new Map<number, Tree[]>();
  for (const tree of trees) {
    const row = rows.get(rowOf(tree.y));
    if (row === undefined) rows.set(rowOf(tree.y), [tree]);
    else row.push(tree);
  }
  return rows;
}

const isUnder = ({ west, width, gsd }: Canvas, { x }: Tree): boolean =>
  x + widestCrown > west && x - widestCrown < west + width * gsd;

const isOn = ({ west, north, width, height, gsd }: Canvas, box: Box): boolean =>
  box[0] < west + width * gsd && box[2] > west && box[1] < north && box[3] > north - height * gsd;
