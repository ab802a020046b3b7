import type { PagePosition } from '../../catalog/page-token.ts';
import type { Arrivals, Found, StoredItem } from '../../catalog/ports.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import type { StoredDocument } from '../../catalog/stored-document.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { KnownProperty } from '../../exports/columns.ts';

/** Embedded stores answer at once, others when the answer came. */
export type Awaitable<T> = T | Promise<T>;

/** Both tell the same; an embedded store that is at work hears no signal. */
export type Stop = { readonly signal: AbortSignal; readonly isStopped: () => boolean };

/** Gives what a search finds in its order, some at a time; nothing once all was given. */
export type Chunks = {
  /** Good until the next ones are asked for: they may lie where those will. */
  next(): Awaitable<readonly StoredItem[]>;
  /** Where the last item that was given stands in the order; where to begin as long as none was. */
  position(): PagePosition | null;
  /** How many are still to be given; one more than the limit where it leaves some out. */
  lookAhead(): Awaitable<number>;
  /** Whether anything comes after the last item that was given, whatever the limit. */
  isMore(): Awaitable<boolean>;
  /** How many items the search has, where the store knows it without looking; null where it does not. */
  matched(): Awaitable<number | null>;
};

/** What threads read of the catalogue, wherever it is. */
export type ThreadCatalog = {
  chunks(request: SearchRequest, visibility: Visibility, stop: Stop): Chunks;
  search(request: SearchRequest, visibility: Visibility, stop: Stop): Awaitable<Found<StoredItem>>;
  /** Null where it is gone meanwhile. */
  collection(id: string): Awaitable<Pick<StoredDocument, 'bytes'> | null>;
  /** Of the visible collections (of those named, else of all). */
  knownProperties(collections: readonly string[] | null, visibility: Visibility): Awaitable<readonly KnownProperty[]>;
  /** Properties that have an index. */
  declared(): Awaitable<readonly string[]>;
  /** Of all collections. */
  arrivals(after: number, limit: number): Awaitable<Arrivals>;
  /** Of items, the ids that items of other collections have too. */
  sharedIds(items: readonly Pick<StoredItem, 'id'>[]): Awaitable<ReadonlySet<string>>;
  /** What callers see of its errors. */
  explain(error: unknown): unknown;
  close(): Awaitable<void>;
};

export type ThreadCatalogOptions = {
  /** A chunk ends with the item that reaches it. */
  readonly chunkBytes?: number;
  /** Of pages of the file, where the store is one. */
  readonly cacheKib?: number;
};
