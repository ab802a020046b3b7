import type { StoredItem } from '../ports.ts';
import { type Pieces, spliceLinks } from './splice-links.ts';

/** As it stands in an address. Most names need no encoding, which leaves compiled code for each of them. */
export const encoded = (name: string): string => (isPlain.test(name) ? name : encodeURIComponent(name));
const isPlain = /^[\w.~-]*$/;

export const collectionHref = (baseUrl: string, id: string): string => `${baseUrl}/collections/${encoded(id)}`;

export const itemHref = (baseUrl: string, collection: string, id: string): string =>
  `${collectionHref(baseUrl, collection)}/items/${encoded(id)}`;

/** What the addresses of an item's local assets begin with. */
export const assetsHome = (baseUrl: string, collection: string, id: string): string =>
  `${itemHref(baseUrl, collection, id)}/assets/`;

// Templates and not JSON.stringify, which takes three times as long: encoded ids hold nothing that JSON escapes.

/** The service's own links of an item, without the brackets. */
export function itemLinks(baseUrl: string, { collection, id }: Pick<StoredItem, 'collection' | 'id'>): string {
  const [before, after] = linksAround(baseUrl, collection);
  return before + encoded(id) + after;
}

/** The same before and after the item's encoded id. */
export function linksAround(baseUrl: string, collection: string): readonly [before: string, after: string] {
  const home = collectionHref(baseUrl, collection);
  return [
    `{"rel":"self","type":"application/geo+json","href":"${home}/items/`,
    `"},{"rel":"parent","type":"application/json","href":"${home}"},` +
      `{"rel":"collection","type":"application/json","href":"${home}"},` +
      `{"rel":"root","type":"application/json","href":"${baseUrl}/"}`,
  ];
}

/** An item as it is sent. */
export const itemPieces = (baseUrl: string, item: Pick<StoredItem, 'collection' | 'id' | 'bytes'>): Pieces =>
  spliceLinks(item, itemLinks(baseUrl, item), () => assetsHome(baseUrl, item.collection, item.id));
