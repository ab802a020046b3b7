import { isListHeld } from '../revalidate.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import {
  collectionLinks,
  collectionsBrowsePath,
  moreCollections,
  mostLinked,
} from '../wire/catalog/collection-links.ts';
import { listRequest } from '../wire/parts/listing-request.ts';
import { json } from '../wire/files/media-types.ts';
import { pagingByGet } from '../wire/catalog/page-links.ts';
import { listingQuery } from '../wire/catalog/search-schemas.ts';
import { catalogSchema } from '../wire/catalog/stac-schemas.ts';

/** STAC Browseable: the landing page links this where there are more collections than it has links for. */
export const browseCollections = operation({
  summary: 'Collections as links, for clients that browse',
  description: 'A catalogue with a `child` link for each collection, and one to the catalogue of the next ones.',
  tag: 'Catalogue',
  query: listingQuery,
  checksOwnBody: true,
  contentType: json,
  answers: { 200: catalogSchema, 304: null },
  handle: async (service, call) => {
    const { query, principal, reply } = call;
    const { baseUrl } = service.config;
    const { limit, position } = listRequest(query);
    const paging = pagingByGet(`${baseUrl}${collectionsBrowsePath}`, json, query);
    if (await isListHeld(service, call, paging.self.href)) return;
    const asked = { limit: Math.min(mostLinked, Math.max(1, limit)), position };
    const links = await collectionLinks(service, visibilityOf(principal), asked);
    void reply.type(`${json}; charset=utf-8`);
    return moreCollections(baseUrl, [paging.self, ...links]);
  },
});
