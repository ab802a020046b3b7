import type { StoredItem } from '../ports.ts';
import { type Pieces, spliceLinks } from './splice-links.ts';

export const collectionHref = (baseUrl: string, id: string): string =>
  `${baseUrl}/collections/${encodeURIComponent(id)}`;

export const itemHref = (baseUrl: string, collection: string, id: string): string =>
  `${collectionHref(baseUrl, collection)}/items/${encodeURIComponent(id)}`;

/** What the addresses of an item's local assets begin with. */
export const assetsHome = (baseUrl: string, collection: string, id: string): string =>
  `${itemHref(baseUrl, collection, id)}/assets/`;

// Templates and not JSON.stringify, which takes three times as long: encoded ids hold nothing that JSON escapes.

/** An item as it is sent. */
export function itemPieces(baseUrl: string, item: Pick<StoredItem, 'collection' | 'id' | 'bytes'>): Pieces {
  const home = collectionHref(baseUrl, item.collection);
  return spliceLinks(
    item,
    `{"rel":"self","type":"application/geo+json","href":"${home}/items/${encodeURIComponent(item.id)}"},` +
      `{"rel":"parent","type":"application/json","href":"${home}"},` +
      `{"rel":"collection","type":"application/json","href":"${home}"},` +
      `{"rel":"root","type":"application/json","href":"${baseUrl}/"}`,
    () => assetsHome(baseUrl, item.collection, item.id),
  );
}
