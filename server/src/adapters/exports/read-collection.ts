import type { JsonObject } from '../../catalog/refuse.ts';
import { collectionHref } from '../../catalog/shown/shown-item.ts';
import { spliceLinks } from '../../catalog/shown/splice-links.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { ThreadCatalog } from '../thread-catalog/thread-catalog.ts';

/** The document of a collection, with where it is found; null where it is gone meanwhile. */
export async function readCollection(
  catalog: Pick<ThreadCatalog, 'collection'>,
  id: string,
  baseUrl: string,
): Promise<JsonObject | null> {
  const stored = await catalog.collection(id);
  if (stored === null) return null;
  const self = collectionHref(baseUrl, id);
  const links =
    `{"rel":"self","type":"application/json","href":"${self}"},` +
    `{"rel":"items","type":"application/geo+json","href":"${self}/items"}`;
  return documentOf(Buffer.concat(spliceLinks(stored, links, () => `${self}/assets/`)));
}
