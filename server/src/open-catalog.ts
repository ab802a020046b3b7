import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { onDatabase } from './adapters/backup/copy-database.ts';
import { keepDatabaseToOwner } from './adapters/node/data-folder.ts';
import { declaredNow } from './adapters/sqlite/catalog/file/declared-now.ts';
import { type OfflineCatalog, openOfflineCatalog } from './adapters/sqlite/catalog/load/open-offline.ts';
import { type SqliteCatalog, openSqliteCatalog } from './adapters/sqlite/catalog/open.ts';
import { type RebuildReport, rebuildCatalogue } from './adapters/sqlite/catalog/load/rebuild.ts';
import { endsEarlierReleases } from './adapters/sqlite/catalog/upgrade.ts';
import { isFolderTaken } from './adapters/sqlite/data-folder-lock.ts';
import type { CatalogPlace } from './adapters/thread-catalog/catalog-place.ts';
import type { Config } from './config.ts';
import { hourMs, secondMs } from './shared/clock.ts';
import { PlatformError } from './shared/errors.ts';
import type { Log } from './shared/log.ts';
import { acquisitionProperties } from './tiles/acquisition.ts';

/** What is opened has the same shape wherever it lies. */
export type OpenedCatalog = SqliteCatalog;

export const catalogFile = ({ dataFolder }: Config): string => join(dataFolder, 'catalog.db');

/** Where threads find the catalogue. */
export function catalogPlace(config: Config): CatalogPlace {
  const { SWATH_DATABASE_URL: url, SWATH_SEARCH_DATABASE_URL: readUrl } = config;
  if (url === null) return { store: 'sqlite', file: catalogFile(config) };
  return { store: 'postgres', url, readUrl, searchTimeoutMs: searchTimeoutMs(config) };
}

/** The catalogue beside a service, if one runs. */
export async function openCatalogBeside(config: Config, log: Log): Promise<OpenedCatalog> {
  if (config.SWATH_DATABASE_URL === null) refuseBesideEarlierRelease(config);
  return openCatalogAsDeclared(config, log);
}

/** A service alone says what is declared: its settings need not be ours. */
export async function openCatalogAsDeclared(config: Config, log: Log): Promise<OpenedCatalog> {
  return openCatalog(config, log, await declaredIn(config));
}

/** It could not go on over what this release would make of the file. */
function refuseBesideEarlierRelease(config: Config): void {
  const file = catalogFile(config);
  if (!existsSync(file) || !onDatabase(file, endsEarlierReleases) || !isFolderTaken(config.dataFolder)) return;
  throw new PlatformError(
    'conflict',
    'a service of an earlier release runs on this catalogue: start the one of this release in its place first',
  );
}

/** The catalogue for this process alone; null where a service or another process has it, or might at any time. */
export async function openCatalogAlone(config: Config, log: Log): Promise<OfflineCatalog | null> {
  if (config.SWATH_DATABASE_URL !== null) return null;
  keepDatabaseToOwner(config.dataFolder, log);
  return openOfflineCatalog(catalogFile(config), (declared) => indexed(config, declared), log.info);
}

/** Built anew from its documents, by the settings; nobody else may have it. */
export function rebuildCatalog(config: Config, told: (items: number) => void): Promise<RebuildReport> {
  return rebuildCatalogue(catalogFile(config), { index: indexed(config, null), told });
}

export async function openCatalog(
  config: Config,
  log: Log,
  declared: readonly string[] | null = null,
): Promise<OpenedCatalog> {
  const { SWATH_DATABASE_URL: url, SWATH_SEARCH_DATABASE_URL: readUrl } = config;
  const options = { ...indexed(config, declared), searchTimeoutMs: searchTimeoutMs(config), log };
  if (url !== null) {
    // Loaded only where it is used.
    const { openPostgresCatalog } = await import('./adapters/postgres/catalog/open.ts');
    // The service alone looks after partitions; a table stays for an hour after the last search that may know of it.
    const rules = { items: config.SWATH_PARTITION_ITEMS, restMs: hourMs + options.searchTimeoutMs };
    const partitions = declared === null ? rules : undefined;
    return openPostgresCatalog(url, { ...options, partitions, ...(readUrl === null ? {} : { readUrl }) });
  }
  keepDatabaseToOwner(config.dataFolder, log);
  const readers = config.SWATH_SEARCH_THREADS || Math.min(4, availableParallelism());
  return openSqliteCatalog(catalogFile(config), { ...options, readers });
}

async function declaredIn(config: Config): Promise<readonly string[] | null> {
  if (config.SWATH_DATABASE_URL === null) return declaredNow(catalogFile(config));
  const { declaredInPostgres } = await import('./adapters/postgres/catalog-facts.ts');
  return declaredInPostgres(config.SWATH_DATABASE_URL);
}

const searchTimeoutMs = ({ SWATH_SEARCH_TIMEOUT: seconds }: Config): number => seconds * secondMs;

// Selects and orders name acquisitions: they are found by these, whatever the operator declares.
// Last: a row is read up to the column that is asked for, and these are long.
const declaredBy = ({ SWATH_QUERYABLES }: Config): readonly string[] => [...SWATH_QUERYABLES, ...acquisitionProperties];

const indexed = (config: Config, declared: readonly string[] | null) => ({
  declared: declared ?? declaredBy(config),
  summarised: declared === null ? config.SWATH_QUERYABLES : null,
});
