import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { type SqliteCatalogOptions, openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { freshLimits } from '../sqlite/fresh-limits.ts';
import { ownSchema, whyNone, whySkipped } from '../postgres/server.ts';

/** An empty catalogue of its own for a test. */
type TestCatalog = { readonly catalog: Catalog; close(): Promise<void> };
type OpenCatalog = () => Promise<TestCatalog>;

const someDeclared = ['eo:cloud_cover', 'platform', 'n', 'v', 'created', 'nested.a'];

/** Every store there is; a new one adds its line here. */
const stores: Readonly<Record<string, OpenCatalog>> = {
  memory: async () => ({ catalog: createMemoryCatalog(), close: async () => {} }),
  SQLite: () => openSqlite([]),
  'SQLite with declared properties': () => openSqlite(someDeclared),
  'SQLite with rows on their way': () => openSqlite(someDeclared, { freshLimits: freshLimits(20, 20, 2) }),
};

const postgresStores: Readonly<Record<string, OpenCatalog>> = {
  PostgreSQL: () => openPostgres([]),
  'PostgreSQL with declared properties': () => openPostgres(someDeclared),
};

/** Only for what depends on where entries lie. */
const partedStores: Readonly<Record<string, OpenCatalog>> = {
  'PostgreSQL with partitions': () => openPostgres(someDeclared, true),
};

async function openPostgres(declared: readonly string[], isParted = false): Promise<TestCatalog> {
  const own = ownSchema();
  const { catalog } = await own.open({ declared });
  if (isParted) await own.part();
  return { catalog, close: own.drop };
}

async function openSqlite(
  declared: readonly string[],
  more: Pick<SqliteCatalogOptions, 'freshLimits'> = {},
): Promise<TestCatalog> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-catalogue-'));
  const { catalog, close } = await openSqliteCatalog(join(folder, 'catalog.db'), { declared, readers: 1, ...more });
  return {
    catalog,
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type FreshCatalog = () => Promise<Catalog>;

/** Runs one suite over every store: one is opened for all its tests, and emptied whenever a test wants a fresh one. */
export function onEveryCatalog(suite: (fresh: FreshCatalog) => void, more: 'with partitions' | null = null): void {
  for (const [name, open] of Object.entries(stores))
    describe(`on ${name}`, () => {
      onOne(open, suite);
    });
  for (const [name, open] of Object.entries({ ...postgresStores, ...(more === null ? {} : partedStores) }))
    describe.skipIf(whyNone !== null)(`on ${name}${whySkipped}`, () => {
      onOne(open, suite);
    });
}

function onOne(open: OpenCatalog, suite: (fresh: FreshCatalog) => void): void {
  let opened: TestCatalog | null = null;
  afterAll(() => opened?.close());
  suite(async () => {
    if (opened !== null) await empty(opened.catalog);
    opened ??= await open();
    return opened.catalog;
  });
}

async function empty(catalog: Catalog): Promise<void> {
  const { found } = await catalog.listCollections({ limit: 1_000, token: null }, 'all');
  for (const { id } of found) await catalog.deleteCollection(id, null);
}
