import { type JsonObject, isObject } from '../../catalog/refuse.ts';

/** What stands where the item has nothing although its collection would give it something. */
const leftOut = '\u{1235F}\u203B';

/** What pgstac keeps once for all items of a collection, and not in each. */
export const baseItem = (collection: JsonObject): JsonObject => ({
  type: 'Feature',
  stac_version: collection['stac_version'],
  assets: collection['item_assets'],
  collection: collection['id'],
});

/** An item as it was before pgstac took out what its collection says. */
export const hydrate = (item: JsonObject, base: JsonObject): JsonObject => merged(item, base) as JsonObject;

/** `undefined` where nothing is to stand. */
function merged(own: unknown, base: unknown): unknown {
  if (own === leftOut) return undefined;
  if (own === undefined) return withoutMarks(base);
  if (isObject(own) && isObject(base)) {
    const names = [...Object.keys(own), ...Object.keys(base).filter((name) => !Object.hasOwn(own, name))];
    const entries = names.map((name) => [name, merged(own[name], base[name])] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(own) && Array.isArray(base) && own.length === base.length)
    return own.map((value, i) => merged(value, base[i]) ?? null);
  return own;
}

/** What a collection leaves undefined or null says nothing of its items. */
const withoutMarks = (base: unknown): unknown => (base === null ? undefined : base);
