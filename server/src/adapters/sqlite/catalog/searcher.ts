import type { Found, StoredItem } from '../../../catalog/ports.ts';
import type { SearchRequest } from '../../../catalog/search-request.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { Connection } from '../driver.ts';
import { createEffort } from './effort.ts';
import { searchPage } from './search-page.ts';
import { createSnapshots } from './snapshot.ts';
import { registerSortValue } from './sort-value-sql.ts';
import { registerFunctions } from './sql-functions.ts';
import { createStatements } from './statements.ts';
import { type Tuning, usualTuning } from './tuning.ts';

export type Searcher = (
  request: SearchRequest,
  visibility: Visibility,
  isCancelled: () => boolean,
) => Found<StoredItem>;

const settings = 'PRAGMA temp_store = MEMORY; PRAGMA query_only = 1';

// The operating system keeps the file in memory; what is kept here is kept once for each reader.
const usualCacheKib = 10_240;

/** Searches on one connection, each in a transaction of its own, so that it sees one moment of the store. */
export function createSearcher(
  connection: Connection,
  tuning: Tuning = usualTuning,
  cacheKib: number = usualCacheKib,
): Searcher {
  const effort = createEffort(tuning.mostDocuments);
  connection.exec(`PRAGMA cache_size = -${cacheKib}; ${settings}`);
  registerFunctions(connection, effort.check);
  registerSortValue(connection);
  connection.function('alive', {}, effort.alive);
  const prepare = createStatements(connection);
  const needs = { prepare, effort, snapshot: createSnapshots(prepare), tuning };
  return (request, visibility, isCancelled) => {
    effort.begin(isCancelled);
    connection.exec('BEGIN');
    try {
      return searchPage(needs, request, visibility);
    } finally {
      // A failing disk ends the transaction by itself.
      if (connection.isTransaction) connection.exec('COMMIT');
    }
  };
}
