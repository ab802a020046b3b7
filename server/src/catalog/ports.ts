import type { Collection } from './collection.ts';
import type { Item } from './item.ts';
import type { CollectionStatistics } from './property-statistics.ts';
import type { SearchRequest } from './search-request.ts';
import type { StoredDocument } from './stored-document.ts';
import type { Visibility } from './visibility.ts';

export type StoredItem = StoredDocument & { readonly collection: string; readonly id: string };
export type StoredCollection = StoredDocument & { readonly id: string };

/** `insert` refuses what exists, `replace` what does not, `upsert` neither. */
export type WriteMode = 'insert' | 'upsert' | 'replace';

/** `ifMatch`: the etag that must be stored now, or `*` for any; null asks for nothing. */
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
/** `isBulk`: it was a FeatureCollection. */
export type LoadReport = { readonly isBulk: boolean; readonly features: readonly FeatureReport[] };

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

export type CollectionListing = { readonly limit: number; readonly token: string | null };

/** Stops a read that nobody waits for any more. */
export type ReadOptions = { readonly signal?: AbortSignal };

/** Items and collections. Every read takes the caller's grants; documents come as stored bytes, never as answers. */
export type Catalog = {
  /** One transaction; a report for each item, in order. An item that is refused does not keep the others out. */
  putItems(writes: readonly ItemWrite[], mode: WriteMode): Promise<readonly WriteReport[]>;
  /** An Item or a FeatureCollection as it came: stores read it away from the thread that answers requests. */
  load(body: Uint8Array, collection: string, mode: WriteMode): Promise<LoadReport>;
  getItem(collection: string, id: string, visibility: Visibility): Promise<StoredItem | null>;
  deleteItem(collection: string, id: string, ifMatch: string | null): Promise<DeleteOutcome>;
  /** One transaction; how many there were. */
  deleteItems(keys: readonly Pick<Item, 'collection' | 'id'>[]): Promise<number>;

  putCollection(collection: Collection, mode: WriteMode, ifMatch: string | null): Promise<WriteReport>;
  getCollection(id: string, visibility: Visibility): Promise<StoredCollection | null>;
  /** By id. */
  listCollections(listing: CollectionListing, visibility: Visibility): Promise<Found<StoredCollection>>;
  /** With all its items. */
  deleteCollection(id: string, ifMatch: string | null): Promise<DeleteOutcome>;

  search(request: SearchRequest, visibility: Visibility, options?: ReadOptions): Promise<Found<StoredItem>>;
  /** What is known of the properties of each visible collection (of those named, else of all); bounds may be wider. */
  statistics(collections: readonly string[] | null, visibility: Visibility): Promise<readonly CollectionStatistics[]>;
  /** Another text after every write that changed something: half of a search's etag. */
  version(): Promise<string>;
};
