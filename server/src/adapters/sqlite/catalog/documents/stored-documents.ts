import type { Catalog, StoredCollection, StoredItem } from '../../../../catalog/ports.ts';
import { isTextBoundAsItIs } from '../../../../catalog/plan/bound-value.ts';
import { isVisible } from '../../../../catalog/visibility.ts';
import { explain } from '../../sqlite-sql.ts';
import { createCollectionList } from '../collections/list-collections.ts';
import { readArrivals, readLastArrival } from './read-arrivals.ts';
import { createOverview } from '../collections/read-overview.ts';
import { createStatisticsReader } from '../collections/read-statistics.ts';
import type { Prepare } from '../file/statements.ts';

type Reads = Pick<
  Catalog,
  'getItem' | 'getCollection' | 'listCollections' | 'statistics' | 'overview' | 'version' | 'arrivals' | 'lastArrival'
>;

const item = `SELECT d.etag, d.document FROM items AS i CROSS JOIN documents AS d ON d.pk = i.pk
  WHERE i.id = ? AND i.collection = ?`;
const collection = 'SELECT etag, document FROM collections WHERE id = ?';

/** Reads that are short enough for the thread that answers requests. */
export function createStoredDocuments(prepare: Prepare): Reads {
  function getItem(collection: string, id: string): StoredItem | null {
    // Another one would be found: the driver ends a name at NUL.
    if (!isTextBoundAsItIs(collection) || !isTextBoundAsItIs(id)) return null;
    const row = prepare(item).get(id, collection) as [string, Uint8Array] | undefined;
    return row === undefined ? null : { collection, id, etag: row[0], bytes: row[1] };
  }

  function getCollection(id: string): StoredCollection | null {
    if (!isTextBoundAsItIs(id)) return null;
    const row = prepare(collection).get(id) as [string, Uint8Array] | undefined;
    return row === undefined ? null : { id, etag: row[0], bytes: row[1] };
  }

  function version(): string {
    const row = prepare(`SELECT value FROM state WHERE name = 'version'`).get() as [string] | undefined;
    return row?.[0] ?? '0';
  }

  const statistics = createStatisticsReader(prepare, version);
  const overview = createOverview(prepare);
  const list = createCollectionList(prepare);
  return {
    getItem: (collection, id, visibility) =>
      explaining(() => (isVisible(collection, visibility) ? getItem(collection, id) : null)),
    getCollection: (id, visibility) => explaining(() => (isVisible(id, visibility) ? getCollection(id) : null)),
    listCollections: (listing, visibility) => explaining(() => list(listing, visibility)),
    statistics: (collections, visibility) => explaining(() => statistics(collections, visibility)),
    overview: (visibility) => explaining(() => overview(visibility)),
    version: () => explaining(version),
    arrivals: (...asked) => explaining(() => readArrivals(prepare, asked)),
    lastArrival: () => explaining(() => readLastArrival(prepare)),
  };
}

async function explaining<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    throw explain(error);
  }
}
