import { type Area, areaOfBbox } from '../../catalog/area.ts';
import type { Bbox } from '../../catalog/bbox.ts';
import { enclosingBbox } from '../../geometry/enclosing-bbox.ts';
import type { Box } from '../../geometry/box.ts';
import { areaOnEarthSqkm } from '../../geometry/area-on-earth.ts';
import { type Geometry, eachPosition } from '../../geometry/geojson.ts';
import type { Cell } from '../../grid/cell.ts';
import { PlatformError } from '../../shared/errors.ts';
import { gapGeometry } from '../../tiles/cover-shares.ts';
import type { Ground } from '../../tiles/ground.ts';
import { cellAreaM2, areaOf as layerAreaOf, wholeCell } from '../../tiles/overlay/layer-area.ts';

/** The area of interest as a whole. */
export type AoiFrame = {
  /** Null where there are too many to list. */
  readonly cells: readonly Cell[] | null;
  readonly areaSqkm: number | null;
};

export function aoiFrame(aoi: Geometry, ground: Ground, mostCells: number): AoiFrame {
  const onEarthSqkm = areaOnEarthSqkm(aoi);
  // So many cells would be made only to be thrown away.
  if (onEarthSqkm * 1e6 > 1.1 * mostCells * cellAreaM2) return { cells: null, areaSqkm: Math.round(onEarthSqkm) };
  const cells = fewCells(ground, mostCells);
  if (cells === null) return { cells, areaSqkm: Math.round(onEarthSqkm) };
  const areaM2 = cells.reduce((sum, cell) => sum + layerAreaOf(ground.within(cell)), 0);
  return { cells, areaSqkm: Math.round(areaM2) / 1e6 };
}

/** A thin area may have more cells than anybody would list. */
function fewCells(ground: Ground, mostCells: number): readonly Cell[] | null {
  try {
    const cells = ground.cells();
    return cells.length > mostCells ? null : cells;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

/** Corners of an outline of cells that a search may have to test items against. */
const mostCorners = 4_000;

/** The cells of the area of interest, and the box of degrees around them. */
export type Reach = { readonly box: Box; readonly cells: readonly Cell[] };

/** Where items are looked for: in all of the cells, for a tile is made of all that its acquisition has of a cell. */
export function searchArea(aoi: Geometry, { cells }: AoiFrame): { readonly area: Area; readonly reach: Reach | null } {
  const outline = cells === null || cells.length === 0 ? null : outlineOf(cells);
  if (cells === null || outline === null) return { area: areaOf(aoi), reach: null };
  const box = areaOfBbox(enclosingBbox(outline)!);
  const reach = reachOf(box.bbox, cells);
  // A box is tested quickest; what it finds beside the cells must not be much.
  if (areaOnEarthSqkm(outline) > 0.5 * areaOnEarthSqkm(box.geometry)) return { area: box, reach };
  return { area: cornersOf(outline) > mostCorners ? areaOf(aoi) : areaOf(outline), reach };
}

const outlineOf = (cells: readonly Cell[]): Geometry | null =>
  gapGeometry(cells.map((cell) => ({ cell, aoi: wholeCell, layers: [] })));

/** Degrees: the sides of cells bend a little. */
const margin = 0.001;

/** Null where it would go around the world. */
function reachOf([west, south, east, north]: Bbox, cells: readonly Cell[]): Reach | null {
  return west > east ? null : { box: [west - margin, south - margin, east + margin, north + margin], cells };
}

const areaOf = (geometry: Geometry): Area => ({ geometry, bbox: enclosingBbox(geometry)!, isBox: false });

function cornersOf(geometry: Geometry): number {
  let count = 0;
  eachPosition(geometry, () => count++);
  return count;
}
