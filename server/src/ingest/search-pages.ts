import { type PagePosition, readPageToken } from '../catalog/page-token.ts';
import type { Catalog, StoredItem } from '../catalog/ports.ts';
import type { SearchRequest } from '../catalog/search-request.ts';

/** Everything that a search finds, a page at a time. */
export async function* searchPages(
  catalog: Pick<Catalog, 'search'>,
  request: SearchRequest,
): AsyncGenerator<StoredItem> {
  for (let position: PagePosition | null = null; ;) {
    const { found, next } = await catalog.search({ ...request, position }, 'all');
    yield* found;
    if (next === null) return;
    position = readPageToken(next, request.sort);
  }
}
