import { bboxGeometry } from '../geometry/box.ts';
import type { FilterableItem } from './match-filter.ts';
import { type JsonObject, isObject } from './refuse.ts';

/** A collection as a filter sees it: its members are properties, its whole extent is its geometry and its time. */
export function filterableCollection(document: JsonObject): FilterableItem {
  const { links: _links, assets: _assets, item_assets: _itemAssets, extent, ...members } = document;
  const { spatial, temporal } = isObject(extent) ? extent : {};
  const [bbox] = firstsOf(spatial, 'bbox');
  const [interval] = firstsOf(temporal, 'interval');
  const [start, end] = Array.isArray(interval) ? (interval as unknown[]) : [];
  const { id } = document;
  return {
    id,
    collection: id,
    geometry: Array.isArray(bbox) ? bboxGeometry(bbox as number[]) : null,
    bbox,
    properties: { ...members, start_datetime: start ?? null, end_datetime: end ?? null },
  };
}

/** The first of a list covers the others, says the standard. */
function firstsOf(part: unknown, member: string): readonly unknown[] {
  const list = isObject(part) ? part[member] : null;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
