import type { JsonObject } from '../../catalog/refuse.ts';
import { collectionHref } from '../../catalog/shown/shown-item.ts';
import { spliceLinks } from '../../catalog/shown/splice-links.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Prepare } from '../sqlite/catalog/snapshot.ts';

/** The document of a collection, with where it is found; null where it is gone meanwhile. */
export function readCollection(prepare: Prepare, id: string, baseUrl: string): JsonObject | null {
  const row = prepare('SELECT document FROM collections WHERE id = ?').get(id) as [Uint8Array] | undefined;
  if (row === undefined) return null;
  const self = collectionHref(baseUrl, id);
  const links =
    `{"rel":"self","type":"application/json","href":"${self}"},` +
    `{"rel":"items","type":"application/geo+json","href":"${self}/items"}`;
  return documentOf(Buffer.concat(spliceLinks({ bytes: row[0] }, links, () => `${self}/assets/`)));
}
