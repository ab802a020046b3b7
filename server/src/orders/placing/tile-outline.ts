import { plainFootprint } from '../../catalog/footprint.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { isGeometry } from '../../geometry/geojson.ts';
import { writeWkt } from '../../geometry/write-wkt.ts';
import { type Cell, parseCell } from '../../grid/cell.ts';
import { type Ground, groundOf } from '../../tiles/ground.ts';
import { wholeCell } from '../../tiles/overlay/layer-area.ts';
import { tileGeometry } from '../../tiles/tile-geometry.ts';

/** Where an item has imagery; null where it does not say. */
export function groundOfItem({ geometry, bbox }: JsonObject): Ground | null {
  return isGeometry(geometry) ? groundOf(plainFootprint(geometry, bbox)) : null;
}

/**
 * What the items show of a cell, as well-known text. A survey follows footprints within its area alone, and so by other
 * corners for each area: a tile must have the same outline in every order that delivers it.
 */
export function tileOutline(cellId: string, surveyed: string, grounds: () => readonly (Ground | null)[]): string {
  const cell = parseCell(cellId)!;
  if (surveyed === wholeOutline(cell)) return surveyed;
  const layers = grounds().flatMap((ground) => (ground === null ? [] : [ground.within(cell)]));
  return layers.some(({ length }) => length > 0) ? writeWkt(tileGeometry(cell, layers)) : surveyed;
}

const wholeOutline = (cell: Cell): string => writeWkt(tileGeometry(cell, [wholeCell]));
