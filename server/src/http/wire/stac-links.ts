import { queryablesRelation, sortablesRelation } from '../../catalog/collection.ts';
import type { StoredCollection, StoredItem } from '../../catalog/ports.ts';
import { type Pieces, spliceLinks } from './splice-links.ts';

export const collectionHref = (baseUrl: string, id: string): string =>
  `${baseUrl}/collections/${encodeURIComponent(id)}`;

export const itemHref = (baseUrl: string, collection: string, id: string): string =>
  `${collectionHref(baseUrl, collection)}/items/${encodeURIComponent(id)}`;

/** What the addresses of an item's local assets begin with. */
export const assetsHome = (baseUrl: string, collection: string, id: string): string =>
  `${itemHref(baseUrl, collection, id)}/assets/`;

/** Where the items of a collection are links. */
export const browseHref = (baseUrl: string, id: string): string => `${collectionHref(baseUrl, id)}/browse`;

// Templates and not JSON.stringify, which takes three times as long: encoded ids hold nothing that JSON escapes.

/** An item as it is sent. */
export function itemPieces(baseUrl: string, item: StoredItem): Pieces {
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

/** A collection as it is sent. */
export function collectionPieces(baseUrl: string, collection: StoredCollection): Pieces {
  const self = collectionHref(baseUrl, collection.id);
  return spliceLinks(
    collection,
    `{"rel":"self","type":"application/json","href":"${self}"},` +
      `{"rel":"root","type":"application/json","href":"${baseUrl}/"},` +
      `{"rel":"parent","type":"application/json","href":"${baseUrl}/"},` +
      `{"rel":"items","type":"application/geo+json","href":"${self}/items"},` +
      `{"rel":"child","type":"application/json","href":"${self}/browse"},` +
      `{"rel":"${queryablesRelation}","type":"application/schema+json","href":"${self}/queryables"},` +
      `{"rel":"${sortablesRelation}","type":"application/schema+json","href":"${self}/sortables"}`,
    () => `${self}/assets/`,
  );
}

export const itemBytes = (baseUrl: string, item: StoredItem): Buffer => Buffer.concat(itemPieces(baseUrl, item));

export const collectionBytes = (baseUrl: string, collection: StoredCollection): Buffer =>
  Buffer.concat(collectionPieces(baseUrl, collection));
