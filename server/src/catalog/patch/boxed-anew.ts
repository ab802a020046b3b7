import { parseItem } from '../item.ts';
import { type JsonObject, isObject } from '../refuse.ts';
import { isSameJson } from './json-tree.ts';

/** A geometry that is changed takes its box along, unless the patch has one: the old one tells of another place. */
export function boxedAnew(before: JsonObject, after: unknown): unknown {
  if (!isObject(after) || isSameJson(before['geometry'], after['geometry'])) return after;
  if (!isSameJson(before['bbox'], after['bbox'])) return after;
  // Read with the old one: where that crosses the antimeridian, so may what was drawn anew.
  const { bbox } = parseItem(after);
  return { ...after, bbox: bbox ?? undefined };
}
