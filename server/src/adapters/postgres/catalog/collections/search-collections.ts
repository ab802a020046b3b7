import type { CollectionSearch } from '../../../../catalog/collections/collection-search.ts';
import {
  collectionSortValues,
  compileCollectionSearch,
  wantedMembers,
} from '../../../../catalog/collections/match-collection.ts';
import {
  type SearchableCollection,
  type WantedMembers,
  searchableReader,
} from '../../../../catalog/collections/searchable-collection.ts';
import { writePageToken } from '../../../../catalog/page-token.ts';
import type { Found, StoredCollection } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, compareBySort } from '../../../../catalog/sort-value.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import { mostPageBytes } from '../../../sql/search/search-limits.ts';
import { readShown } from './list-collections.ts';
import type { Query } from '../database/query.ts';

type Documents = ReadonlyMap<string, JsonObject>;
type Placed = {
  readonly id: string;
  readonly collection: SearchableCollection;
  readonly values: readonly SortValue[];
};

/** All collections in an order, with the members that were asked for. */
export type SeenCollections = (query: Query, wanted: WantedMembers, sort: Sort) => Promise<readonly Placed[]>;

const changed = 'SELECT c.id, c.document FROM catalog_collections c WHERE c.revision > ?';
/** Of thousands of collections each takes some megabytes. */
const mostOrders = 2;

/** Documents are read again where they changed, which is asked of the database each time; orders are kept until then. */
export function createSeenCollections(): SeenCollections {
  const orders = new Map<string, readonly Placed[]>();
  let seen: Documents = new Map();
  let known = -1;

  async function readAgain(query: Query): Promise<Documents> {
    const [row] = await query<[number]>('SELECT revision FROM catalog_state');
    const now = row![0];
    if (now === known) return seen;
    const rows = await query<[string, string]>(changed, [now < known ? -1 : known]);
    const ids = new Set((await query<[string]>('SELECT id FROM catalog_collections')).map(([id]) => id));
    const next = new Map([...seen].filter(([id]) => ids.has(id)));
    for (const [id, text] of rows) next.set(id, JSON.parse(text) as JsonObject);
    [seen, known] = [next, now];
    orders.clear();
    return next;
  }

  return async (query, wanted, sort) => {
    const documents = await readAgain(query);
    const key = JSON.stringify([wanted, sort]);
    // Another search, of another moment, may have read others meanwhile.
    const isLatest = documents === seen;
    const kept = isLatest ? orders.get(key) : undefined;
    if (kept !== undefined) return kept;
    const placed = inOrder(documents, wanted, sort);
    if (orders.size >= mostOrders) orders.clear();
    if (isLatest) orders.set(key, placed);
    return placed;
  };
}

function inOrder(documents: Documents, wanted: WantedMembers, sort: Sort): readonly Placed[] {
  const [read, valuesOf] = [searchableReader(wanted), collectionSortValues(sort)];
  const placed = [...documents].map(([id, document]): Placed => {
    const collection = read(document);
    return { id, collection, values: valuesOf(collection) };
  });
  return placed.sort((a, b) => compareBySort(a.values, b.values, sort));
}

/** One search of collections within one read transaction; a page of too many bytes ends before, and its next goes on there. */
export async function searchCollections(
  query: Query,
  seen: SeenCollections,
  search: CollectionSearch,
  visibility: Visibility,
  mostBytes = mostPageBytes,
): Promise<Found<StoredCollection>> {
  const { limit, position, skip = 0, sort } = search;
  const isMatch = compileCollectionSearch(search);
  const all = await seen(query, wantedMembers(search), sort);
  const found = all.filter(({ id, collection }) => isVisible(id, visibility) && isMatch(collection));
  const order = position && found.map(({ values }) => compareBySort(values, position.values, sort));
  const count = (isBefore: (order: number) => boolean) => order!.filter(isBefore).length;
  const to = position?.isBackward ? count((each) => each < 0) : null;
  const from = to === null ? (position === null ? skip : count((each) => each <= 0)) : Math.max(0, to - limit);
  const page = found.slice(from, to ?? from + limit);
  const inWay = to === null ? page : page.toReversed();
  const shown = await readShown(
    query,
    inWay.map(({ id }) => id),
    mostBytes,
  );
  if (shown.length < page.length)
    return searchCollections(query, seen, { ...search, limit: shown.length }, visibility, mostBytes);
  const end = from + page.length;
  const token = (isBackward: boolean, { values }: Placed) => writePageToken({ isBackward, values }, sort);
  return {
    found: to === null ? shown : shown.toReversed(),
    next: page.length > 0 && end < found.length ? token(false, page.at(-1)!) : null,
    prev: page.length > 0 && from > 0 ? token(true, page[0]!) : null,
    matched: { atLeast: found.length, isExact: true },
  };
}
