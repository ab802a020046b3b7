import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { readSearchFilter } from '../../catalog/languages/search-filter.ts';
import { membersOfQuery } from '../../catalog/languages/search-query.ts';
import { type CollectionsRequest, defaultCollections, mostCollections } from '../../catalog/list-collections.ts';
import type { CollectionListing } from '../../catalog/ports.ts';
import { refuse } from '../../catalog/refuse.ts';
import { single } from './single-parameter.ts';

/** OGC API Features: a parameter that the path does not know is an error, by its name. */
export function refuseUnknown(query: QueryParameters, ...known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(unknown, 'is not a parameter of this path');
}

const filterParameters = ['filter', 'filter-lang', 'filter-crs'] as const;

/** A page of the collections that a filter finds. */
export function collectionsRequest(query: QueryParameters): CollectionsRequest {
  refuseUnknown(query, 'limit', 'token', ...filterParameters);
  const { limit, token, ...filtering } = query;
  return { ...listingRequest({ limit, token }), filter: readSearchFilter(membersOfQuery(filtering)) };
}

/** An empty parameter was not given; a limit beyond the maximum is clamped. */
export function listingRequest(query: QueryParameters): CollectionListing {
  refuseUnknown(query, 'limit', 'token');
  const [limit, token] = [single(query, 'limit'), single(query, 'token')];
  if (limit !== null && !/^\d+$/.test(limit)) refuse('limit', 'must be a whole number of at least 0');
  return { limit: Math.min(Number(limit ?? defaultCollections), mostCollections), token };
}
