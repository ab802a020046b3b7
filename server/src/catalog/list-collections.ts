import type { Service } from '../service.ts';
import type { Filter } from './filter.ts';
import { filterableCollection } from './filterable-collection.ts';
import { compileFilter } from './match-filter.ts';
import type { CollectionListing, Found, StoredCollection } from './ports.ts';
import { documentOf } from './stored-document.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** Many: few clients follow the pages of a list of collections. */
export const defaultCollections = 1_000;
export const mostCollections = 10_000;

export type CollectionsRequest = CollectionListing & { readonly filter: Filter | null };

/** What the filter does not find is not listed, as if it were not visible. */
export async function listCollections(
  { catalog }: Needs,
  visibility: Visibility,
  { filter, ...listing }: CollectionsRequest,
): Promise<Found<StoredCollection>> {
  const isMatch = filter && compileFilter(filter);
  if (isMatch === null) return catalog.listCollections(listing, visibility);
  const matching = new Set<string>();
  for await (const page of pagesOfAll(catalog, visibility))
    for (const { id, bytes } of page) if (isMatch(filterableCollection(documentOf(bytes))) === true) matching.add(id);
  return catalog.listCollections(listing, matching);
}

/** The ids of all collections that the caller may see, in order. */
export async function visibleCollections({ catalog }: Needs, visibility: Visibility): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of pagesOfAll(catalog, visibility)) for (const { id } of page) ids.push(id);
  return ids;
}

type Collections = Found<StoredCollection>;

async function* pagesOfAll(catalog: Needs['catalog'], visibility: Visibility): AsyncGenerator<Collections['found']> {
  for (let token: string | null = null; ;) {
    const page: Collections = await catalog.listCollections({ limit: defaultCollections, token }, visibility);
    yield page.found;
    if (page.next === null) return;
    token = page.next;
  }
}
