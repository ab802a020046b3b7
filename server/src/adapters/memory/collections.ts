import type { Collection } from '../../catalog/collection.ts';
import { sortById } from '../../catalog/collections/collection-search.ts';
import { type ItemsExtent, joinExtents, noExtent } from '../../catalog/collections/items-extent.ts';
import { type CollectionFacts, ownCollection, shownCollection } from '../../catalog/collections/shown-collection.ts';
import {
  collectionSortValues,
  compileCollectionSearch,
  wantedMembers,
} from '../../catalog/collections/match-collection.ts';
import { searchableReader } from '../../catalog/collections/searchable-collection.ts';
import { type Summary, summaryOf } from '../../catalog/collections/summaries.ts';
import type { Item } from '../../catalog/item.ts';
import { readPageToken } from '../../catalog/page-token.ts';
import type { Catalog, Found, StoredCollection, WriteReport } from '../../catalog/ports.ts';
import { mergeStatistics, statisticsOf } from '../../catalog/property-statistics.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { storedDocument } from '../../catalog/stored-document.ts';
import { isVisible } from '../../catalog/visibility.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../catalog/write-outcome.ts';
import { cutPage } from './cut-page.ts';

export type CollectionShelf = {
  /** As their owners wrote them. */
  readonly collections: Map<string, Collection>;
  /** By collection, then by id. */
  readonly items: Map<string, Map<string, Item>>;
  /** Around all items that a collection ever had since it was empty. */
  readonly extents: Map<string, ItemsExtent>;
  readonly summarised: readonly string[];
  version: number;
};

type CollectionVerbs = 'putCollection' | 'getCollection' | 'listCollections' | 'searchCollections' | 'deleteCollection';

export function collectionVerbs(content: CollectionShelf): Pick<Catalog, CollectionVerbs> {
  const { collections, items } = content;
  const find = (id: string) => {
    const collection = collections.get(id);
    return collection && shown(content, collection);
  };
  return {
    putCollection: async (collection, mode, ifMatch) => put(content, collection, mode, ifMatch),
    async getCollection(id, visibility) {
      return (isVisible(id, visibility) ? find(id) : undefined) ?? null;
    },
    async listCollections({ limit, token }, visibility) {
      const visible = [...collections.values()].filter(({ id }) => isVisible(id, visibility));
      const position = token === null ? null : readPageToken(token, sortById);
      const page = cutPage(visible, ({ id }) => [id], sortById, { limit, position, skip: 0 });
      return withFound(page, (collection) => shown(content, collection));
    },
    async searchCollections(search, visibility) {
      const { limit, position, skip = 0, sort } = search;
      const readSearchable = searchableReader(wantedMembers(search));
      const visible = [...collections.values()].filter(({ id }) => isVisible(id, visibility));
      const all = visible.map((one) => ({ one, seen: readSearchable(shownJson(content, one)) }));
      const isMatch = compileCollectionSearch(search);
      const valuesOf = collectionSortValues(sort);
      const matching = all.filter(({ seen }) => isMatch(seen));
      const page = cutPage(matching, ({ seen }) => valuesOf(seen), sort, { limit, position, skip });
      return withFound(page, ({ one }) => shown(content, one));
    },
    async deleteCollection(id, ifMatch) {
      const outcome = outcomeOfDelete(find(id), ifMatch);
      if (outcome !== 'deleted') return outcome;
      collections.delete(id);
      items.delete(id);
      content.extents.delete(id);
      content.version++;
      return outcome;
    },
  };
}

function put(
  content: CollectionShelf,
  given: Collection,
  ...[mode, ifMatch]: [mode: Parameters<Catalog['putCollection']>[1], ifMatch: string | null]
): WriteReport {
  const { id } = given;
  const before = content.collections.get(id);
  const document =
    before === undefined
      ? given.document
      : ownCollection(given.document, { own: before.document, shown: shownJson(content, before) });
  const own = { id, document, ...storedDocument(document) };
  const { etag } = shown(content, own);
  const outcome = outcomeOfWrite(before && shown(content, before), etag, mode, ifMatch);
  if (outcome !== 'created' && outcome !== 'replaced' && outcome !== 'unchanged') return { id, outcome, etag: null };
  content.collections.set(id, own);
  if (!content.items.has(id)) content.items.set(id, new Map());
  if (outcome !== 'unchanged') content.version++;
  return { id, outcome, etag };
}

/** An item came to stay. */
export function growExtent({ extents }: CollectionShelf, item: Item): void {
  extents.set(item.collection, joinExtents(extents.get(item.collection) ?? noExtent, item));
}

function shown(content: CollectionShelf, collection: Collection): StoredCollection {
  return { id: collection.id, ...storedDocument(shownJson(content, collection)) };
}

const shownJson = (content: CollectionShelf, { id, document }: Collection): JsonObject =>
  shownCollection(document, factsOf(content, id));

function factsOf({ items, extents, summarised }: CollectionShelf, id: string): CollectionFacts {
  const home = [...(items.get(id)?.values() ?? [])];
  const statistics = mergeStatistics(home.map(({ document }) => statisticsOf(document['properties'] as JsonObject)));
  const summaries = new Map<string, Summary>();
  for (const name of summarised) {
    const property = statistics.get(name);
    const summary = property === undefined ? null : summaryOf(property);
    if (summary !== null) summaries.set(name, summary);
  }
  return { extent: home.length === 0 ? noExtent : (extents.get(id) ?? noExtent), summaries };
}

export const withFound = <T, S>(page: Found<T>, change: (record: T) => S): Found<S> => ({
  ...page,
  found: page.found.map(change),
});
