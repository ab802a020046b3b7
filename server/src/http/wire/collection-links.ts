import { everyCollection } from '../../catalog/collections/collection-search.ts';
import { listCollections } from '../../catalog/list-collections.ts';
import type { PagePosition } from '../../catalog/page-token.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { json } from './media-types.ts';
import type { Link } from './splice-links.ts';
import { collectionHref } from './stac-links.ts';

/** Where the collections beyond those of the landing page are links. */
export const collectionsBrowsePath = '/browse/collections';

/** As many as a landing page can carry: every client reads it first. */
export const mostLinked = 1_000;

/** A `child` link for each collection of a page, and one to the catalogue of the next ones. */
export async function collectionLinks(
  service: Pick<Service, 'catalog' | 'config'>,
  visibility: Visibility,
  { limit, position }: { readonly limit: number; readonly position: PagePosition | null },
): Promise<readonly Link[]> {
  const { baseUrl } = service.config;
  const page = await listCollections(service, visibility, { ...everyCollection, limit, position });
  const links: Link[] = page.found.map(({ id }) => ({ rel: 'child', type: json, href: collectionHref(baseUrl, id) }));
  if (page.next === null) return links;
  const query = `${limit === mostLinked ? '' : `limit=${limit}&`}token=${page.next}`;
  const href = `${baseUrl}${collectionsBrowsePath}?${query}`;
  return [...links, { rel: 'child', type: json, href, title: 'More collections' }];
}
