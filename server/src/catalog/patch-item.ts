import type { Service } from '../service.ts';
import { changeStored } from './change-stored.ts';
import type { Item } from './item.ts';
import { patchAsRead } from './local-href.ts';
import type { Patch } from './patch/patch.ts';
import { itemAt } from './write-item.ts';
import type { ItemPlace } from './write-scope.ts';

export function patchItem(
  { catalog }: Pick<Service, 'catalog'>,
  place: ItemPlace,
  patch: Patch,
  ifMatch: string | null,
): Promise<Item> {
  const shelf = {
    read: () => catalog.getItem(place.collection, place.id, place.visibility),
    parse: (json: unknown) => itemAt(place, json),
    write: async (item: Item, etag: string) =>
      (await catalog.putItems([{ item, ifMatch: etag }], 'replace'))[0]!.outcome,
  };
  return changeStored(shelf, patchAsRead(patch, place.assetsHome), ifMatch);
}
