import { type Item, parseItem } from '../catalog/item.ts';
import { namesOwnAssets, restoreLocations } from '../catalog/local-href.ts';
import type { Catalog } from '../catalog/ports.ts';
import type { JsonObject } from '../catalog/refuse.ts';
import { assetsHome } from '../catalog/shown/shown-item.ts';
import { documentOf } from '../catalog/stored-document.ts';
import { PlatformError } from '../shared/errors.ts';

/** An item that left this service names its addresses: the files that they stand for stay as they are stored. */
export async function withOwnFiles(
  catalog: Pick<Catalog, 'getItem'>,
  baseUrl: string,
  item: Item,
  given: JsonObject,
): Promise<Item> {
  const home = assetsHome(baseUrl, item.collection, item.id);
  const stored = namesOwnAssets(given, home) ? await catalog.getItem(item.collection, item.id, 'all') : null;
  if (stored === null) return item;
  try {
    return parseItem(restoreLocations(given, documentOf(stored.bytes), home), item.collection);
  } catch (error) {
    // An address of a file that is not known here stays an address.
    if (error instanceof PlatformError) return item;
    throw error;
  }
}
