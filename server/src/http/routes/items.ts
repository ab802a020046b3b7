import { findItem } from '../../catalog/find-documents.ts';
import { type QueryParameters, readSearchQuery } from '../../catalog/languages/search-parameters.ts';
import { refuse } from '../../catalog/refuse.ts';
import { showItemsOf } from '../../catalog/search-items.ts';
import { answerExport } from '../answer-export.ts';
import { lentUntilSent, readerGone } from '../caller-gone.ts';
import { isDocumentHeld, isListHeld } from '../revalidate.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { entityTag } from '../wire/files/entity-tag.ts';
import { besidesFormat, refuseUnknown } from '../wire/parts/listing-request.ts';
import { geojson, json } from '../wire/files/media-types.ts';
import { alternateLinks, pageLinks, pagingByGet, refuseCutShort } from '../wire/catalog/page-links.ts';
import { collectionParams, itemParams, itemsQuery } from '../wire/catalog/search-schemas.ts';
import { collectionHref, itemBytes } from '../wire/catalog/stac-links.ts';
import { featureCollectionSchema, itemSchema } from '../wire/catalog/stac-schemas.ts';
import { exportTypes, formatOf, itemsAnswer } from './search.ts';

const tag = 'Catalogue';
const alsoAllowed: ReadonlySet<string> = new Set(['f']);

export const list = operation({
  summary: 'Items of a collection',
  description:
    'Takes what a search takes; any other parameter is 400. `numberMatched` is exact or absent, as in a search.',
  tag,
  params: collectionParams,
  query: itemsQuery,
  checksOwnBody: true,
  contentType: geojson,
  alsoContentTypes: exportTypes,
  errors: [404, 503, 507],
  sends: ['content-disposition'],
  answers: { 200: featureCollectionSchema, 304: null },
  handle: async (service, call) => {
    const { query, params, principal, reply } = call;
    const format = formatOf(call, query);
    const request = readSearchQuery(query, { alsoAllowed, isUnbounded: format !== 'geojson' });
    // pystac-client names the collection of the path once more.
    if (request.collections?.some((name) => name !== params.id) === true)
      refuse('collections', `can name '${params.id}' alone on this path`);
    if (format !== 'geojson') return answerExport(service, call, { format, request, collection: params.id });
    const home = collectionHref(service.config.baseUrl, params.id);
    const post = { href: `${service.config.baseUrl}/search`, members: { collections: [params.id] } };
    const paging = pagingByGet(`${home}/items`, geojson, query, post);
    if (await isListHeld(service, call, paging.self.href)) return;
    const options = { signal: readerGone(reply), lend: lentUntilSent(reply) };
    const page = await showItemsOf(service, visibilityOf(principal), params.id, request, options);
    refuseCutShort(page, request.limit, paging);
    const collection = { rel: 'collection', type: json, href: home };
    const links = [...pageLinks(page, paging), ...alternateLinks(`${home}/items`, query), collection];
    return itemsAnswer(service, call, page, links);
  },
});

export const read = operation({
  summary: 'One item',
  tag,
  params: itemParams,
  contentType: geojson,
  errors: [400, 404, 412],
  answers: { 200: itemSchema, 304: null },
  handle: async (service, call) => {
    const { params, principal, reply, request } = call;
    refuseUnknown(besidesFormat(request.query as QueryParameters, 'geojson'));
    const { baseUrl } = service.config;
    const item = await findItem(service, visibilityOf(principal), params.id, params.item);
    if (isDocumentHeld(service, call, entityTag(item.etag, baseUrl))) return;
    void reply.type(`${geojson}; charset=utf-8`);
    return itemBytes(baseUrl, item);
  },
});
