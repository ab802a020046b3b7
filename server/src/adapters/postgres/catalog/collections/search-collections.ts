import type { CollectionSearch } from '../../../../catalog/collections/collection-search.ts';
import {
  collectionSortValues,
  compileCollectionSearch,
  wantedMembers,
} from '../../../../catalog/collections/match-collection.ts';
import { searchableReader } from '../../../../catalog/collections/searchable-collection.ts';
import { writePageToken } from '../../../../catalog/page-token.ts';
import type { Found, StoredCollection } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { compareBySort } from '../../../../catalog/sort-value.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import { mostPageBytes } from '../../../sql/search/search-limits.ts';
import { readShown } from './list-collections.ts';
import type { Query } from '../database/query.ts';

type SeenDocument = { readonly revision: number; readonly document: JsonObject };

export type SeenCollections = (query: Query) => Promise<ReadonlyMap<string, SeenDocument>>;

const changed = `SELECT c.id, c.revision, c.document FROM catalog_collections c WHERE c.revision > ? ORDER BY c.revision`;

/** Documents of all collections, read again where they changed; asked of the database each time. */
export function createSeenCollections(): SeenCollections {
  let seen = new Map<string, SeenDocument>();
  let known = -1;
  return async (query) => {
    const [row] = await query<[number]>('SELECT revision FROM catalog_state');
    const now = row![0];
    if (now === known) return seen;
    const rows = await query<[string, number, string]>(changed, [now < known ? -1 : known]);
    const ids = new Set((await query<[string]>('SELECT id FROM catalog_collections')).map(([id]) => id));
    const next = new Map([...seen].filter(([id]) => ids.has(id)));
    for (const [id, revision, text] of rows) next.set(id, { revision, document: JSON.parse(text) as JsonObject });
    [seen, known] = [next, now];
    return seen;
  };
}

/** One search of collections within one read transaction; a page of too many bytes ends before, and its next goes on there. */
export async function searchCollections(
  query: Query,
  seen: SeenCollections,
  search: CollectionSearch,
  visibility: Visibility,
  mostBytes = mostPageBytes,
): Promise<Found<StoredCollection>> {
  const { limit, position, sort } = search;
  const isMatch = compileCollectionSearch(search);
  const valuesOf = collectionSortValues(sort);
  const readSearchable = searchableReader(wantedMembers(search));
  const found = [...(await seen(query))]
    .filter(([id]) => isVisible(id, visibility))
    .map(([id, { document }]) => ({ id, collection: readSearchable(document) }))
    .filter(({ collection }) => isMatch(collection))
    .map(({ id, collection }) => ({ id, values: valuesOf(collection) }))
    .sort((a, b) => compareBySort(a.values, b.values, sort));
  const order = position && found.map(({ values }) => compareBySort(values, position.values, sort));
  const count = (isBefore: (order: number) => boolean) => order!.filter(isBefore).length;
  const to = position?.isBackward ? count((each) => each < 0) : null;
  const from = to === null ? (position === null ? 0 : count((each) => each <= 0)) : Math.max(0, to - limit);
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
  const token = (isBackward: boolean, { values }: (typeof found)[number]) =>
    writePageToken({ isBackward, values }, sort);
  return {
    found: to === null ? shown : shown.toReversed(),
    next: page.length > 0 && end < found.length ? token(false, page.at(-1)!) : null,
    prev: page.length > 0 && from > 0 ? token(true, page[0]!) : null,
    matched: { atLeast: found.length, isExact: true },
  };
}
