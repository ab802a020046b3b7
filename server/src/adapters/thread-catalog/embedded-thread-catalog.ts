import { lazily } from '../../shared/lazily.ts';
import { createSharedIds } from '../wfs/shared-ids.ts';
import { createChunkReaders } from '../sqlite/catalog/documents/chunk-reader.ts';
import { readKnownProperties } from '../sqlite/catalog/collections/known-properties.ts';
import { readArrivals } from '../sqlite/catalog/documents/read-arrivals.ts';
import { createSearcher } from '../sqlite/catalog/search/searcher.ts';
import { createStatements } from '../sqlite/catalog/file/statements.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import type { EmbeddedPlace } from './catalog-place.ts';
import type { ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

/** Reads over a connection of its own, without waiting: a chunk is there when its call returns. */
export function createEmbeddedThreadCatalog(
  { file, busyTimeoutMs = 5_000 }: EmbeddedPlace,
  options: ThreadCatalogOptions,
): ThreadCatalog {
  const connection = connect(file, { readOnly: true, busyTimeoutMs });
  const prepare = createStatements(connection);
  // Readers prepare functions and statements that not every thread asks for.
  const chunkReaders = lazily(() => createChunkReaders(connection, options));
  const searcher = lazily(() => createSearcher(connection));
  const sharedIds = lazily(() => createSharedIds(connection));
  return {
    chunks: (request, visibility, { isStopped }) => chunkReaders()(request, visibility, isStopped),
    search: (request, visibility, { isStopped }) => searcher()(request, visibility, isStopped),
    collection(id) {
      const row = prepare('SELECT document FROM collections WHERE id = ?').get(id) as [Uint8Array] | undefined;
      return row === undefined ? null : { bytes: row[0] };
    },
    knownProperties: (collections, visibility) => readKnownProperties(prepare, collections, visibility),
    declared: () => (prepare('SELECT name FROM declared WHERE is_ready = 1').all() as [string][]).map(([name]) => name),
    arrivals: (after, limit) => readArrivals(prepare, [after, limit, 'all']),
    sharedIds: (items) => sharedIds()(items),
    explain,
    close: () => connection.close(),
  };
}
