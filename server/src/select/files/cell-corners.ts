import { withinOneTurn } from '../../geometry/antimeridian.ts';
import type { Geometry, Position } from '../../geometry/geojson.ts';
import { cellRing } from '../../grid/cell-polygon.ts';
import { type Cell, parseCell } from '../../grid/cell.ts';

/** Where rings of `cellRing` have their south-eastern corner, by the first digit of the quadkey. */
const southEastAt: readonly number[] = [0, 1, 3, 2];

/** South-east, north-east, north-west, south-west, south-east; longitudes run on beyond 180 where the cell does. */
export function cornersOf(cell: Cell): readonly Position[] {
  const corners = cellRing(cell, { toleranceDegrees: Infinity }).slice(0, -1);
  const start = southEastAt[Number(cell.quadkey[0])]!;
  return [...corners.slice(start), ...corners.slice(0, start + 1)];
}

/** The cell's polygon as clients of this family know it: four corners. */
export const cornerGeometry = (cell: Cell): Geometry =>
  withinOneTurn({ type: 'Polygon', coordinates: [cornersOf(cell)] });

/** A cell that this service has written down itself. */
export function knownCell(cellId: string): Cell {
  const cell = parseCell(cellId);
  if (cell === null) throw new Error(`'${cellId}' is no cell`);
  return cell;
}
