import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { type Cell, cellOfGridCode, tileSteps } from '../grid/cell.ts';

/** The acquisition that an item is a piece of; most items are one of their own. */
export function acquisitionOf(document: JsonObject): string {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  for (const name of ['catalog_id', 'acquisition_id'])
    if (typeof properties[name] === 'string' && properties[name] !== '') return properties[name];
  return String(document['id']);
}

/** The one cell of an item that says which: real tiles stick out of their cell, and are no tiles of its neighbours. */
export function ownCell(properties: JsonObject): Cell | null {
  const cell = cellOfGridCode(properties['grid:code']);
  return cell?.quadkey.length === tileSteps ? cell : null;
}
