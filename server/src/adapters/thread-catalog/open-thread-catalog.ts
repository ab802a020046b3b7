import type { CatalogPlace } from './catalog-place.ts';
import { createEmbeddedThreadCatalog } from './embedded-thread-catalog.ts';
import type { ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

/** Opens the catalogue for the thread that calls; nothing is written there. */
export async function openThreadCatalog(
  place: CatalogPlace,
  options: ThreadCatalogOptions = {},
): Promise<ThreadCatalog> {
  return createEmbeddedThreadCatalog(place, options);
}
