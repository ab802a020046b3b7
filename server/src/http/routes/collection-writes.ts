import { Type } from 'typebox';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { createCollection, deleteCollection, patchCollection, putCollection } from '../../catalog/write-collection.ts';
import type { Service } from '../../service.ts';
import { deedRecorder } from '../record-deed.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { refuseUnknown } from '../wire/parts/listing-request.ts';
import { patchOf, patchTypes } from '../wire/catalog-writes/patch-body.ts';
import { collectionParams } from '../wire/catalog/search-schemas.ts';
import { collectionHref } from '../wire/catalog/stac-links.ts';
import { collectionSchema } from '../wire/catalog/stac-schemas.ts';
import { ifMatchOf, postConditions, putConditions, upsertSchema } from '../wire/catalog-writes/write-headers.ts';
import { answerCollection } from '../wire/catalog-writes/written-document.ts';

const tag = 'Catalogue: writing';
const collectionBody = Type.Object({}, { description: 'A STAC collection.' });

type CollectionCall = Pick<Call<unknown, unknown, { readonly id: string }>, 'params' | 'principal'>;

const placeOf = ({ config }: Pick<Service, 'config'>, { params, principal }: CollectionCall) => ({
  id: params.id,
  visibility: visibilityOf(principal),
  assetsHome: `${collectionHref(config.baseUrl, params.id)}/assets/`,
});

export const create = operation({
  summary: 'Create a collection',
  tag,
  query: upsertSchema,
  body: collectionBody,
  takesRoom: true,
  errors: [409, 412],
  sends: ['etag', 'location'],
  answers: { 200: collectionSchema, 201: collectionSchema },
  handle: async (service, { body, query, principal, actor, request, reply }) => {
    const { baseUrl } = service.config;
    const conditions = postConditions(request, query, baseUrl);
    const record = deedRecorder(service, actor);
    const written = await createCollection(service, visibilityOf(principal), body, conditions, record);
    return answerCollection(reply, baseUrl, written);
  },
});

export const replace = operation({
  summary: 'Replace a collection',
  description: '`If-Match` asks for the version that is stored; `If-None-Match: *` creates and never replaces.',
  tag,
  params: collectionParams,
  query: upsertSchema,
  body: collectionBody,
  takesRoom: true,
  errors: [404, 412],
  sends: ['etag', 'location', 'preference-applied'],
  answers: { 200: collectionSchema, 201: collectionSchema, 204: null },
  handle: async (service, call) => {
    const { baseUrl } = service.config;
    const conditions = putConditions(call.request, call.query, baseUrl);
    const record = deedRecorder(service, call.actor);
    const written = await putCollection(service, placeOf(service, call), call.body, conditions, record);
    return answerCollection(call.reply, baseUrl, written);
  },
});

export const patch = operation({
  summary: 'Change members of a collection',
  description: 'A JSON Merge Patch (RFC 7396) or, by its content type, a JSON Patch (RFC 6902); `If-Match` is heeded.',
  tag,
  params: collectionParams,
  body: Type.Unknown({ description: 'A partial collection, or the operations of a JSON Patch.' }),
  consumes: patchTypes,
  takesRoom: true,
  errors: [404, 409, 412],
  sends: ['etag', 'preference-applied', 'accept-patch'],
  answers: { 200: collectionSchema, 204: null },
  handle: async (service, call) => {
    const { baseUrl } = service.config;
    refuseUnknown(call.request.query as QueryParameters);
    const change = patchOf(call.request, call.reply);
    const record = deedRecorder(service, call.actor);
    const document = await patchCollection(
      service,
      placeOf(service, call),
      change,
      ifMatchOf(call.request, baseUrl),
      record,
    );
    return answerCollection(call.reply, baseUrl, { document, isNew: false });
  },
});

export const remove = operation({
  summary: 'Delete a collection with all its items',
  description: '`If-Match` asks for the version that is stored.',
  tag,
  params: collectionParams,
  errors: [400, 404, 412],
  answers: { 204: null },
  handle: async (service, call) => {
    // A filter that was meant for the items must not take the collection.
    refuseUnknown(call.request.query as QueryParameters);
    const ifMatch = ifMatchOf(call.request, service.config.baseUrl);
    await deleteCollection(service, placeOf(service, call), ifMatch, deedRecorder(service, call.actor));
    void call.reply.code(204);
  },
});
