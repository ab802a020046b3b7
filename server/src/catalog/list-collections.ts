import type { Service } from '../service.ts';
import type { CollectionListing, Found, StoredCollection } from './ports.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** Many: few clients follow the pages of a list of collections. */
export const defaultCollections = 1_000;
export const mostCollections = 10_000;

export const listCollections = (
  { catalog }: Needs,
  visibility: Visibility,
  listing: CollectionListing,
): Promise<Found<StoredCollection>> => catalog.listCollections(listing, visibility);

/** The ids of all collections that the caller may see, in order. */
export async function visibleCollections({ catalog }: Needs, visibility: Visibility): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let token: string | null = null; ;) {
    const { found, next } = await catalog.listCollections({ limit: defaultCollections, token }, visibility);
    for (const { id } of found) ids.push(id);
    if (next === null) return ids;
    token = next;
  }
}
