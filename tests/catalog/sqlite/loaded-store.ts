import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SqliteCatalogOptions, openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import { type Searcher, createSearcher } from '../../../server/src/adapters/sqlite/catalog/search/searcher.ts';
import { type Tuning, usualTuning } from '../../../server/src/adapters/sqlite/catalog/reading/tuning.ts';
import { type Connection, connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { put, putCollections } from '../contract/fixtures.ts';

export type LoadedStore = Awaited<ReturnType<typeof loadStore>>;

/** A catalogue in a file of its own, with the items in it. */
export async function loadStore(items: readonly Item[], options: SqliteCatalogOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'swath-searches-'));
  const file = join(folder, 'catalog.db');
  const opened = await openSqliteCatalog(file, options);
  await putCollections(opened.catalog, ...new Set(items.map(({ collection }) => collection)));
  for (let i = 0; i < items.length; i += 1_000) await put(opened.catalog, items.slice(i, i + 1_000));
  return {
    ...opened,
    file,
    async close() {
      await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Searches in this thread, with other numbers for where they change their ways, and tells of each statement. */
export function searchHere(file: string, tuning: Partial<Tuning> = {}, saw: (sql: string) => void = () => {}) {
  const connection = connect(file, { readOnly: true });
  const search: Searcher = createSearcher(spied(connection, saw), { ...usualTuning, ...tuning });
  return { search, close: () => connection.close() };
}

function spied(connection: Connection, saw: (sql: string) => void): Connection {
  return {
    get isTransaction() {
      return connection.isTransaction;
    },
    exec: (text) => connection.exec(text),
    function: (...definition) => connection.function(...definition),
    close: () => connection.close(),
    prepare(text) {
      const statement = connection.prepare(text);
      const told = <T>(value: T): T => {
        saw(text);
        return value;
      };
      return {
        all: (...params) => told(statement.all(...params)),
        get: (...params) => told(statement.get(...params)),
        iterate: (...params) => told(statement.iterate(...params)),
        run: (...params) => statement.run(...params),
        setReturnArrays: (isArrays) => statement.setReturnArrays(isArrays),
      };
    },
  };
}
