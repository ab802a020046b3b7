import type { Service } from '../service.ts';
import { changeStored } from './change-stored.ts';
import type { Item } from './item.ts';
import { patchAsRead } from './local-href.ts';
import type { Patch } from './patch/patch.ts';
import type { JsonObject } from './refuse.ts';
import { boxedAnew } from './patch/boxed-anew.ts';
import { checkerOf } from './validation.ts';
import { itemAt } from './write-item.ts';
import type { ItemPlace } from './write-scope.ts';

export async function patchItem(
  { catalog }: Pick<Service, 'catalog'>,
  place: ItemPlace,
  patch: Patch,
  ifMatch: string | null,
): Promise<Item> {
  const check = await checkerOf(catalog, place.collection);
  const shelf = {
    read: () => catalog.getItem(place.collection, place.id, place.visibility),
    parse: (json: unknown) => {
      const item = itemAt(place, json);
      check(json as JsonObject);
      return item;
    },
    write: async (item: Item, etag: string) =>
      (await catalog.putItems([{ item, ifMatch: etag }], 'replace'))[0]!.outcome,
  };
  const change = patchAsRead(patch, place.assetsHome);
  return changeStored(shelf, (document) => boxedAnew(document, change(document)), ifMatch);
}
