import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { readSearchBody, readSearchQuery, understoodMembers } from '../../catalog/languages/search-parameters.ts';
import type { ShownItems } from '../../catalog/ports.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { showItems } from '../../catalog/search-items.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import { exportFormatNames, exportFormats } from '../../exports/formats.ts';
import type { Service } from '../../service.ts';
import { toInstant } from '../../shared/dates.ts';
import { answerExport } from '../answer-export.ts';
import { lentUntilSent, readerGone } from '../caller-gone.ts';
import { isListHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { addVary } from '../vary.ts';
import { visibilityOf } from '../visible-to.ts';
import { type AnswerFormat, answerFormat } from '../wire/catalog/answer-format.ts';
import { featureCollection } from '../wire/catalog/feature-collection.ts';
import { geojson, json } from '../wire/files/media-types.ts';
import { type Paging, pageLinks, pagingByGet, pagingByPost, refuseCutShort } from '../wire/catalog/page-links.ts';
import { searchBody, searchPostQuery, searchQuery } from '../wire/catalog/search-schemas.ts';
import type { Link } from '../wire/catalog/splice-links.ts';
import { featureCollectionSchema } from '../wire/catalog/stac-schemas.ts';

export const exportTypes = exportFormatNames.map((name) => exportFormats[name].contentType);

const about = {
  summary: 'Search STAC items',
  tag: 'Catalogue',
  description:
    'GET and POST have the same power. Newest first unless `sortby` says otherwise. `numberMatched` is exact or absent: it is left out where an exact count would cost more than the page itself; `limit=0` always gives it, without features.',
  checksOwnBody: true,
  contentType: geojson,
  alsoContentTypes: exportTypes,
  errors: [503, 507],
} as const;

export const searchByGet = operation({
  ...about,
  query: searchQuery,
  sends: ['content-disposition'],
  answers: { 200: featureCollectionSchema, 304: null },
  handle: async (service, call) => {
    const format = formatOf(call, call.query);
    if (format !== 'geojson')
      return answerExport(service, call, { format, request: readSearchQuery(call.query, { isUnbounded: true }) });
    const request = readSearchQuery(call.query);
    const href = `${service.config.baseUrl}/search`;
    const understood = withFormat(understoodMembers(call.query), call.query.f);
    const paging = pagingByGet(href, geojson, understood, { href });
    if (await isListHeld(service, call, paging.self.href)) return;
    return search(service, call, request, paging);
  },
});

/** Without a tag: a POST cannot be asked for on condition (RFC 9110, 13.1.2). */
export const searchByPost = operation({
  ...about,
  body: searchBody,
  query: searchPostQuery,
  mostPositions: defaultBounds.maxVertices,
  isBodyOptional: true,
  sends: ['content-disposition'],
  answers: { 200: featureCollectionSchema },
  handle: (service, call) => {
    const format = formatOf(call, call.query, call.body);
    if (format !== 'geojson')
      return answerExport(service, call, { format, request: readSearchBody(call.body, { isUnbounded: true }) });
    const request = readSearchBody(call.body);
    const body = withFormat(understoodMembers(call.body as JsonObject), formatGiven(call.query, call.body));
    return search(service, call, request, pagingByPost(`${service.config.baseUrl}/search`, geojson, body));
  },
});

/** The address says it, or the body, or else what the caller accepts. */
export function formatOf(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  query: Readonly<Record<string, unknown>>,
  body: unknown = {},
): AnswerFormat {
  addVary(reply, ['accept']);
  return answerFormat(formatGiven(query, body), request.headers.accept);
}

const formatGiven = (query: Readonly<Record<string, unknown>>, body: unknown): unknown =>
  query['f'] ?? (isObject(body) ? body['f'] : undefined);

/** Who follows a link accepts what they accepted before, which may be another format. */
const withFormat = <T>(members: Readonly<Record<string, T>>, f: unknown): Readonly<Record<string, T | string>> =>
  typeof f === 'string' && f !== '' ? { ...members, f } : members;

async function search(
  service: Service,
  call: Pick<Call, 'principal' | 'reply'>,
  request: SearchRequest,
  paging: Paging,
) {
  const options = { signal: readerGone(call.reply), lend: lentUntilSent(call.reply) };
  const page = await showItems(service, visibilityOf(call.principal), request, options);
  refuseCutShort(page, request.limit, paging);
  return itemsAnswer(service, call, page, pageLinks(page, paging));
}

const asTheyAre = (bytes: unknown) => bytes as string;

/** A page of items, as searches and item lists send it. */
export function itemsAnswer(
  { config, clock }: Pick<Service, 'config' | 'clock'>,
  { reply }: Pick<Call, 'reply'>,
  page: ShownItems,
  links: readonly Link[],
): Buffer {
  // Bytes that are lent would be taken for an object, as they stand in shared memory.
  void reply.type(`${geojson}; charset=utf-8`).serializer(asTheyAre);
  const root = { rel: 'root', type: json, href: `${config.baseUrl}/` };
  return featureCollection(page, [...links, root], toInstant(clock.nowMs()));
}
