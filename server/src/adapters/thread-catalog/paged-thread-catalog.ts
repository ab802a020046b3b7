import type { Catalog } from '../../catalog/ports.ts';
import { everything } from '../../catalog/search-request.ts';
import { createPagedChunks } from './paged-chunks.ts';
import type { Stop, ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

export type ReadCatalog = Pick<Catalog, 'search' | 'getCollection' | 'listCollections' | 'arrivals'>;

const none: ReadonlySet<string> = new Set();

/** The same by the port alone, for stores that are asked over a network. */
export function createPagedThreadCatalog(
  catalog: ReadCatalog,
  declared: readonly string[],
  options: ThreadCatalogOptions = {},
): Omit<ThreadCatalog, 'knownProperties' | 'explain' | 'close'> {
  const chunks = createPagedChunks(catalog, options);
  return {
    chunks,
    search: (request, visibility, { signal }) => catalog.search(request, visibility, { signal }),
    collection: (id) => catalog.getCollection(id, 'all'),
    declared: () => declared,
    arrivals: (after, limit) => catalog.arrivals(after, limit, 'all'),
    async sharedIds(items) {
      const { found } = await catalog.listCollections({ limit: 2, token: null }, 'all');
      return found.length < 2 ? none : sharedAmong(chunks, [...new Set(items.map(({ id }) => id))]);
    },
  };
}

/** As many items may have one id as there are collections. */
async function sharedAmong(chunks: ThreadCatalog['chunks'], ids: readonly string[]): Promise<ReadonlySet<string>> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  const found = chunks({ ...everything, ids, limit: Number.MAX_SAFE_INTEGER }, 'all', unstopped);
  for (let some = await found.next(); some.length > 0; some = await found.next())
    for (const { id } of some) (seen.has(id) ? shared : seen).add(id);
  return shared;
}

const unstopped: Stop = { signal: new AbortController().signal, isStopped: () => false };
