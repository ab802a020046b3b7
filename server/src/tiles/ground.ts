import type { Geometry } from '../geometry/geojson.ts';
import type { Cell } from '../grid/cell.ts';
import { type Blocks, createBlocks } from './ground/blocks.ts';
import { cellsOf } from './ground/cells-of.ts';
import { layerWithin } from './ground/layer-within.ts';
import type { Layer } from './layer.ts';

/** A geometry as the cells of the grid see it: projected when a zone is asked for, and remembered. */
export type Ground = {
  /** What of it lies within the cell; empty where that has no area. */
  within(cell: Cell): Layer;
  /** The cells of the grid that share area with it, and also with `other` where that is given, by zone and quadkey. */
  cells(other?: Ground): readonly Cell[];
};

type Blocked = Ground & { readonly blocks: Blocks };

/** The polygons of a geometry, whose edges are straight in degrees; whatever else it has is left out. */
export function groundOf(geometry: Geometry): Ground {
  const blocks = createBlocks(geometry);
  const ground: Blocked = {
    blocks,
    within: (cell) => layerWithin(blocks, cell),
    // Every ground is made here.
    cells: (other) => cellsOf(blocks, other === undefined ? null : (other as Blocked).blocks),
  };
  return ground;
}
