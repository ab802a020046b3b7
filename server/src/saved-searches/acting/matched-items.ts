import { everything } from '../../catalog/search-request.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { acquisitionOf } from '../../tiles/acquisition.ts';
import type { ItemKey } from '../saved-search.ts';

/** An item that matched, as it is now. */
export type MatchedItem = ItemKey & { readonly acquisition: string; readonly datetime: string | null };

/** Those that are still there and visible, in the order given. */
export async function matchedItems(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  keys: readonly ItemKey[],
): Promise<readonly MatchedItem[]> {
  const byCollection = new Map<string, string[]>();
  for (const { collection, id } of keys) byCollection.set(collection, [...(byCollection.get(collection) ?? []), id]);
  const found = new Map<string, MatchedItem>();
  for (const [collection, ids] of byCollection) {
    const request = { ...everything, collections: [collection], ids, limit: ids.length, count: 'none' } as const;
    for (const { id, bytes } of (await catalog.search(request, visibility)).found)
      found.set(keyOf({ collection, id }), toItem(collection, id, documentOf(bytes)));
  }
  return keys.flatMap((key) => found.get(keyOf(key)) ?? []);
}

const keyOf = ({ collection, id }: ItemKey): string => JSON.stringify([collection, id]);

function toItem(collection: string, id: string, document: JsonObject): MatchedItem {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  const datetime = properties['datetime'] ?? properties['start_datetime'];
  return {
    collection,
    id,
    acquisition: acquisitionOf(document),
    datetime: typeof datetime === 'string' ? datetime : null,
  };
}
