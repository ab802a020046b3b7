import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { keepDatabaseToOwner } from './adapters/node/data-folder.ts';
import { declaredNow } from './adapters/sqlite/catalog/declared-now.ts';
import { type OfflineCatalog, openOfflineCatalog } from './adapters/sqlite/catalog/open-offline.ts';
import { type SqliteCatalog, openSqliteCatalog } from './adapters/sqlite/catalog/open.ts';
import type { CatalogPlace } from './adapters/thread-catalog/catalog-place.ts';
import type { Config } from './config.ts';
import { secondMs } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import { acquisitionProperties } from './tiles/acquisition.ts';

export const catalogFile = ({ dataFolder }: Config): string => join(dataFolder, 'catalog.db');

/** Where threads find the catalogue. */
export const catalogPlace = (config: Config): CatalogPlace => ({ store: 'sqlite', file: catalogFile(config) });

/** The catalogue beside a service, which alone says what is declared: its settings need not be ours. */
export function openCatalogBeside(config: Config, log: Log): Promise<SqliteCatalog> {
  return openCatalog(config, log, declaredNow(catalogFile(config)));
}

/** The catalogue for this process alone; null where a service or another process has it. */
export function openCatalogAlone(config: Config, log: Log): Promise<OfflineCatalog | null> {
  keepDatabaseToOwner(config.dataFolder, log);
  return openOfflineCatalog(catalogFile(config), () => indexed(config, declaredNow(catalogFile(config))));
}

/** The catalogue is embedded whatever holds the accounts. */
export function openCatalog(
  config: Config,
  log: Log,
  declared: readonly string[] | null = null,
): Promise<SqliteCatalog> {
  keepDatabaseToOwner(config.dataFolder, log);
  return openSqliteCatalog(catalogFile(config), {
    ...indexed(config, declared),
    readers: config.SWATH_SEARCH_THREADS || Math.min(4, availableParallelism()),
    searchTimeoutMs: config.SWATH_SEARCH_TIMEOUT * secondMs,
    log,
  });
}

const indexed = ({ SWATH_QUERYABLES }: Config, declared: readonly string[] | null) => ({
  // Selects and orders name acquisitions: they are found by these, whatever the operator declares.
  // Last: a row is read up to the column that is asked for, and these are long.
  declared: declared ?? [...SWATH_QUERYABLES, ...acquisitionProperties],
  summarised: declared === null ? SWATH_QUERYABLES : null,
});
