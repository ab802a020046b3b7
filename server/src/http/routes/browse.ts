import { showItemsOf } from '../../catalog/search-items.ts';
import { readPageToken } from '../../catalog/page-token.ts';
import { everything } from '../../catalog/search-request.ts';
import { idAlone, idsOn } from '../../catalog/shown/ids-alone.ts';
import { lentUntilSent, readerGone } from '../caller-gone.ts';
import { isListHeld } from '../revalidate.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { listingRequest } from '../wire/parts/listing-request.ts';
import { geojson, json } from '../wire/files/media-types.ts';
import { pagingByGet } from '../wire/catalog/page-links.ts';
import type { Link } from '../wire/catalog/splice-links.ts';
import { collectionParams, listingQuery } from '../wire/catalog/search-schemas.ts';
import { browseHref, collectionHref, itemHref } from '../wire/catalog/stac-links.ts';
import { catalogSchema } from '../wire/catalog/stac-schemas.ts';

/** STAC Browseable: every item is reached by `child` and `item` links alone, here a page of them after the other. */
export const browse = operation({
  summary: 'Items of a collection as links, for clients that browse',
  description: 'A catalogue with an `item` link for each item; a `child` link leads to the catalogue of the next ones.',
  tag: 'Catalogue',
  params: collectionParams,
  query: listingQuery,
  checksOwnBody: true,
  contentType: json,
  errors: [404],
  answers: { 200: catalogSchema, 304: null },
  handle: async (service, call) => {
    const { query, params, principal, reply } = call;
    const { baseUrl } = service.config;
    const { limit, token } = listingRequest(query);
    const self = browseHref(baseUrl, params.id);
    const paging = pagingByGet(self, json, query);
    if (await isListHeld(service, call, paging.self.href)) return;
    const position = token === null ? null : readPageToken(token, everything.sort);
    const request = { ...everything, fields: idAlone, limit: Math.max(1, limit), position, count: 'none' } as const;
    const options = { signal: readerGone(reply), lend: lentUntilSent(reply) };
    const page = await showItemsOf(service, visibilityOf(principal), params.id, request, options);
    const links: Link[] = [
      paging.self,
      { rel: 'root', type: json, href: `${baseUrl}/` },
      { rel: 'parent', type: json, href: collectionHref(baseUrl, params.id) },
      ...idsOn(page).map((id) => ({ rel: 'item', type: geojson, href: itemHref(baseUrl, params.id, id) })),
    ];
    if (page.next !== null) links.push({ rel: 'child', type: json, href: `${self}?limit=${limit}&token=${page.next}` });
    void reply.type(`${json}; charset=utf-8`);
    return {
      type: 'Catalog',
      id: `${params.id}-items`,
      stac_version: '1.0.0',
      title: 'Items as links',
      description: `Items of the collection ${params.id}, newest first.`,
      links,
    };
  },
});
