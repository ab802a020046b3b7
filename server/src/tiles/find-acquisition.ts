import { areaOfGeometry } from '../catalog/area.ts';
import { type Filter, propertyIs } from '../catalog/filter.ts';
import type { StoredItem } from '../catalog/ports.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { everything } from '../catalog/search-request.ts';
import { documentOf } from '../catalog/stored-document.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { Position } from '../geometry/geojson.ts';
import { cellRing } from '../grid/cell-polygon.ts';
import { type Cell, isSameCell } from '../grid/cell.ts';
import { isMember } from '../grid/membership.ts';
import { centralMeridian } from '../grid/utm.ts';
import type { Service } from '../service.ts';
import type { StopSignal } from '../shared/stop-signal.ts';
import { acquisitionOf, acquisitionProperties, ownCell } from './acquisition.ts';

/** More pieces than that does no acquisition have within 5 km. */
const mostPieces = 64;

/** The items of an acquisition that lie in a cell, newest first. */
export async function findAcquisition(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  acquisition: string,
  cell: Cell,
  signal?: StopSignal,
): Promise<readonly StoredItem[]> {
  const ring = ringOf(cell);
  if (ring === null) return [];
  const area = areaOfGeometry({ type: 'Polygon', coordinates: [ring] });
  const filter: Filter = {
    kind: 'or',
    args: [...acquisitionProperties, 'id'].map((name) => propertyIs(name, acquisition)),
  };
  const request = { ...everything, area, filter, limit: mostPieces, count: 'none' } as const;
  const { found } = await catalog.search(request, visibility, signal === undefined ? {} : { signal });
  return found.filter((item) => belongs(documentOf(item.bytes), acquisition, cell));
}

/** An item that carries a cell's code belongs to that cell alone. */
function belongs(document: JsonObject, acquisition: string, cell: Cell): boolean {
  const own = ownCell(isObject(document['properties']) ? document['properties'] : {});
  return acquisitionOf(document) === acquisition && (own === null || isSameCell(own, cell));
}

/** Null for a square that lies nowhere on the Earth. */
function ringOf(cell: Cell): readonly Position[] | null {
  const corners = cellRing(cell, { toleranceDegrees: Infinity });
  const middle = centralMeridian(cell.zone);
  const isPlain = corners.every(([x, y]) => Math.abs(x! - middle) <= farthest && Math.abs(y!) <= 85);
  if (isPlain) return corners;
  // Around the poles the sides of a cell are far from straight.
  return isMember(cell) ? cellRing(cell) : null;
}

/** Degrees from the middle of a zone within which its coordinates are of use. */
const farthest = 12;
