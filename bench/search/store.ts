import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { readConfig } from '../../server/src/config.ts';
import { buildServer } from '../../tests/support/build-server.ts';

export type OpenCatalogue = { readonly catalog: Catalog; close(): Promise<void> };

/** As the service declares them when nobody says otherwise. */
export const declared: readonly string[] = readConfig({}).SWATH_QUERYABLES;

type Store = { readonly openSqliteCatalog: typeof openSqliteCatalog };
let store: Promise<Store> | null = null;

/** As it is published: compiled, without the loader that a checkout needs on Node 20, which costs a tenth. */
function builtStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-bench-store-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildServer(folder);
  return import(pathToFileURL(join(folder, 'server/dist/adapters/sqlite/catalog/open.js')).href) as Promise<Store>;
}

/** As the service opens it. */
export async function openCatalogue(file: string): Promise<OpenCatalogue> {
  const built = await (store ??= builtStore());
  return built.openSqliteCatalog(file, { declared, readers: Math.min(4, availableParallelism()) });
}
