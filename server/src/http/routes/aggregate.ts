import { aggregateItems } from '../../catalog/aggregate/aggregate-items.ts';
import {
  type AggregationRequest,
  readAggregationBody,
  readAggregationQuery,
} from '../../catalog/aggregate/aggregation-request.ts';
import { describeAggregations } from '../../catalog/aggregate/describe-aggregations.ts';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { type QueryParameters, pageMembers, understoodMembers } from '../../catalog/languages/search-parameters.ts';
import { type JsonObject, refuse } from '../../catalog/refuse.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { isListHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import {
  aggregationCollection,
  aggregationCollectionSchema,
  aggregationList,
  aggregationListSchema,
} from '../wire/catalog/aggregation-collection.ts';
import {
  aggregateBody,
  aggregateCollectionBody,
  aggregateCollectionQuery,
  aggregateQuery,
} from '../wire/catalog/aggregation-schemas.ts';
import { besidesFormat, refuseUnknown } from '../wire/parts/listing-request.ts';
import { json } from '../wire/files/media-types.ts';
import { pagingByGet, pagingByPost } from '../wire/catalog/page-links.ts';
import { collectionParams } from '../wire/catalog/search-schemas.ts';
import type { Link } from '../wire/catalog/splice-links.ts';
import { collectionHref } from '../wire/catalog/stac-links.ts';

const tag = 'Catalogue';
const description =
  'Counts, ranges and frequencies of all items that a search finds. GET and POST have the same power. Of more than 10,000 buckets the largest are told, and `overflow` counts the items of the others.';
const about = { tag, description, checksOwnBody: true } as const;
const byGet = { ...about, answers: { 200: aggregationCollectionSchema, 304: null } } as const;
const byPost = {
  ...about,
  mostPositions: defaultBounds.maxVertices,
  answers: { 200: aggregationCollectionSchema },
} as const;
const ofCollection = { params: collectionParams, errors: [404] } as const;

export const aggregateByGet = operation({
  ...byGet,
  summary: 'Aggregate STAC items',
  query: aggregateQuery,
  handle: async (service, call) => answerGet(service, call, null),
});

/** Without a tag: a POST cannot be asked for on condition. */
export const aggregateByPost = operation({
  ...byPost,
  summary: 'Aggregate STAC items',
  body: aggregateBody,
  handle: (service, call) => answerPost(service, call, null),
});

export const aggregateCollectionByGet = operation({
  ...byGet,
  ...ofCollection,
  summary: 'Aggregate the items of a collection',
  query: aggregateCollectionQuery,
  handle: async (service, call) => answerGet(service, call, call.params.id),
});

export const aggregateCollectionByPost = operation({
  ...byPost,
  ...ofCollection,
  summary: 'Aggregate the items of a collection',
  body: aggregateCollectionBody,
  handle: (service, call) => answerPost(service, call, call.params.id),
});

const aboutList = {
  tag,
  description: 'The aggregations that the items support which the caller may see.',
  answers: { 200: aggregationListSchema, 304: null },
} as const;

export const aggregations = operation({
  ...aboutList,
  summary: 'What can be aggregated',
  handle: (service, call) => list(service, call, null),
});

export const aggregationsOfCollection = operation({
  ...aboutList,
  params: collectionParams,
  errors: [400, 404],
  summary: 'What can be aggregated of a collection',
  handle: (service, call) => list(service, call, call.params.id),
});

async function answerGet(service: Service, call: Call, collection: string | null) {
  const query = call.request.query as QueryParameters;
  const asked = readAggregationQuery(collection === null ? query : besidesFormat(query), collection !== null);
  const href = `${homeOf(service, collection)}/aggregate`;
  // As it came: two spellings of one question are two addresses.
  if (await isListHeld(service, call, `${href}?${JSON.stringify(query)}`)) return;
  return answer(service, call, collection, asked, pagingByGet(href, json, understoodOf(query, asked)).self);
}

function answerPost(service: Service, call: Call, collection: string | null) {
  const asked = readAggregationBody(call.body, collection !== null);
  const href = `${homeOf(service, collection)}/aggregate`;
  const { self } = pagingByPost(href, json, understoodOf(call.body as JsonObject, asked));
  return answer(service, call, collection, asked, self);
}

/** What was understood of what was given: the link to the answer repeats nothing else, since it may be anything. */
function understoodOf<T>(given: Readonly<Record<string, T>>, { details }: AggregationRequest) {
  const search = understoodMembers(given);
  const isUnderstood = (name: string) =>
    name === 'aggregations' ||
    Object.hasOwn(details, name) ||
    (Object.hasOwn(search, name) && !pageMembers.includes(name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => isUnderstood(name)));
}

async function answer(
  service: Service,
  { principal, reply }: Pick<Call, 'principal' | 'reply'>,
  collection: string | null,
  asked: AggregationRequest,
  self: Link,
) {
  if (collection !== null && asked.search.collections?.some((name) => name !== collection) === true)
    refuse('collections', `can name '${collection}' alone on this path`);
  const options = { signal: callerGone(reply) };
  const found = await aggregateItems(service, visibilityOf(principal), collection, asked, options);
  return aggregationCollection(found, linksOf(service, collection, self));
}

async function list(service: Service, call: Call, collection: string | null) {
  if (collection !== null) refuseUnknown(besidesFormat(call.request.query as QueryParameters));
  const self = { rel: 'self', type: json, href: `${homeOf(service, collection)}/aggregations` };
  if (await isListHeld(service, call, self.href)) return;
  const known = await describeAggregations(service, visibilityOf(call.principal), collection);
  return aggregationList(known, linksOf(service, collection, self));
}

const homeOf = ({ config: { baseUrl } }: Pick<Service, 'config'>, collection: string | null): string =>
  collection === null ? baseUrl : collectionHref(baseUrl, collection);

function linksOf(service: Pick<Service, 'config'>, collection: string | null, self: Link): readonly Link[] {
  return [
    self,
    { rel: 'root', type: json, href: `${service.config.baseUrl}/` },
    ...(collection === null ? [] : [{ rel: 'collection', type: json, href: homeOf(service, collection) }]),
  ];
}
