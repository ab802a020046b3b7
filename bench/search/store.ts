import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { loadOffline } from '../../server/src/adapters/sqlite/catalog/load/load-offline.ts';
import type { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { readConfig } from '../../server/src/config.ts';
import { builtServer } from '../support/built-server.ts';
import { acquisitionProperties } from '../../server/src/tiles/acquisition.ts';

export type OpenCatalogue = { readonly catalog: Catalog; close(): Promise<void> };

/** As the service declares them when nobody says otherwise. */
export const declared: readonly string[] = [...readConfig({}).SWATH_QUERYABLES, ...acquisitionProperties];

type Store = { readonly openSqliteCatalog: typeof openSqliteCatalog };
type Loader = { readonly loadOffline: typeof loadOffline };

/** As the service opens it. */
export async function openCatalogue(file: string): Promise<OpenCatalogue> {
  const store = await builtModule<Store>('adapters/sqlite/catalog/open.js');
  return store.openSqliteCatalog(file, { declared, readers: Math.min(4, availableParallelism()) });
}

/** As it is published. */
export const offlineLoader = async (): Promise<typeof loadOffline> =>
  (await builtModule<Loader>('adapters/sqlite/catalog/load/load-offline.js')).loadOffline;

const builtModule = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(builtServer(), path)).href)) as T;
