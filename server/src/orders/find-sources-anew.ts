import type { Principal } from '../accounts/principal.ts';
import { everything } from '../catalog/search-request.ts';
import { documentOf } from '../catalog/stored-document.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { Service } from '../service.ts';
import { type ItemRasters, rastersOfItem } from './placing/rasters-of-item.ts';
import type { TileSource, TileSpec } from './tile.ts';

type Needs = Pick<Service, 'orders' | 'catalog'>;
type Numbered = { readonly number: number; readonly spec: TileSpec };

const tilesAtOnce = 200;

/** The specs of tiles with their imagery where the catalogue has it now; what is not there any more stays as it was. */
export async function findSourcesAnew(
  { orders, catalog }: Needs,
  { collections }: Pick<Principal, 'collections'>,
  orderId: string,
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, TileSpec>> {
  const visibility: Visibility = collections === null ? 'all' : new Set(collections);
  const anew = new Map<number, TileSpec>();
  for (let at = 0; at < numbers.length; at += tilesAtOnce) {
    const found = await orders.specs(orderId, numbers.slice(at, at + tilesAtOnce));
    for (const [collection, tiles] of byCollection(found)) {
      const items = await itemsOf(catalog, visibility, collection, tiles, signal);
      for (const { number, spec } of tiles)
        anew.set(number, { ...spec, sources: spec.sources.map((source) => movedTo(source, items.get(source.itemId))) });
    }
  }
  return anew;
}

function byCollection(tiles: readonly Numbered[]): ReadonlyMap<string, readonly Numbered[]> {
  const sorted = new Map<string, Numbered[]>();
  for (const tile of tiles) sorted.set(tile.spec.collection, [...(sorted.get(tile.spec.collection) ?? []), tile]);
  return sorted;
}

/** Fewer than a page of the catalogue holds. */
const idsAtOnce = 500;

async function itemsOf(
  catalog: Service['catalog'],
  visibility: Visibility,
  collection: string,
  tiles: readonly Numbered[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ItemRasters>> {
  const ids = [...new Set(tiles.flatMap(({ spec }) => spec.sources.map(({ itemId }) => itemId)))];
  const items = new Map<string, ItemRasters>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const chunk = ids.slice(at, at + idsAtOnce);
    const request = { ...everything, collections: [collection], ids: chunk, limit: idsAtOnce, count: 'none' } as const;
    const { found } = await catalog.search(request, visibility, signal === undefined ? {} : { signal });
    for (const { id, bytes } of found) items.set(id, rastersOfItem(documentOf(bytes)));
  }
  return items;
}

/** The products stay those that were ordered: only where they lie may change. */
function movedTo(source: TileSource, item: ItemRasters | undefined): TileSource {
  if (item === undefined) return source;
  const rasters = Object.fromEntries(
    Object.entries(source.rasters).map(([product, location]) => [
      product,
      item.known[product as keyof ItemRasters['known']] ?? item.unsorted ?? location,
    ]),
  );
  return { ...source, rasters };
}
