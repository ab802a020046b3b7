import { areaOfBbox } from '../area.ts';
import { type CollectionSearch, everyCollection, sortById } from '../collections/collection-search.ts';
import { readTimeInterval } from '../datetime-interval.ts';
import { type Fields, readFields } from '../fields.ts';
import { type JsonObject, asText, refuse } from '../refuse.ts';
import { readSort } from '../sort.ts';
import { readTextQuery } from '../text/read-text-query.ts';
import { readSearchFilter } from './search-filter.ts';
import { readPosition, readSkip } from './search-parameters.ts';
import { type QueryParameters, membersOfQuery, olderNames } from './search-query.ts';

export const collectionParameters = [
  'bbox',
  'datetime',
  'q',
  'filter',
  'filter-lang',
  'filter-crs',
  'query',
  'sortby',
  ...Object.keys(olderNames),
  'fields',
  'limit',
  'token',
  'page',
  'offset',
];

/** Limits of a list of collections. */
export type ListLimits = { readonly usual: number; readonly most: number };

/** A search of collections by GET. */
export function readCollectionSearch(query: QueryParameters, limits: ListLimits): CollectionSearch {
  const members = membersOfQuery(query);
  const { bbox, datetime, q, fields } = members;
  const sortby = sortbyOf(members);
  const sort = sortby === undefined ? sortById : readSort(sortby);
  const limit = readLimit(members['limit'], limits);
  return {
    ...everyCollection,
    area: bbox === undefined ? null : areaOfBbox(bbox),
    datetime: datetime === undefined ? null : readTimeInterval(asText(datetime, 'datetime')),
    text: q === undefined ? null : readTextQuery(q),
    filter: readSearchFilter(members),
    sort,
    fields: fields === undefined ? null : ofCollections(readFields(fields)),
    limit,
    position: readPosition(members, sort),
    skip: readSkip(members, limit, limits.most),
  };
}

function sortbyOf(members: JsonObject): unknown {
  const given = ['sortby', ...Object.keys(olderNames)].filter((name) => members[name] !== undefined);
  if (given.length > 1) refuse(given[1]!, "is another spelling of 'sortby', which is given too");
  return members[given[0] ?? 'sortby'];
}

/** Beyond the maximum it is clamped, not refused. */
function readLimit(value: JsonObject[string], { usual, most }: ListLimits): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number' || value < 0) return refuse('limit', 'must be a whole number of at least 0');
  return Math.min(value, most);
}

/** A collection has all its members at the top; none that is named means all. */
function ofCollections({ include, exclude }: Fields): Fields | null {
  if (include.length === 0 && exclude.length === 0) return null;
  return { include: include.map(atTop), exclude: exclude.map(atTop) };
}

const atTop = (name: string): string => name.replace(/^properties\./, '');
