import type { StopSignal } from '../shared/stop-signal.ts';
import type { AggregateQuestion, Aggregated } from './aggregate/measure.ts';
import type { Collection } from './collection.ts';
import type { CollectionSearch } from './collections/collection-search.ts';
import type { Item } from './item.ts';
import type { CatalogOverview, CollectionStatistics } from './property-statistics.ts';
import type { SearchConditions, SearchRequest } from './search-request.ts';
import type { StoredDocument } from './stored-document.ts';
import type { Validation } from './validation.ts';
import type { Visibility } from './visibility.ts';

export type StoredItem = StoredDocument & { readonly collection: string; readonly id: string };
export type StoredCollection = StoredDocument & { readonly id: string };

/** `insert` refuses what exists, `replace` what does not, `upsert` neither. */
export type WriteMode = 'insert' | 'upsert' | 'replace';

/** `ifMatch`: the etag that must be stored now, one of several parted by blanks, or `*` for any; null asks for nothing. */
export type ItemWrite = { readonly item: Item; readonly ifMatch: string | null };

/** `unchanged`: the same bytes were there already. `missing`: there is nothing to replace. */
export type WriteOutcome =
  | 'created'
  | 'replaced'
  | 'unchanged'
  | 'conflict'
  | 'missing'
  | 'no_collection'
  | 'precondition_failed';
export type WriteReport = { readonly id: string; readonly outcome: WriteOutcome; readonly etag: string | null };

/** What became of one feature of a load; `id` is null where it could not be read. */
export type FeatureReport = {
  readonly index: number;
  readonly id: string | null;
  readonly outcome: WriteOutcome | 'invalid';
  readonly etag: string | null;
  /** Says which member is wrong, where the outcome is `invalid`. */
  readonly reason: string | null;
};
/** What became of a body. */
export type LoadReport = {
  /** It was a FeatureCollection. */
  readonly isBulk: boolean;
  /** False where there is no such collection, or no longer. */
  readonly hasHome: boolean;
  /** In order. */
  readonly features: Iterable<FeatureReport>;
};

export type DeleteOutcome = 'deleted' | 'missing' | 'precondition_failed';

/** `atLeast` is the count itself where it is exact. */
export type MatchedCount = { readonly atLeast: number; readonly isExact: boolean };

/** Tokens are null where there is nothing that way; an empty page has none. */
export type Found<T> = {
  readonly found: readonly T[];
  readonly next: string | null;
  readonly prev: string | null;
  readonly matched: MatchedCount | null;
};

/** A page of items as they are sent, with the service's own links, parted by commas. */
export type ShownItems = Omit<Found<StoredItem>, 'found'> & {
  readonly count: number;
  /** Of the items. */
  readonly collections: readonly string[];
  /** The items between two texts; to be asked for once. */
  between(opening: string, closing: string): Buffer;
  /** The memory may be lent: after this call its bytes are another page's. */
  giveBack(): void;
};

export type CollectionListing = { readonly limit: number; readonly token: string | null };

/** An item with the number of its arrival: the later it was created, the greater. */
export type Arrival = StoredItem & { readonly arrival: number };
/** `last` is the number of the last one that was looked at, visible or not; where there was none, the one given. */
export type Arrivals = { readonly found: readonly Arrival[]; readonly last: number };

/** Stops a read that nobody waits for any more. */
export type ReadOptions = { readonly signal?: StopSignal };

/** Items and collections. Every read takes the caller's grants; documents come as stored bytes, but for a page that is shown. */
export type Catalog = {
  /** One transaction; a report for each item, in order. An item that is refused does not keep the others out. */
  putItems(writes: readonly ItemWrite[], mode: WriteMode): Promise<readonly WriteReport[]>;
  /** An Item or a FeatureCollection as it came: stores read it away from the thread that answers requests. */
  load(body: Uint8Array, collection: string, mode: WriteMode, validation?: Validation): Promise<LoadReport>;
  getItem(collection: string, id: string, visibility: Visibility): Promise<StoredItem | null>;
  deleteItem(collection: string, id: string, ifMatch: string | null): Promise<DeleteOutcome>;
  /** One transaction; how many went. With conditions, what was changed since it was found and is not so any more stays. */
  deleteItems(keys: readonly Pick<Item, 'collection' | 'id'>[], conditions?: SearchConditions): Promise<number>;

  putCollection(collection: Collection, mode: WriteMode, ifMatch: string | null): Promise<WriteReport>;
  getCollection(id: string, visibility: Visibility): Promise<StoredCollection | null>;
  /** By id. */
  listCollections(listing: CollectionListing, visibility: Visibility): Promise<Found<StoredCollection>>;
  /** In the order of the search, with an exact count. */
  searchCollections(
    search: CollectionSearch,
    visibility: Visibility,
    options?: ReadOptions,
  ): Promise<Found<StoredCollection>>;
  /** With all its items. */
  deleteCollection(id: string, ifMatch: string | null): Promise<DeleteOutcome>;

  search(request: SearchRequest, visibility: Visibility, options?: ReadOptions): Promise<Found<StoredItem>>;
  /** The same as bytes to be sent, in memory that is given back: no page leaves garbage behind. */
  showItems(
    request: SearchRequest,
    visibility: Visibility,
    baseUrl: string,
    options?: ReadOptions,
  ): Promise<ShownItems>;
  /** One answer for each measure, in their order, over all items that the search finds whatever its page. */
  aggregate(question: AggregateQuestion, visibility: Visibility, options?: ReadOptions): Promise<readonly Aggregated[]>;
  /** What is known of the properties of each visible collection (of those named, else of all); bounds may be wider. */
  statistics(collections: readonly string[] | null, visibility: Visibility): Promise<readonly CollectionStatistics[]>;
  /** The same over all visible collections at once; their ids are null where they are too many to name. */
  overview(visibility: Visibility): Promise<CatalogOverview>;
  /** Another text after every write that changed something: half of a search's etag. */
  version(): Promise<string>;

  /** Items that were created after the one of that number, in order; none is missed and no number is given twice. Fewer come where they are large. */
  arrivals(after: number, limit: number, visibility: Visibility): Promise<Arrivals>;
  /** The number of the last arrival, also where its item is gone, and whose numbers these are. */
  lastArrival(): Promise<{ readonly feed: string; readonly last: number }>;
};
