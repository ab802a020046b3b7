import type { Service } from '../service.ts';
import type { Filter } from './filter.ts';
import { filterableCollection } from './filterable-collection.ts';
import { compileFilter } from './match-filter.ts';
import type { CollectionListing, Found, StoredCollection } from './ports.ts';
import type { JsonObject } from './refuse.ts';
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
  for await (const { id, bytes } of allCollections(catalog, visibility)) {
    const document = JSON.parse(utf8.decode(bytes)) as JsonObject;
    if (isMatch(filterableCollection(document)) === true) matching.add(id);
  }
  return catalog.listCollections(listing, matching);
}

const utf8 = new TextDecoder();

/** The ids of all collections that the caller may see, in order. */
export async function visibleCollections({ catalog }: Needs, visibility: Visibility): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of allCollections(catalog, visibility)) ids.push(id);
  return ids;
}

async function* allCollections(catalog: Needs['catalog'], visibility: Visibility): AsyncGenerator<StoredCollection> {
  for (let token: string | null = null; ;) {
    const { found, next }: Found<StoredCollection> = await catalog.listCollections({ limit, token }, visibility);
    yield* found;
    if (next === null) return;
    token = next;
  }
}

/** At once: each has to be read before another request is answered. */
const limit = 200;
