import { queryablesRelation, schemaRelation, sortablesRelation } from '../../../catalog/collection.ts';
import type { StoredCollection, StoredItem } from '../../../catalog/ports.ts';
import { collectionHref, itemPieces } from '../../../catalog/shown/shown-item.ts';
import { type Pieces, spliceLinks } from './splice-links.ts';

export { assetsHome, collectionHref, itemHref, itemPieces } from '../../../catalog/shown/shown-item.ts';

/** Where the items of a collection are links. */
export const browseHref = (baseUrl: string, id: string): string => `${collectionHref(baseUrl, id)}/browse`;

// Templates and not JSON.stringify, which takes three times as long: encoded ids hold nothing that JSON escapes.

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
      `{"rel":"aggregate","type":"application/json","href":"${self}/aggregate","method":"GET"},` +
      `{"rel":"aggregate","type":"application/json","href":"${self}/aggregate","method":"POST"},` +
      `{"rel":"aggregations","type":"application/json","href":"${self}/aggregations"},` +
      `{"rel":"${queryablesRelation}","type":"application/schema+json","href":"${self}/queryables"},` +
      `{"rel":"${sortablesRelation}","type":"application/schema+json","href":"${self}/sortables"},` +
      `{"rel":"${schemaRelation}","type":"application/schema+json","href":"${self}/schema"}`,
    () => `${self}/assets/`,
    // OWSLib takes for collections of features only those that say so; who wrote it is not told twice.
    saysItemType(collection) ? '' : ',"itemType":"feature"',
  );
}

const saysItemType = ({ bytes }: StoredCollection): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"itemType"');

export const itemBytes = (baseUrl: string, item: StoredItem): Buffer => Buffer.concat(itemPieces(baseUrl, item));

export const collectionBytes = (baseUrl: string, collection: StoredCollection): Buffer =>
  Buffer.concat(collectionPieces(baseUrl, collection));
