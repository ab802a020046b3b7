import { everything } from '../../catalog/search-request.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { acquisitionOf } from '../../tiles/acquisition.ts';

/** More would not be read. */
const mostIds = 20;

/** Of ids that name items, the acquisitions those belong to: a search shows both, and people take the wrong one. */
export async function acquisitionsOfItems(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const request = { ...everything, ids: ids.slice(0, mostIds), limit: mostIds, count: 'none' } as const;
  const { found } = await catalog.search(request, visibility);
  return new Map(found.map(({ id, bytes }) => [id, acquisitionOf(documentOf(bytes))]));
}
