import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';

/** An empty catalogue of its own for a test. */
type TestCatalog = { readonly catalog: Catalog; close(): Promise<void> };
type OpenCatalog = () => Promise<TestCatalog>;

/** Every store there is; a new one adds its line here. */
const stores: Readonly<Record<string, OpenCatalog>> = {
  memory: async () => ({ catalog: createMemoryCatalog(), close: async () => {} }),
  SQLite: () => openSqlite([]),
  'SQLite with declared properties': () => openSqlite(['eo:cloud_cover', 'platform', 'n', 'v', 'created', 'nested.a']),
};

async function openSqlite(declared: readonly string[]): Promise<TestCatalog> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-catalogue-'));
  const { catalog, close } = await openSqliteCatalog(join(folder, 'catalog.db'), { declared, readers: 1 });
  return {
    catalog,
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type FreshCatalog = () => Promise<Catalog>;

/** Runs one suite over every store; what a test opened is closed after it. */
export function onEveryCatalog(suite: (fresh: FreshCatalog) => void): void {
  for (const [name, open] of Object.entries(stores))
    describe(`on ${name}`, () => {
      const opened: TestCatalog[] = [];
      afterEach(async () => {
        for (const { close } of opened.splice(0)) await close();
      });
      suite(async () => {
        const one = await open();
        opened.push(one);
        return one.catalog;
      });
    });
}
