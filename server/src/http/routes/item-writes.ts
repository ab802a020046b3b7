import { Type } from 'typebox';
import { deleteMatching } from '../../catalog/delete-matching.ts';
import { readDeleteQuery } from '../../catalog/languages/delete-parameters.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { loadItems } from '../../catalog/load-items.ts';
import { patchItem } from '../../catalog/patch-item.ts';
import { deleteItem, putItem } from '../../catalog/write-item.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { deedRecorder } from '../record-deed.ts';
import { type Call, operation } from '../route.ts';
import { stillAdmitted } from '../still-admitted.ts';
import { visibilityOf } from '../visible-to.ts';
import { bulkReportSchema, writeBulkReport } from '../wire/catalog-writes/bulk-report.ts';
import { deleteQuery, recordedConditions } from '../wire/catalog-writes/delete-query.ts';
import { refuseUnknown } from '../wire/parts/listing-request.ts';
import { geojson, json } from '../wire/files/media-types.ts';
import { patchOf, patchTypes } from '../wire/catalog-writes/patch-body.ts';
import { collectionParams, itemParams } from '../wire/catalog/search-schemas.ts';
import { assetsHome } from '../wire/catalog/stac-links.ts';
import { itemSchema } from '../wire/catalog/stac-schemas.ts';
import {
  ifMatchOf,
  postConditions,
  putConditions,
  refuseConditions,
  upsertSchema,
} from '../wire/catalog-writes/write-headers.ts';
import { answerItem } from '../wire/catalog-writes/written-document.ts';

const tag = 'Catalogue: writing';
const itemBody = Type.Object({}, { description: 'A STAC item.' });

type ItemCall = Pick<Call<unknown, unknown, { readonly id: string; readonly item: string }>, 'params' | 'principal'>;

const placeOf = ({ config }: Pick<Service, 'config'>, { params, principal }: ItemCall) => ({
  collection: params.id,
  id: params.item,
  visibility: visibilityOf(principal),
  assetsHome: assetsHome(config.baseUrl, params.id, params.item),
});

export const load = operation({
  summary: 'Add an item, or many, to a collection',
  description:
    'The body is an Item, or a FeatureCollection of items. Of many, the good ones are stored and each is reported on: ' +
    '201 when all are new, 207 when some failed, else 200; the report is application/json.',
  tag,
  contentType: geojson,
  alsoContentTypes: [json],
  params: collectionParams,
  query: upsertSchema,
  body: Type.Object({}, { description: 'A STAC item, or a FeatureCollection of items.' }),
  bodyKind: 'bytes',
  takesRoom: true,
  errors: [404, 409, 412],
  sends: ['etag', 'location'],
  answers: {
    200: Type.Union([itemSchema, bulkReportSchema]),
    201: Type.Union([itemSchema, bulkReportSchema]),
    207: bulkReportSchema,
  },
  handle: async (service, { params, query, body, principal, request, reply }) => {
    const { baseUrl } = service.config;
    const place = { collection: params.id, visibility: visibilityOf(principal) };
    const conditions = postConditions(request, query, baseUrl);
    const loaded = await loadItems(service, place, body as Uint8Array, conditions);
    if ('document' in loaded) return answerItem(reply, baseUrl, loaded);
    const { status, bytes } = await writeBulkReport({ ...conditions, reports: loaded.reports }, baseUrl);
    void reply.code(status).type('application/json; charset=utf-8');
    return bytes;
  },
});

export const replace = operation({
  summary: 'Replace an item',
  description: '`If-Match` asks for the version that is stored; `If-None-Match: *` creates and never replaces.',
  tag,
  contentType: geojson,
  params: itemParams,
  query: upsertSchema,
  body: itemBody,
  consumes: ['application/json', 'application/geo+json'],
  takesRoom: true,
  errors: [404, 412],
  sends: ['etag', 'location', 'preference-applied'],
  answers: { 200: itemSchema, 201: itemSchema, 204: null },
  handle: async (service, call) => {
    const { baseUrl } = service.config;
    const conditions = putConditions(call.request, call.query, baseUrl);
    return answerItem(call.reply, baseUrl, await putItem(service, placeOf(service, call), call.body, conditions));
  },
});

export const patch = operation({
  summary: 'Change members of an item',
  description: 'A JSON Merge Patch (RFC 7396) or, by its content type, a JSON Patch (RFC 6902); `If-Match` is heeded.',
  tag,
  contentType: geojson,
  params: itemParams,
  body: Type.Unknown({ description: 'A partial item, or the operations of a JSON Patch.' }),
  consumes: patchTypes,
  takesRoom: true,
  errors: [404, 409, 412],
  sends: ['etag', 'preference-applied', 'accept-patch'],
  answers: { 200: itemSchema, 204: null },
  handle: async (service, call) => {
    const { baseUrl } = service.config;
    refuseUnknown(call.request.query as QueryParameters);
    const change = patchOf(call.request, call.reply);
    const document = await patchItem(service, placeOf(service, call), change, ifMatchOf(call.request, baseUrl));
    return answerItem(call.reply, baseUrl, { document, isNew: false });
  },
});

export const remove = operation({
  summary: 'Delete an item',
  description: '`If-Match` asks for the version that is stored.',
  tag,
  params: itemParams,
  errors: [400, 404, 412],
  answers: { 204: null },
  handle: async (service, call) => {
    refuseUnknown(call.request.query as QueryParameters);
    await deleteItem(service, placeOf(service, call), ifMatchOf(call.request, service.config.baseUrl));
    void call.reply.code(204);
  },
});

export const removeMatching = operation({
  summary: 'Delete the items of a collection that match',
  description: 'At least one condition is required; `all=true` deletes every item.',
  tag,
  params: collectionParams,
  query: deleteQuery,
  checksOwnBody: true,
  errors: [404],
  answers: { 200: Type.Object({ deleted: Type.Integer() }) },
  handle: async (service, { params, query, principal, actor, request, reply }) => {
    refuseConditions(request);
    const place = { id: params.id, visibility: visibilityOf(principal) };
    const record = deedRecorder(service, actor);
    const recordCount = (deleted: number) =>
      record('items.delete-matching', params.id, { ...recordedConditions(query), deleted });
    const caller = { signal: callerGone(reply), mayGoOn: stillAdmitted(request) };
    return { deleted: await deleteMatching(service, place, readDeleteQuery(query), recordCount, caller) };
  },
});
