import type { StoredItem } from '../../catalog/ports.ts';
import { everything } from '../../catalog/search-request.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';

/** Fewer than a page of the catalogue holds. */
const idsAtOnce = 500;

/** Items of one collection, in no order; what is not there is left out. */
export async function* itemsByIds(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  collection: string,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<StoredItem> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const chunk = ids.slice(at, at + idsAtOnce);
    const request = { ...everything, collections: [collection], ids: chunk, limit: idsAtOnce, count: 'none' } as const;
    yield* (await catalog.search(request, visibility, signal === undefined ? {} : { signal })).found;
  }
}
