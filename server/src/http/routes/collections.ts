import { queryablesRelation } from '../../catalog/collection.ts';
import type { CollectionSearch } from '../../catalog/collections/collection-search.ts';
import { type Fields, projectFields } from '../../catalog/fields.ts';
import { findCollection } from '../../catalog/find-documents.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { listCollections } from '../../catalog/list-collections.ts';
import type { StoredCollection } from '../../catalog/ports.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { isDocumentHeld, isListHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { collectionQueryables } from '../wire/catalog/collection-queryables.ts';
import { countsAndLinks, documentList } from '../wire/catalog/document-list.ts';
import { entityTag } from '../wire/files/entity-tag.ts';
import { besidesFormat, collectionsRequest, refuseUnknown } from '../wire/parts/listing-request.ts';
import { json, schemaJson } from '../wire/files/media-types.ts';
import { pageLinks, pagingByGet, refuseCutShort } from '../wire/catalog/page-links.ts';
import { collectionParams, collectionsQuery } from '../wire/catalog/search-schemas.ts';
import type { Link, Pieces } from '../wire/catalog/splice-links.ts';
import { collectionBytes, collectionPieces } from '../wire/catalog/stac-links.ts';
import { collectionSchema, collectionsSchema, jsonSchemaSchema } from '../wire/catalog/stac-schemas.ts';

const tag = 'Catalogue';
const listing = { tag, checksOwnBody: true, contentType: json } as const;

const queryablesPath = '/collection-queryables';

export const list = operation({
  ...listing,
  query: collectionsQuery,
  summary: 'Collections that the caller may see: all, or those that are searched for',
  answers: { 200: collectionsSchema, 304: null },
  handle: (service, call) => answerList(service, call, collectionsRequest(call.query)),
});

export const read = operation({
  summary: 'One collection',
  tag,
  params: collectionParams,
  contentType: json,
  errors: [400, 404, 412],
  answers: { 200: collectionSchema, 304: null },
  handle: async (service, call) => {
    const { params, principal, reply, request } = call;
    refuseUnknown(besidesFormat(request.query as QueryParameters));
    const { baseUrl } = service.config;
    const collection = await findCollection(service, visibilityOf(principal), params.id);
    if (isDocumentHeld(service, call, entityTag(collection.etag, baseUrl))) return;
    void reply.type(`${json}; charset=utf-8`);
    return collectionBytes(baseUrl, collection);
  },
});

export const queryables = operation({
  summary: 'What filters of a search of collections can name',
  tag,
  contentType: schemaJson,
  answers: { 200: jsonSchemaSchema },
  handle: ({ config }, { reply }) => {
    void reply.type(`${schemaJson}; charset=utf-8`);
    return collectionQueryables(`${config.baseUrl}${queryablesPath}`);
  },
});

async function answerList(service: Service, call: Call<unknown, QueryParameters>, search: CollectionSearch) {
  const { query, principal, reply } = call;
  const { baseUrl } = service.config;
  const paging = pagingByGet(`${baseUrl}/collections`, json, query);
  if (await isListHeld(service, call, paging.self.href)) return;
  const page = await listCollections(service, visibilityOf(principal), search, { signal: callerGone(reply) });
  refuseCutShort({ count: page.found.length, next: page.next }, search.limit, paging);
  const links = [...pageLinks(page, paging), { rel: 'root', type: json, href: `${baseUrl}/` }, ...listLinks(baseUrl)];
  void reply.type(`${json}; charset=utf-8`);
  const documents = page.found.map((collection) => piecesOf(baseUrl, collection, search.fields));
  return documentList(
    '{"collections":[',
    documents,
    `],${countsAndLinks({ count: documents.length, matched: page.matched }, links)}}`,
  );
}

const listLinks = (baseUrl: string): readonly Link[] => [
  { rel: 'parent', type: json, href: `${baseUrl}/` },
  { rel: queryablesRelation, type: schemaJson, href: `${baseUrl}${queryablesPath}` },
];

function piecesOf(baseUrl: string, collection: StoredCollection, fields: Fields | null): Pieces {
  if (fields === null) return collectionPieces(baseUrl, collection);
  return [Buffer.from(JSON.stringify(projectFields(documentOf(collectionBytes(baseUrl, collection)), fields)))];
}
