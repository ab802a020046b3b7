import { type Queryables, describeQueryables } from '../../catalog/describe-queryables.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import type { Service } from '../../service.ts';
import { isListHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { besidesFormat, refuseUnknown } from '../wire/parts/listing-request.ts';
import { schemaJson } from '../wire/files/media-types.ts';
import { itemsSchema, queryablesSchema, sortablesSchema } from '../wire/catalog/queryables-schema.ts';
import { collectionParams } from '../wire/catalog/search-schemas.ts';
import { collectionHref } from '../wire/catalog/stac-links.ts';
import { jsonSchemaSchema } from '../wire/catalog/stac-schemas.ts';

const about = {
  tag: 'Catalogue',
  description:
    'A JSON Schema made from the items that the caller may see: types, ranges, and values where they are few.',
  contentType: schemaJson,
  answers: { 200: jsonSchemaSchema, 304: null },
} as const;
const ofCollection = { ...about, params: collectionParams, errors: [400, 404] } as const;

export const queryables = operation({
  ...about,
  summary: 'What filters can name',
  handle: (service, call) => answer(service, call, '/queryables', null, queryablesSchema),
});

export const sortables = operation({
  ...about,
  summary: 'What can be sorted by',
  handle: (service, call) => answer(service, call, '/sortables', null, sortablesSchema),
});

export const queryablesOfCollection = operation({
  ...ofCollection,
  summary: 'What filters can name in a collection',
  handle: (service, call) => answer(service, call, '/queryables', call.params.id, queryablesSchema),
});

export const sortablesOfCollection = operation({
  ...ofCollection,
  summary: 'What the items of a collection can be sorted by',
  handle: (service, call) => answer(service, call, '/sortables', call.params.id, sortablesSchema),
});

export const schemaOfCollection = operation({
  ...ofCollection,
  summary: 'What the items of a collection have',
  description: 'A JSON Schema with the properties of the items and their types, as OGC API Features, Part 5, has it.',
  handle: (service, call) => answer(service, call, '/schema', call.params.id, itemsSchema),
});

async function answer(
  service: Service,
  call: Call,
  path: string,
  collection: string | null,
  shape: (queryables: Queryables, $id: string) => unknown,
) {
  const { principal, reply, request } = call;
  const { baseUrl } = service.config;
  if (collection !== null) refuseUnknown(besidesFormat(request.query as QueryParameters));
  const href = `${collection === null ? baseUrl : collectionHref(baseUrl, collection)}${path}`;
  if (await isListHeld(service, call, href)) return;
  const described = await describeQueryables(service, visibilityOf(principal), collection);
  void reply.type(`${schemaJson}; charset=utf-8`);
  return shape(described, href);
}
