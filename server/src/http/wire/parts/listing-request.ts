import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import type { CollectionSearch } from '../../../catalog/collections/collection-search.ts';
import { collectionParameters, readCollectionSearch } from '../../../catalog/languages/collection-parameters.ts';
import { defaultCollections, mostCollections } from '../../../catalog/list-collections.ts';
import type { CollectionListing } from '../../../catalog/ports.ts';
import { refuse } from '../../../catalog/refuse.ts';
import { single } from './single-parameter.ts';

/** OGC API Features: a parameter that the path does not know is an error, by its name. */
export function refuseUnknown(query: QueryParameters, ...known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(unknown, 'is not a parameter of this path');
}

/** The other parameters of a document that is JSON alone: many clients name that wherever they go. */
export function besidesFormat({ f, ...others }: QueryParameters, ...alsoNamed: readonly string[]): QueryParameters {
  const names = ['json', ...alsoNamed];
  if (f !== undefined && f !== '' && !names.includes(String(f))) refuse('f', `can be ${names.join(' or ')} alone here`);
  return others;
}

/** A page of the collections that are searched for. */
export function collectionsRequest(query: QueryParameters): CollectionSearch {
  const search = besidesFormat(query);
  refuseUnknown(search, ...collectionParameters);
  return readCollectionSearch(search, { usual: defaultCollections, most: mostCollections });
}

/** A page of the list of all collections. */
export function listRequest(query: QueryParameters): CollectionSearch {
  refuseUnknown(besidesFormat(query), 'limit', 'token');
  return collectionsRequest(query);
}

/** An empty parameter was not given; a limit beyond the maximum is clamped. */
export function listingRequest(query: QueryParameters): CollectionListing {
  refuseUnknown(besidesFormat(query), 'limit', 'token');
  const [limit, token] = [single(query, 'limit'), single(query, 'token')];
  if (limit !== null && !/^\d+$/.test(limit)) refuse('limit', 'must be a whole number of at least 0');
  return { limit: Math.min(Number(limit ?? defaultCollections), mostCollections), token };
}
