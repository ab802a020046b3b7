import type { Area } from '../../catalog/area.ts';
import { polygonsOf } from '../../geometry/geojson.ts';
import { type Cell, formatCell, isSameCell } from '../../grid/cell.ts';
import { cellsCovering } from '../../grid/cells-covering.ts';
import { isMember } from '../../grid/membership.ts';
import { type Ground, groundOf } from '../ground.ts';
import type { Layer } from '../layer.ts';
import { measureTile } from '../measure-tile.ts';

/** Where tiles are looked for. */
export type Place = {
  /** Cells that both have a part of: the parts may lie apart. */
  cellsOf(ground: Ground): readonly Cell[];
  /** Whether the ground shows something of the place in the cell. */
  holds(cell: Cell, ground: Ground): boolean;
  /** What of an area of interest lies in the cell; null where no area was asked for. */
  aoiIn(cell: Cell): Layer | null;
};

/** All of the world, an area of interest, or the cells of points and lines. */
export function placeOf(area: Area | null): Place {
  if (area === null) return { cellsOf: (ground) => ground.cells(), holds: () => true, aoiIn: () => null };
  return hasPolygons(area) ? placeOfAoi(groundOf(area.geometry)) : placeOfCells(area);
}

/** One cell alone: what a giant shows of it is known without a look at all of the giant. */
export const placeOfCell = (cell: Cell): Place => ({
  cellsOf: (ground) => (isMember(cell) && ground.within(cell).length > 0 ? [cell] : []),
  holds: (other) => isSameCell(other, cell),
  aoiIn: () => null,
});

export const hasPolygons = ({ geometry }: Area): boolean => polygonsOf(geometry).length > 0;

const placeOfAoi = (aoi: Ground): Place => ({
  cellsOf: (ground) => ground.cells(aoi),
  holds: (cell, ground) => sharesArea(ground.within(cell), aoi.within(cell)),
  aoiIn: (cell) => aoi.within(cell),
});

const sharesArea = (data: Layer, aoi: Layer): boolean =>
  aoi.length > 0 && measureTile([{ data, clouds: null }], aoi).aoiDataAreaM2 > leastAreaM2;

/** Less is what rounding makes of borders that touch. */
const leastAreaM2 = 1e-3;

function placeOfCells({ geometry }: Area): Place {
  const cells = cellsCovering(geometry);
  const ids = new Set(cells.map(formatCell));
  return {
    cellsOf: (ground) => cells.filter((cell) => ground.within(cell).length > 0),
    holds: (cell) => ids.has(formatCell(cell)),
    aoiIn: () => null,
  };
}
