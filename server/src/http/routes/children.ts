import { listCollections } from '../../catalog/list-collections.ts';
import { callerGone } from '../caller-gone.ts';
import { isListHeld } from '../revalidate.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { catalogueOfMore, mostLinked } from '../wire/catalog/collection-links.ts';
import { countsAndLinks, documentList } from '../wire/catalog/document-list.ts';
import { listRequest } from '../wire/parts/listing-request.ts';
import { json } from '../wire/files/media-types.ts';
import { pageLinks, pagingByGet } from '../wire/catalog/page-links.ts';
import { listingQuery } from '../wire/catalog/search-schemas.ts';
import type { Pieces } from '../wire/catalog/splice-links.ts';
import { collectionPieces } from '../wire/catalog/stac-links.ts';
import { childrenSchema } from '../wire/catalog/stac-schemas.ts';

/** What the landing page links as `child`: the collections, and behind them the catalogue of those it has no link for. */
export const children = operation({
  summary: 'Children of the landing page: the collections that the caller may see',
  description:
    'All of them, page after page. Where there are more than the landing page has links for, the last child is the ' +
    'catalogue that it links for the others.',
  tag: 'Catalogue',
  query: listingQuery,
  checksOwnBody: true,
  contentType: json,
  answers: { 200: childrenSchema, 304: null },
  handle: async (service, call) => {
    const { query, principal, reply } = call;
    const { baseUrl } = service.config;
    const paging = pagingByGet(`${baseUrl}/children`, json, query);
    if (await isListHeld(service, call, paging.self.href)) return;
    const visibility = visibilityOf(principal);
    const page = await listCollections(service, visibility, listRequest(query), { signal: callerGone(reply) });
    const documents: Pieces[] = page.found.map((collection) => collectionPieces(baseUrl, collection));
    const hasMore = page.matched !== null && page.matched.atLeast > mostLinked;
    if (hasMore && page.next === null) {
      documents.push([Buffer.from(JSON.stringify(await catalogueOfMore(service, visibility)))]);
    }
    const matched = hasMore ? { ...page.matched, atLeast: page.matched.atLeast + 1 } : page.matched;
    const links = [...pageLinks(page, paging), { rel: 'root', type: json, href: `${baseUrl}/` }];
    void reply.type(`${json}; charset=utf-8`);
    return documentList(
      '{"children":[',
      documents,
      `],${countsAndLinks({ count: documents.length, matched }, links)}}`,
    );
  },
});
