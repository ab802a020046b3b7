import { everyCollection } from '../../../catalog/collections/collection-search.ts';
import { listCollections } from '../../../catalog/list-collections.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { Service } from '../../../service.ts';
import { json } from '../files/media-types.ts';
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

/** What the landing page links last: stated in short, its own address has the whole. */
export async function catalogueOfMore(service: Pick<Service, 'catalog' | 'config'>, visibility: Visibility) {
  const links = await collectionLinks(service, visibility, { limit: mostLinked, position: null });
  return moreCollections(service.config.baseUrl, [{ ...links.at(-1)!, rel: 'self' }]);
}

/** A catalogue of collections as links. */
export function moreCollections(baseUrl: string, links: readonly Link[]) {
  return {
    type: 'Catalog',
    id: 'swath-collections',
    stac_version: '1.0.0',
    title: 'Collections',
    description: 'Collections of this Swath installation, by id.',
    links: [
      ...links,
      { rel: 'root', type: json, href: `${baseUrl}/` },
      { rel: 'parent', type: json, href: `${baseUrl}/` },
    ],
  } as const;
}
