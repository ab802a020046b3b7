import { Type } from 'typebox';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { isObject, refuse } from '../../catalog/refuse.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  findSavedSearch,
  saveSearch,
} from '../../saved-searches/manage-searches.ts';
import { mostTried, trySearch } from '../../saved-searches/try-search.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';
import { matchRecord, savedSearchRecord, trialRecord } from '../wire/notices/saved-search-record.ts';
import {
  matchSchema,
  savedSearchBody,
  savedSearchChangeBody,
  savedSearchSchema,
  trialBody,
  trialSchema,
} from '../wire/notices/saved-search-schemas.ts';

const tag = 'Saved searches';
const byId = Type.Object({ id: Type.String() });
const ownBody = { checksOwnBody: true, isBodyOptional: true, mostPositions: defaultBounds.maxVertices } as const;

export const create = operation({
  summary: 'Save a search',
  description:
    'When items arrive that match it, the account is told by mail or webhook, and a select or an order is placed where it asks for one. ' +
    'Items that were there before do not count, nor does one that is changed so that it matches.',
  tag,
  body: savedSearchBody,
  ...ownBody,
  errors: [409],
  sends: ['location'],
  answers: { 201: savedSearchSchema },
  handle: async (service, { body, principal, actor, reply }) => {
    const saved = await saveSearch(service, { principal, actor }, body);
    const record = savedSearchRecord(saved, needsOf(service));
    void reply.code(201).header('location', record.links.self);
    return record;
  },
});

export const list = operation({
  summary: "The account's saved searches, newest first",
  tag,
  query: pageQuery,
  answers: { 200: pageSchema(savedSearchSchema) },
  handle: async (service, { query, principal }) => {
    const page = await service.savedSearches.list(principal.account.id, toPageRequest(query));
    return pageRecord(page, (search) => savedSearchRecord(search, needsOf(service)));
  },
});

export const read = operation({
  summary: 'A saved search',
  tag,
  params: byId,
  errors: [404],
  answers: { 200: savedSearchSchema },
  handle: async (service, { params, principal }) =>
    savedSearchRecord(await findSavedSearch(service, principal, params.id), needsOf(service)),
});

export const change = operation({
  summary: 'Change a saved search',
  description:
    'Members that are not given stay, null takes one away. Another search, or the end of a pause, counts from now on: ' +
    'what came before is not told.',
  tag,
  params: byId,
  body: savedSearchChangeBody,
  ...ownBody,
  errors: [404, 409],
  answers: { 200: savedSearchSchema },
  handle: async (service, { params, body, principal, actor }) => {
    const changed = await changeSavedSearch(service, { principal, actor }, params.id, body);
    return savedSearchRecord(changed, needsOf(service));
  },
});

export const remove = operation({
  summary: 'Delete a saved search',
  description: 'With its log, and with what it has not told yet. Its selects and orders stay.',
  tag,
  params: byId,
  errors: [404],
  answers: { 204: null },
  handle: async (service, { params, principal, actor, reply }) => {
    await deleteSavedSearch(service, { principal, actor }, params.id);
    void reply.code(204);
  },
});

export const matches = operation({
  summary: 'What matched, when, and what became of it, newest first',
  tag,
  params: byId,
  query: pageQuery,
  errors: [404],
  answers: { 200: pageSchema(matchSchema) },
  handle: async (service, { params, query, principal }) => {
    const { id } = await findSavedSearch(service, principal, params.id);
    const page = await service.savedSearches.batches(id, toPageRequest(query));
    return pageRecord(page, (batch) => matchRecord(batch, visibilityOf(principal), service.config));
  },
});

export const trial = operation({
  summary: 'Try a saved search on the last arrivals',
  description: 'What would have matched, and what an order of it would cost. Nobody is told, and nothing is ordered.',
  tag,
  params: byId,
  body: trialBody,
  checksOwnBody: true,
  isBodyOptional: true,
  errors: [404],
  answers: { 200: trialSchema },
  handle: async (service, { params, body, principal, reply }) => {
    const last = readLast(body);
    const tried = await trySearch(service, principal, params.id, { last, signal: callerGone(reply) });
    return trialRecord(tried, service.config);
  },
});

const usualTrial = 1_000;

function readLast(body: unknown): number {
  if (body !== undefined && !isObject(body)) return refuse('body', 'must be an object');
  const last = body?.['last'] ?? usualTrial;
  return typeof last === 'number' && Number.isInteger(last) && last >= 1 && last <= mostTried
    ? last
    : refuse('last', `must be a whole number from 1 to ${mostTried}`);
}

const needsOf = ({ config }: Pick<Service, 'config'>) => ({
  baseUrl: config.baseUrl,
  defaultIntervalMinutes: config.SWATH_SAVED_SEARCH_INTERVAL,
});
