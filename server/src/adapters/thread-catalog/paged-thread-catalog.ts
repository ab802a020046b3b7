import type { Catalog } from '../../catalog/ports.ts';
import { createPagedChunks } from './paged-chunks.ts';
import type { ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

export type ReadCatalog = Pick<Catalog, 'search' | 'getCollection' | 'arrivals'>;

/** The same by the port alone, for stores that are asked over a network. */
export const createPagedThreadCatalog = (
  catalog: ReadCatalog,
  declared: readonly string[],
  options: ThreadCatalogOptions = {},
): Omit<ThreadCatalog, 'knownProperties' | 'sharedIds' | 'explain' | 'close'> => ({
  chunks: createPagedChunks(catalog, options),
  search: (request, visibility, { signal }) => catalog.search(request, visibility, { signal }),
  collection: (id) => catalog.getCollection(id, 'all'),
  declared: () => declared,
  arrivals: (after, limit) => catalog.arrivals(after, limit, 'all'),
});
