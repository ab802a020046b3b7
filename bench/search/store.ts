import { availableParallelism } from 'node:os';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { readConfig } from '../../server/src/config.ts';

export type OpenCatalogue = { readonly catalog: Catalog; close(): Promise<void> };

/** As the service declares them when nobody says otherwise. */
export const declared: readonly string[] = readConfig({}).SWATH_QUERYABLES;

/** As the service opens it. */
export const openCatalogue = (file: string): Promise<OpenCatalogue> =>
  openSqliteCatalog(file, { declared, readers: Math.min(4, availableParallelism()) });
