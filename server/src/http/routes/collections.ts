import { findCollection } from '../../catalog/find-documents.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { type CollectionsRequest, listCollections } from '../../catalog/list-collections.ts';
import type { Service } from '../../service.ts';
import { isHeld, isListHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { countsAndLinks, documentList } from '../wire/document-list.ts';
import { entityTag } from '../wire/entity-tag.ts';
import { collectionsRequest, listingRequest, refuseUnknown } from '../wire/listing-request.ts';
import { json } from '../wire/media-types.ts';
import { pageLinks, pagingByGet } from '../wire/page-links.ts';
import { collectionParams, collectionsQuery, listingQuery } from '../wire/search-schemas.ts';
import { collectionBytes, collectionPieces } from '../wire/stac-links.ts';
import { childrenSchema, collectionSchema, collectionsSchema } from '../wire/stac-schemas.ts';

const tag = 'Catalogue';
const listing = { tag, checksOwnBody: true, contentType: json } as const;

export const list = operation({
  ...listing,
  query: collectionsQuery,
  summary: 'Collections that the caller may see',
  answers: { 200: collectionsSchema, 304: null },
  handle: (service, call) => answerList(service, call, 'collections', collectionsRequest(call.query)),
});

/** The catalogue is one level deep: its children are its collections. */
export const children = operation({
  ...listing,
  query: listingQuery,
  summary: 'Children of the landing page: the collections that the caller may see',
  answers: { 200: childrenSchema, 304: null },
  handle: (service, call) => answerList(service, call, 'children', { ...listingRequest(call.query), filter: null }),
});

export const read = operation({
  summary: 'One collection',
  tag,
  params: collectionParams,
  contentType: json,
  errors: [400, 404],
  answers: { 200: collectionSchema, 304: null },
  handle: async (service, call) => {
    const { params, principal, reply, request } = call;
    refuseUnknown(request.query as QueryParameters);
    const { baseUrl } = service.config;
    const collection = await findCollection(service, visibilityOf(principal), params.id);
    if (isHeld(service, call, entityTag(collection.etag, baseUrl))) return;
    void reply.type(`${json}; charset=utf-8`);
    return collectionBytes(baseUrl, collection);
  },
});

async function answerList(
  service: Service,
  call: Call<unknown, QueryParameters>,
  member: 'collections' | 'children',
  request: CollectionsRequest,
) {
  const { query, principal, reply } = call;
  const { baseUrl } = service.config;
  const paging = pagingByGet(`${baseUrl}/${member}`, json, query);
  if (await isListHeld(service, call, paging.self.href)) return;
  const page = await listCollections(service, visibilityOf(principal), request);
  const links = [...pageLinks(page, paging), { rel: 'root', type: json, href: `${baseUrl}/` }];
  void reply.type(`${json}; charset=utf-8`);
  return documentList(
    `{"${member}":[`,
    page.found.map((collection) => collectionPieces(baseUrl, collection)),
    `],${countsAndLinks(page, links)}}`,
  );
}
