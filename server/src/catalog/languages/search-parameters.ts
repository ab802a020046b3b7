import { areaOfBbox, areaOfGeometry } from '../area.ts';
import { readTimeInterval } from '../datetime-interval.ts';
import { readFields } from '../fields.ts';
import { type PagePosition, readPageToken } from '../page-token.ts';
import { type JsonObject, asText, asTexts, isObject, refuse } from '../refuse.ts';
import { type CountMode, type SearchRequest, defaultLimit, farthestSkip, mostItems } from '../search-request.ts';
import { type Sort, defaultSort, readSort } from '../sort.ts';
import { readTextQuery } from '../text/read-text-query.ts';
import { readSearchFilter } from './search-filter.ts';
import { type QueryParameters, membersOfQuery, olderNames } from './search-query.ts';

export type { QueryParameters } from './search-query.ts';

export type SearchOptions = {
  /** Names that the path takes besides those of a search; where this is given, every other name is refused. */
  readonly alsoAllowed?: ReadonlySet<string>;
  readonly count?: CountMode;
  /** Without a limit everything is wanted, and one that is given is not clamped. */
  readonly isUnbounded?: boolean;
};

const names = new Set([
  'ids',
  'collections',
  'bbox',
  'intersects',
  'datetime',
  'filter',
  'filter-lang',
  'filter-crs',
  'where',
  'query',
  'q',
  'sortby',
  'fields',
  'limit',
  'token',
  'page',
  'offset',
]);

/** Of a page of items: they say nothing where no page is shown. */
export const pageMembers: readonly string[] = [
  'limit',
  'token',
  'page',
  'offset',
  'sortby',
  'sortBy',
  'orderby',
  'orderBy',
  'fields',
];

/** What a search understands of what was given: links repeat nothing else, since it may be anything. */
export function understoodMembers<T>(given: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  if (Object.keys(given).every(isUnderstood)) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => isUnderstood(name)));
}

const isUnderstood = (name: string): boolean => names.has(name) || Object.hasOwn(olderNames, name);

/** A search by GET; it can say whatever a search by POST can. */
export const readSearchQuery = (query: QueryParameters, options: SearchOptions = {}): SearchRequest =>
  readSearchBody(membersOfQuery(query), options);

/** A search by POST; a member that is null was not given. */
export function readSearchBody(body: unknown, options: SearchOptions = {}): SearchRequest {
  if (!isObject(body)) return refuse('body', 'must be an object');
  const members = knownMembers(body, options.alsoAllowed);
  if ('bbox' in members && 'intersects' in members) refuse('bbox', "and 'intersects' cannot be used together");
  const sort = 'sortby' in members ? readSort(members['sortby']) : defaultSort;
  const limit = readLimit(members['limit'], options.isUnbounded);
  return {
    ids: readTexts(members['ids'], 'ids'),
    collections: readTexts(members['collections'], 'collections'),
    area: readArea(members),
    datetime: 'datetime' in members ? readTimeInterval(asText(members['datetime'], 'datetime')) : null,
    filter: readSearchFilter(members),
    text: 'q' in members ? readTextQuery(members['q']) : null,
    sort,
    fields: 'fields' in members ? readFields(members['fields']) : null,
    limit,
    position: readPosition(members, sort),
    skip: readSkip(members, limit),
    count: limit === 0 ? 'exact' : (options.count ?? 'cheap'),
  };
}

function knownMembers(body: JsonObject, alsoAllowed: ReadonlySet<string> | undefined): JsonObject {
  const members: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(body)) {
    const name = Object.hasOwn(olderNames, given) ? olderNames[given]! : given;
    if (!names.has(name)) {
      if (alsoAllowed !== undefined && !alsoAllowed.has(name)) refuse(given, 'is not a parameter of this path');
      continue;
    }
    // The fields extension wants this one null refused, where it could be taken for an empty object.
    if (name === 'fields' && value === null) refuse('fields', 'must be an object with include and exclude, not null');
    if (value === null || value === undefined) continue;
    if (name in members) refuse(given, `is another spelling of '${name}', which is given too`);
    members[name] = value;
  }
  return members;
}

function readArea({ bbox, intersects }: JsonObject): SearchRequest['area'] {
  if (bbox !== undefined) return areaOfBbox(bbox);
  return intersects === undefined ? null : areaOfGeometry(intersects);
}

/** An empty list was not given: it would find nothing, which nobody asks for. */
function readTexts(value: unknown, member: string): readonly string[] | null {
  if (value === undefined) return null;
  // One id on its own is what clients send that know GET alone.
  const texts = typeof value === 'string' ? [value] : asTexts(value, member);
  if (texts.length > mostItems) refuse(member, `must have at most ${mostItems} elements`);
  return texts.length === 0 ? null : [...new Set(texts)];
}

/** Beyond the maximum it is clamped, not refused. */
function readLimit(value: unknown, isUnbounded = false): number {
  if (value === undefined) return isUnbounded ? Infinity : defaultLimit;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    return refuse('limit', 'must be a whole number of at least 0');
  return isUnbounded ? value : Math.min(value, mostItems);
}

export function readPosition({ token, page, offset }: JsonObject, sort: Sort): PagePosition | null {
  if (token === undefined) return null;
  if (page !== undefined) refuse('page', "and 'token' cannot be used together");
  if (offset !== undefined) refuse('offset', "and 'token' cannot be used together");
  return readPageToken(asText(token, 'token'), sort);
}

/** Pages are numbered from 1; an offset counts what lies before it, as clients of other OGC APIs do. */
export function readSkip({ page, offset }: JsonObject, limit: number, farthest = farthestSkip): number {
  if (page !== undefined && offset !== undefined) refuse('offset', "and 'page' cannot be used together");
  const number = offset === undefined ? readNumber('page', page ?? 1, 1) : readNumber('offset', offset, 0);
  // Without a limit the first page has everything.
  const skip = offset !== undefined ? number : number === 1 ? 0 : (number - 1) * limit;
  if (skip <= farthest) return skip;
  const name = offset === undefined ? 'page' : 'offset';
  return refuse(name, `must lie within the first ${farthest}; beyond them follow the next links`);
}

function readNumber(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value;
  return refuse(name, `must be a whole number of at least ${least}`);
}
