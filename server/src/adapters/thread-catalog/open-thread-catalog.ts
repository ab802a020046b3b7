import type { CatalogPlace, PostgresPlace } from './catalog-place.ts';
import { createEmbeddedThreadCatalog } from './embedded-thread-catalog.ts';
import { createPagedThreadCatalog } from './paged-thread-catalog.ts';
import type { ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

/** Opens the catalogue for the thread that calls; nothing is written there. */
export async function openThreadCatalog(
  place: CatalogPlace,
  options: ThreadCatalogOptions = {},
): Promise<ThreadCatalog> {
  return place.store === 'sqlite' ? createEmbeddedThreadCatalog(place, options) : openOverPostgres(place, options);
}

/** Of a thread: it has few jobs at a time. */
const connections = 2;
/** Of a page where items grow larger from one to the next; twice what one should have. */
const mostBytes = 33_554_432;

async function openOverPostgres(
  { url, readUrl, searchTimeoutMs }: PostgresPlace,
  options: ThreadCatalogOptions,
): Promise<ThreadCatalog> {
  // Loaded only where it is used.
  const { openPostgresCatalog } = await import('../postgres/catalog/open.ts');
  const { usualTuning } = await import('../postgres/catalog/search/tuning.ts');
  const { declaredInPostgres, knownInPostgres } = await import('../postgres/catalog-facts.ts');
  // The service alone says what is declared and summarised.
  const declared = (await declaredInPostgres(url)) ?? [];
  const { catalog, sharedIds, close } = await openPostgresCatalog(url, {
    declared,
    summarised: null,
    searchTimeoutMs,
    connections,
    mostBytes,
    // Nobody waits for one page: a search may read as many documents as its time allows.
    tuning: { ...usualTuning, mostDocuments: Infinity },
    ...(readUrl === null ? {} : { readUrl }),
  });
  return {
    ...createPagedThreadCatalog(catalog, declared, options),
    knownProperties: (collections, visibility) => knownInPostgres(url, collections, visibility),
    sharedIds,
    explain: (error) => error,
    close,
  };
}
