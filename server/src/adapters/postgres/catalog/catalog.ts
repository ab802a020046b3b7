import type { Pool } from 'pg';
import type { Catalog, StoredCollection, StoredItem } from '../../../catalog/ports.ts';
import { loadFeatures } from '../../../catalog/read-features.ts';
import { showingBy } from '../../../catalog/shown/show-items.ts';
import { isVisible } from '../../../catalog/visibility.ts';
import { aggregateItems } from './counting/aggregate-items.ts';
import { mostPageBytes } from '../../sql/search/search-limits.ts';
import { explaining } from '../connections.ts';
import { explainReplica } from '../unavailable.ts';
import { deleteItem, deleteItems } from './write/delete-items.ts';
import { listCollections, toCollection } from './collections/list-collections.ts';
import { putItems } from './write/put-items.ts';
import { queryOn } from './database/query.ts';
import { readArrivals, readLastArrival } from './read-arrivals.ts';
import type { ReadMoment } from './database/read-moment.ts';
import { readOverview, readStatistics } from './collections/read-statistics.ts';
import { createSeenCollections, searchCollections } from './collections/search-collections.ts';
import { searchPage } from './search/search-page.ts';
import type { Tuning } from './search/tuning.ts';
import { createSnapshots, readVersion } from './known/snapshot.ts';
import type { Write } from './write/write.ts';
import { deleteCollection, putCollection } from './write/write-collections.ts';

type Parts = {
  readonly primary: Pool;
  readonly write: Write;
  /** Where searches are answered. */
  readonly moment: ReadMoment;
  /** Null where the primary answers searches too. */
  readonly replica: Pool | null;
  readonly tuning: Tuning;
  /** Of a page of `search`. */
  readonly mostBytes: number;
};

/** What is no search takes far less. */
const mostMs = 60_000;

const item = 'SELECT etag, document FROM catalog_items WHERE id = ? AND collection = ?';
const collection = 'SELECT id, etag, document FROM catalog_collections WHERE id = ?';

export function createCatalog({ primary, write, moment, replica, tuning, mostBytes }: Parts): Catalog {
  const query = queryOn(primary, mostMs);
  const snapshots = createSnapshots();
  const seen = createSeenCollections();

  async function getItem(home: string, id: string): Promise<StoredItem | null> {
    const [row] = await query<[string, string]>(item, [id, home]);
    return row === undefined ? null : { collection: home, id, etag: row[0], bytes: Buffer.from(row[1]) };
  }

  async function getCollection(id: string): Promise<StoredCollection | null> {
    const [row] = await query<[string, string, string]>(collection, [id]);
    return row === undefined ? null : toCollection(row);
  }

  /** Of both: a replica that comes to know a write answers otherwise than before, though nobody wrote. */
  async function version(): Promise<string> {
    const own = await readVersion(query);
    return replica === null
      ? own
      : `${own}.${await explaining(() => readVersion(queryOn(replica, mostMs)), explainReplica)}`;
  }

  const searchUpTo =
    (most: number): Catalog['search'] =>
    (request, visibility, options) =>
      moment(options, (reading) => searchPage(reading, snapshots, request, visibility, tuning, most));

  return {
    putItems: (writes, mode) => write((desk) => putItems(desk, writes, mode)),
    load: (body, home, mode, validation) =>
      write((desk) =>
        loadFeatures({ putItems: (writes) => putItems(desk, writes, mode) }, body, home, mode, validation),
      ),
    getItem: (home, id, visibility) => explaining(async () => (isVisible(home, visibility) ? getItem(home, id) : null)),
    deleteItem: (home, id, ifMatch) => write((desk) => deleteItem(desk, { collection: home, id }, ifMatch)),
    deleteItems: (keys, conditions) => write((desk) => deleteItems(desk, keys, conditions)),
    putCollection: (given, mode, ifMatch) => write((desk) => putCollection(desk, given, mode, ifMatch)),
    getCollection: (id, visibility) => explaining(async () => (isVisible(id, visibility) ? getCollection(id) : null)),
    listCollections: (listing, visibility) => explaining(() => listCollections(query, listing, visibility)),
    searchCollections: (search, visibility, options) =>
      moment(options, (reading) => searchCollections(reading, seen, search, visibility)),
    deleteCollection: (id, ifMatch) => write((desk) => deleteCollection(desk, id, ifMatch)),
    search: searchUpTo(mostBytes),
    showItems: showingBy(searchUpTo(mostPageBytes)),
    aggregate: (question, visibility, options) =>
      moment(options, (reading) => aggregateItems(reading, snapshots, question, visibility)),
    statistics: (collections, visibility) => explaining(() => readStatistics(query, collections, visibility)),
    overview: (visibility) => explaining(() => readOverview(query, visibility)),
    version: () => explaining(version),
    arrivals: (after, limit, visibility) => explaining(() => readArrivals(query, after, limit, visibility)),
    lastArrival: () => explaining(() => readLastArrival(query)),
  };
}
