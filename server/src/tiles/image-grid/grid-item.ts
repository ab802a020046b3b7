import { plainFootprint } from '../../catalog/footprint.ts';
import { readItemTimes } from '../../catalog/item-times.ts';
import type { StoredItem } from '../../catalog/ports.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import type { Sort } from '../../catalog/sort.ts';
import { type SortValue, sortValuesReader } from '../../catalog/sort-value.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { type Geometry, isGeometry } from '../../geometry/geojson.ts';
import { type Cell, isSameCell } from '../../grid/cell.ts';
import { PlatformError } from '../../shared/errors.ts';
import { acquisitionOf, ownCell } from '../acquisition.ts';
import { type Ground, groundOf } from '../ground.ts';
import type { Place } from './place.ts';

/** An item that a search found, as the cells of the grid see it. */
export type GridItem = {
  readonly stored: StoredItem;
  readonly acquisition: string;
  /** Its acquisition may have other items. */
  readonly isPiece: boolean;
  /** Its place in the order of the search. */
  readonly values: readonly SortValue[];
  readonly ground: Ground;
  /** By zone and quadkey: those that it may show something of, within the place. */
  readonly cells: readonly Cell[];
  /** Whether it does: asked of those alone that a page needs. */
  shows(cell: Cell): boolean;
};

/** Null for an item that shows nothing there: it has no footprint, or only touches the place. */
export type ReadGridItem = (stored: StoredItem) => GridItem | null;

export function gridItemReader(sort: Sort, place: Place): ReadGridItem {
  const valuesOf = sortValuesReader(sort);
  return (stored) => {
    const document = documentOf(stored.bytes);
    const properties = isObject(document['properties']) ? document['properties'] : {};
    const footprint = footprintOf(document);
    if (footprint === null) return null;
    const ground = groundOf(footprint);
    const cells = withoutGiants(() => cellsOf(ground, ownCell(properties), place));
    if (cells.length === 0) return null;
    const { collection, id } = stored;
    const acquisition = acquisitionOf(document);
    const { dt } = readItemTimes(properties);
    const values = valuesOf({ id, collection, dt, document });
    const shows = (cell: Cell) => cells.some((own) => isSameCell(own, cell)) && place.holds(cell, ground);
    return { stored, acquisition, isPiece: acquisition !== id, values, ground, cells, shows };
  };
}

function footprintOf({ geometry, bbox }: JsonObject): Geometry | null {
  if (!isGeometry(geometry)) return null;
  try {
    return plainFootprint(geometry, bbox);
  } catch {
    return null;
  }
}

/** An outline that runs back and forth across continents is no tile's; the other items are still to be found. */
function withoutGiants(cells: () => readonly Cell[]): readonly Cell[] {
  try {
    return cells();
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'invalid_parameters') return [];
    throw error;
  }
}

function cellsOf(ground: Ground, own: Cell | null, place: Place): readonly Cell[] {
  if (own !== null) return ground.within(own).length > 0 ? [own] : [];
  return place.cellsOf(ground);
}
