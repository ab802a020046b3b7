import type { Service } from '../service.ts';
import { type CollectionSearch, type NumberedSearch, isPlainList, sortById } from './collections/collection-search.ts';
import { writePageToken } from './page-token.ts';
import type { Found, ReadOptions, StoredCollection } from './ports.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** Many: few clients follow the pages of a list of collections. */
export const defaultCollections = 1_000;
export const mostCollections = 10_000;

/** Collections that the caller may see, as they were asked for. */
export async function listCollections(
  needs: Needs,
  visibility: Visibility,
  { skip = 0, ...search }: NumberedSearch,
  options: ReadOptions = {},
): Promise<Found<StoredCollection>> {
  // Stores know no numbers of pages: those before are read too, and left out.
  const page = await firstPage(needs, visibility, { ...search, limit: skip + search.limit }, options);
  return skip === 0 ? page : { ...page, found: page.found.slice(skip) };
}

async function firstPage(
  { catalog }: Needs,
  visibility: Visibility,
  search: CollectionSearch,
  options: ReadOptions,
): Promise<Found<StoredCollection>> {
  if (!isPlainList(search)) return catalog.searchCollections(search, visibility, options);
  const { limit, position } = search;
  const token = position === null ? null : writePageToken(position, sortById);
  return catalog.listCollections({ limit, token }, visibility);
}
