import type { AggregateQuestion, Aggregated } from '../../../../catalog/aggregate/measure.ts';
import type { CollectionSearch } from '../../../../catalog/collections/collection-search.ts';
import type { Found, StoredCollection, StoredItem } from '../../../../catalog/ports.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import type { Connection } from '../../driver.ts';
import { aggregateItems } from '../counting/aggregate-items.ts';
import { createEffort } from '../reading/effort.ts';
import { searchCollections } from '../collections/search-collections.ts';
import type { ShownPage } from '../threads/reader-protocol.ts';
import { type SearchNeeds, searchPage, showPage } from './search-page.ts';
import { createSeenCollections } from '../collections/seen-collections.ts';
import { createSnapshots } from '../known/snapshot.ts';
import { registerSortValue } from '../file/sort-value-sql.ts';
import { registerFunctions } from '../file/sql-functions.ts';
import { createStatements } from '../file/statements.ts';
import { type Tuning, usualTuning } from '../reading/tuning.ts';

type IsCancelled = () => boolean;

export type Searcher = (request: SearchRequest, visibility: Visibility, isCancelled: IsCancelled) => Found<StoredItem>;

/** All that threads are asked of. */
export type Answerer = {
  readonly search: Searcher;
  /** Written into the slab where it has room. */
  show(
    request: SearchRequest,
    visibility: Visibility,
    baseUrl: string,
    slab: Buffer | null,
    isCancelled: IsCancelled,
  ): ShownPage;
  searchCollections(
    search: CollectionSearch,
    visibility: Visibility,
    isCancelled: IsCancelled,
  ): Found<StoredCollection>;
  aggregate(question: AggregateQuestion, visibility: Visibility, isCancelled: IsCancelled): readonly Aggregated[];
};

const settings = 'PRAGMA temp_store = MEMORY; PRAGMA query_only = 1';

// The operating system keeps the file in memory; what is kept here is kept once for each reader.
const usualCacheKib = 10_240;

/** Searches on one connection, each in a transaction of its own, so that it sees one moment of the store. */
export const createSearcher = (connection: Connection, tuning?: Tuning, cacheKib?: number): Searcher =>
  createAnswerer(connection, tuning, cacheKib).search;

export function createAnswerer(
  connection: Connection,
  tuning: Tuning = usualTuning,
  cacheKib: number = usualCacheKib,
): Answerer {
  const needs = createSearchNeeds(connection, tuning, cacheKib);
  const { effort } = needs;
  const reading = <T>(isCancelled: IsCancelled, read: () => T): T => readMoment(connection, needs, isCancelled, read);
  const seen = createSeenCollections(needs.prepare, effort.check);
  return {
    searchCollections: (search, visibility, isCancelled) =>
      reading(isCancelled, () => searchCollections({ ...needs, seen, check: effort.check }, search, visibility)),
    search: (request, visibility, isCancelled) => reading(isCancelled, () => searchPage(needs, request, visibility)),
    show: (request, visibility, baseUrl, slab, isCancelled) =>
      reading(isCancelled, () => showPage(needs, request, visibility, baseUrl, slab)),
    aggregate: (question, visibility, isCancelled) =>
      reading(isCancelled, () => aggregateItems(needs, question, visibility)),
  };
}

/** What searches of a connection have in common. */
export function createSearchNeeds(
  connection: Connection,
  tuning: Tuning,
  cacheKib: number = usualCacheKib,
): SearchNeeds {
  const effort = createEffort(tuning.mostDocuments);
  connection.exec(`PRAGMA cache_size = -${cacheKib}; ${settings}`);
  registerFunctions(connection, effort.check);
  registerSortValue(connection);
  connection.function('alive', {}, effort.alive);
  const prepare = createStatements(connection);
  return { prepare, effort, snapshot: createSnapshots(prepare, tuning.cellRows), tuning };
}

/** Sees one moment of the store; ends soon after it is cancelled. */
export function readMoment<T>(
  connection: Pick<Connection, 'isTransaction'>,
  { prepare, effort }: Pick<SearchNeeds, 'prepare' | 'effort'>,
  isCancelled: IsCancelled,
  read: () => T,
): T {
  effort.begin(isCancelled);
  // By `get`, as `run` makes an object that tells what was changed.
  prepare('BEGIN').get();
  try {
    return read();
  } finally {
    // A failing disk ends the transaction by itself.
    if (connection.isTransaction) prepare('COMMIT').get();
  }
}
