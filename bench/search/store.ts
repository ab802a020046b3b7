import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openOfflineCatalog } from '../../server/src/adapters/sqlite/catalog/load/open-offline.ts';
import type { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import type { judgeEntry } from '../../server/src/ingest/judge-entry.ts';
import { readConfig } from '../../server/src/config.ts';
import { builtServer } from '../support/built-server.ts';
import { acquisitionProperties } from '../../server/src/tiles/acquisition.ts';

export type OpenCatalogue = { readonly catalog: Catalog; close(): Promise<void> };

/** As the service declares them when nobody says otherwise. */
export const declared: readonly string[] = [...readConfig({}).SWATH_QUERYABLES, ...acquisitionProperties];

type Store = { readonly openSqliteCatalog: typeof openSqliteCatalog };
type Loader = { readonly openOfflineCatalog: typeof openOfflineCatalog };
type Judge = { readonly judgeEntry: typeof judgeEntry };

/** As the service opens it. */
export async function openCatalogue(file: string): Promise<OpenCatalogue> {
  const store = await builtModule<Store>('adapters/sqlite/catalog/open.js');
  return store.openSqliteCatalog(file, { declared, readers: Math.min(4, availableParallelism()) });
}

/** What `swath ingest` reads lines and stores them with while no service runs, as it is published. */
export const offlineLoader = async (): Promise<Loader & Judge> => ({
  ...(await builtModule<Loader>('adapters/sqlite/catalog/load/open-offline.js')),
  ...(await builtModule<Judge>('ingest/judge-entry.js')),
});

const builtModule = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(builtServer(), path)).href)) as T;
