import type { Service } from '../service.ts';
import { type CollectionSearch, isPlainList, sortById } from './collections/collection-search.ts';
import { writePageToken } from './page-token.ts';
import type { Found, ReadOptions, StoredCollection } from './ports.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** Many: few clients follow the pages of a list of collections. */
export const defaultCollections = 1_000;
export const mostCollections = 10_000;

/** Collections that the caller may see, as they were asked for. */
export async function listCollections(
  { catalog }: Needs,
  visibility: Visibility,
  search: CollectionSearch,
  options: ReadOptions = {},
): Promise<Found<StoredCollection>> {
  // The plain list knows no numbers of pages.
  if (!isPlainList(search) || (search.skip ?? 0) > 0) return catalog.searchCollections(search, visibility, options);
  const { limit, position } = search;
  const token = position === null ? null : writePageToken(position, sortById);
  return catalog.listCollections({ limit, token }, visibility);
}
