import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { type Cell, cellOfGridCode, parseCell, tileSteps } from '../grid/cell.ts';

/** What an acquisition is known by, besides the id of its only item. */
export const acquisitionProperties = ['catalog_id', 'acquisition_id'] as const;

/** The acquisition that an item is a piece of; most items are one of their own. */
export function acquisitionOf(document: JsonObject): string {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  for (const name of acquisitionProperties)
    if (typeof properties[name] === 'string' && properties[name] !== '') return properties[name];
  return String(document['id']);
}

/** Of an acquisition within a cell. */
export const tileId = (acquisition: string, cellId: string): string => `${acquisition}-${cellId}`;

/** The one cell of an item that says which: real tiles stick out of their cell, and are no tiles of its neighbours. */
export function ownCell(properties: JsonObject): Cell | null {
  const cell = cellOfGridCode(properties['grid:code']) ?? cellOfQuadkey(properties);
  return cell?.quadkey.length === tileSteps ? cell : null;
}

/** Older tiles name zone and quadkey apart. */
function cellOfQuadkey({ utm_zone: zone, quadkey }: JsonObject): Cell | null {
  if (!Number.isInteger(zone) || typeof quadkey !== 'string') return null;
  return parseCell(`${String(zone).padStart(2, '0')}-${quadkey}`);
}
