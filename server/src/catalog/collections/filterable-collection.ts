import { bboxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { propertyReader } from '../evaluate/item-property.ts';
import { type JsonObject, isObject } from '../refuse.ts';

/** Members that are not for filters: extents are seen as geometry and times. */
const hidden = new Set(['links', 'assets', 'item_assets', 'extent']);

/** How a filter sees a collection: its members are properties, and its whole extent is its geometry and its time. */
export function collectionMember(name: string): (document: JsonObject) => unknown {
  if (name === 'start_datetime') return (document) => wholeInterval(document)[0] ?? null;
  if (name === 'end_datetime') return (document) => wholeInterval(document)[1] ?? null;
  const path = name.startsWith('properties.') ? name.slice('properties.'.length) : name;
  if (hidden.has(path.split('.')[0]!)) return () => undefined;
  const read = propertyReader(name);
  return (document) => read({ id: document['id'], collection: document['id'], properties: document });
}

export function placeOfCollection({ extent }: JsonObject): {
  readonly bbox: unknown;
  readonly geometry: Geometry | null;
} {
  const [bbox] = listIn(isObject(extent) ? extent['spatial'] : null, 'bbox');
  return { bbox, geometry: Array.isArray(bbox) ? bboxGeometry(bbox as number[]) : null };
}

/** The first of a list covers the others, says the standard. */
function wholeInterval({ extent }: JsonObject): readonly unknown[] {
  const [interval] = listIn(isObject(extent) ? extent['temporal'] : null, 'interval');
  return Array.isArray(interval) ? (interval as unknown[]) : [];
}

function listIn(part: unknown, member: string): readonly unknown[] {
  const list = isObject(part) ? part[member] : null;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
