import type { Principal } from '../accounts/principal.ts';
import { documentOf } from '../catalog/stored-document.ts';
import { type Visibility, visibilityOfGrants } from '../catalog/visibility.ts';
import type { Service } from '../service.ts';
import { itemsByIds } from './placing/items-by-ids.ts';
import { type ItemRasters, rastersOfItem } from './placing/rasters-of-item.ts';
import type { NumberedSpec, TileSource, TileSpec } from './tile.ts';

type Needs = Pick<Service, 'catalog'>;

/** The specs with their imagery where the catalogue has it now; what is not there any more stays as it was. */
export async function findSourcesAnew(
  service: Needs,
  { collections }: Pick<Principal, 'collections'>,
  specs: readonly NumberedSpec[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, TileSpec>> {
  const visibility = visibilityOfGrants(collections);
  const anew = new Map<number, TileSpec>();
  for (const [collection, tiles] of byCollection(specs)) {
    const items = await itemsOf(service, visibility, collection, tiles, signal);
    for (const { number, spec } of tiles)
      anew.set(number, { ...spec, sources: spec.sources.map((source) => movedTo(source, items.get(source.itemId))) });
  }
  return anew;
}

function byCollection(tiles: readonly NumberedSpec[]): ReadonlyMap<string, readonly NumberedSpec[]> {
  const sorted = new Map<string, NumberedSpec[]>();
  for (const tile of tiles) {
    const known = sorted.get(tile.spec.collection);
    if (known === undefined) sorted.set(tile.spec.collection, [tile]);
    else known.push(tile);
  }
  return sorted;
}

async function itemsOf(
  service: Needs,
  visibility: Visibility,
  collection: string,
  tiles: readonly NumberedSpec[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ItemRasters>> {
  const ids = [...new Set(tiles.flatMap(({ spec }) => spec.sources.map(({ itemId }) => itemId)))];
  const items = new Map<string, ItemRasters>();
  for await (const { id, bytes } of itemsByIds(service, visibility, collection, ids, signal))
    items.set(id, rastersOfItem(documentOf(bytes)));
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
