import { isObject, type JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { nameSome } from '../../shared/name-some.ts';
import type { Ground } from '../../tiles/ground.ts';
import type { AskedTile } from './asked-tiles.ts';
import { itemsByIds } from './items-by-ids.ts';
import { type ItemRasters, rastersOfItem } from './rasters-of-item.ts';
import { groundOfItem } from './tile-outline.ts';

/** What an order takes from an item. */
export type OrderedItem = ItemRasters & {
  readonly properties: JsonObject;
  /** Made when it is first asked for: most tiles fill their cell. */
  ground(): Ground | null;
};

/** By collection and id. */
export type OrderedItems = { get(collection: string, id: string): OrderedItem };

/** The items of all tiles as they are now; what is gone or no longer granted is refused by its acquisition. */
export async function findItems(
  service: Pick<Service, 'catalog'>,
  visibility: Visibility,
  tiles: readonly AskedTile[],
  signal?: AbortSignal,
): Promise<OrderedItems> {
  const items = new Map<string, Map<string, OrderedItem>>();
  for (const [collection, ids] of idsByCollection(tiles)) {
    const known = new Map<string, OrderedItem>();
    items.set(collection, known);
    for await (const { id, bytes } of itemsByIds(service, visibility, collection, ids, signal))
      known.set(id, orderedItem(documentOf(bytes)));
  }
  requireAll(tiles, items);
  return { get: (collection, id) => items.get(collection)!.get(id)! };
}

function idsByCollection(tiles: readonly AskedTile[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { record } of tiles) {
    const known = ids.get(record.collection) ?? new Set();
    ids.set(record.collection, known);
    for (const id of record.items) known.add(id);
  }
  return new Map([...ids].map(([collection, each]) => [collection, [...each]]));
}

function orderedItem({ geometry, bbox, ...document }: JsonObject): OrderedItem {
  let ground: Ground | null | undefined;
  return {
    ...rastersOfItem(document),
    properties: keptProperties(isObject(document['properties']) ? document['properties'] : {}),
    ground: () => (ground ??= groundOfItem({ geometry, bbox })),
  };
}

/** Without what a tile says anew of itself. */
const keptProperties = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !/^(?:proj:|tile:|grid:code$)/.test(name)));

function requireAll(tiles: readonly AskedTile[], items: ReadonlyMap<string, ReadonlyMap<string, OrderedItem>>): void {
  const isThere = ({ record }: AskedTile) => record.items.every((id) => items.get(record.collection)!.has(id));
  const gone = new Set(tiles.filter((tile) => !isThere(tile)).map(({ record }) => record.acquisition_id));
  if (gone.size === 0) return;
  throw new PlatformError('order_refused', `these acquisitions are not in the catalogue any more: ${nameSome(gone)}`);
}
