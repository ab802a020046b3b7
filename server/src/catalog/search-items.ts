import type { Service } from '../service.ts';
import { findCollection } from './find-documents.ts';
import type { Found, ReadOptions, StoredItem } from './ports.ts';
import { refuse } from './refuse.ts';
import type { SearchRequest } from './search-request.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** Items of every collection that the caller may see, or of those that the request names. */
export async function searchItems(
  { catalog }: Needs,
  visibility: Visibility,
  request: SearchRequest,
  options: ReadOptions = {},
): Promise<Found<StoredItem>> {
  const page = await catalog.search(request, visibility, options);
  // What was found proves its collection, so that most searches ask for no other.
  const proven = new Set(page.found.map(({ collection }) => collection));
  for (const id of request.collections ?? [])
    if (!proven.has(id) && (await catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
  return page;
}

/** Items of one collection. */
export async function listItems(
  { catalog }: Needs,
  visibility: Visibility,
  collection: string,
  request: SearchRequest,
  options: ReadOptions = {},
): Promise<Found<StoredItem>> {
  const page = await catalog.search({ ...request, collections: [collection] }, visibility, options);
  if (page.found.length === 0) await findCollection({ catalog }, visibility, collection);
  return page;
}
