import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { readConfig } from '../../server/src/config.ts';
import { builtServer } from '../support/built-server.ts';
import { acquisitionProperties } from '../../server/src/tiles/acquisition.ts';

export type OpenCatalogue = { readonly catalog: Catalog; close(): Promise<void> };

/** As the service declares them when nobody says otherwise. */
export const declared: readonly string[] = [...readConfig({}).SWATH_QUERYABLES, ...acquisitionProperties];

type Store = { readonly openSqliteCatalog: typeof openSqliteCatalog };

/** As the service opens it. */
export async function openCatalogue(file: string): Promise<OpenCatalogue> {
  const open = pathToFileURL(join(builtServer(), 'adapters/sqlite/catalog/open.js')).href;
  const store = (await import(open)) as Store;
  return store.openSqliteCatalog(file, { declared, readers: Math.min(4, availableParallelism()) });
}
