import type { Collection } from '../../catalog/collection.ts';
import type { Item } from '../../catalog/item.ts';
import { compileRequest } from '../../catalog/match-request.ts';
import { readPageToken } from '../../catalog/page-token.ts';
import type {
  Catalog,
  Found,
  ItemWrite,
  StoredCollection,
  StoredItem,
  WriteMode,
  WriteReport,
} from '../../catalog/ports.ts';
import { mergeStatistics, statisticsOf } from '../../catalog/property-statistics.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import type { Sort } from '../../catalog/sort.ts';
import { sortValuesReader } from '../../catalog/sort-value.ts';
import { loadFeatures } from '../../catalog/read-features.ts';
import { isVisible } from '../../catalog/visibility.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../catalog/write-outcome.ts';
import { cutPage } from './cut-page.ts';

type Content = {
  readonly collections: Map<string, Collection>;
  /** By collection, then by id. */
  readonly items: Map<string, Map<string, Item>>;
  version: number;
};

const byId: Sort = [{ field: 'id', isDescending: false }];

/** A catalogue in arrays that asks the reference evaluator of every item: slow, plain, and what stores are held to. */
export function createMemoryCatalog(): Catalog {
  const content: Content = { collections: new Map(), items: new Map(), version: 0 };
  return { ...itemVerbs(content), ...collectionVerbs(content), ...queries(content) };
}

function itemVerbs(content: Content): Pick<Catalog, 'putItems' | 'load' | 'getItem' | 'deleteItem' | 'deleteItems'> {
  const find = (collection: string, id: string) => content.items.get(collection)?.get(id);
  const remove = (collection: string, id: string) => {
    content.items.get(collection)?.delete(id);
    content.version++;
  };
  const putItems: Catalog['putItems'] = async (writes, mode) => writes.map((write) => putItem(content, write, mode));
  return {
    putItems,
    // Read to the end before the first is stored: there is no transaction to undo.
    load: (body, collection, mode) =>
      loadFeatures({ putItems: (writes) => putItems([...writes], mode) }, body, collection, mode),
    async getItem(collection, id, visibility) {
      const item = isVisible(collection, visibility) ? find(collection, id) : undefined;
      return item === undefined ? null : storedItem(item);
    },
    async deleteItem(collection, id, ifMatch) {
      const outcome = outcomeOfDelete(find(collection, id), ifMatch);
      if (outcome === 'deleted') remove(collection, id);
      return outcome;
    },
    async deleteItems(keys) {
      const present = keys.filter(({ collection, id }) => {
        const isThere = find(collection, id) !== undefined;
        if (isThere) remove(collection, id);
        return isThere;
      });
      return present.length;
    },
  };
}

function putItem(content: Content, { item, ifMatch }: ItemWrite, mode: WriteMode): WriteReport {
  const { id, etag } = item;
  const home = content.items.get(item.collection);
  if (home === undefined) return { id, outcome: 'no_collection', etag: null };
  const outcome = outcomeOfWrite(home.get(id), etag, mode, ifMatch);
  return { id, outcome, etag: stored(content, outcome, () => home.set(id, item)) ? etag : null };
}

/** Whether the document is now in the store, written by this call or before it. */
function stored(content: Content, outcome: WriteReport['outcome'], write: () => unknown): boolean {
  if (outcome === 'unchanged') return true;
  if (outcome !== 'created' && outcome !== 'replaced') return false;
  write();
  content.version++;
  return true;
}

type CollectionVerbs = 'putCollection' | 'getCollection' | 'listCollections' | 'deleteCollection';

function collectionVerbs(content: Content): Pick<Catalog, CollectionVerbs> {
  const { collections, items } = content;
  return {
    async putCollection(collection, mode, ifMatch) {
      const { id, etag } = collection;
      const outcome = outcomeOfWrite(collections.get(id), etag, mode, ifMatch);
      const isStored = stored(content, outcome, () => {
        collections.set(id, collection);
        if (!items.has(id)) items.set(id, new Map());
      });
      return { id, outcome, etag: isStored ? etag : null };
    },
    async getCollection(id, visibility) {
      const collection = isVisible(id, visibility) ? collections.get(id) : undefined;
      return collection === undefined ? null : storedCollection(collection);
    },
    async listCollections({ limit, token }, visibility) {
      const visible = [...collections.values()].filter(({ id }) => isVisible(id, visibility));
      const position = token === null ? null : readPageToken(token, byId);
      return withFound(
        cutPage(visible, ({ id }) => [id], byId, { limit, position, skip: 0 }),
        storedCollection,
      );
    },
    async deleteCollection(id, ifMatch) {
      const outcome = outcomeOfDelete(collections.get(id), ifMatch);
      if (outcome !== 'deleted') return outcome;
      collections.delete(id);
      items.delete(id);
      content.version++;
      return outcome;
    },
  };
}

function queries(content: Content): Pick<Catalog, 'search' | 'statistics' | 'version'> {
  return {
    async search(request, visibility, { signal } = {}) {
      signal?.throwIfAborted();
      const isMatch = compileRequest(request, visibility);
      const matching = [...content.items.values()].flatMap((home) => [...home.values()].filter(isMatch));
      const page = cutPage(matching, sortValuesReader(request.sort), request.sort, request);
      return withFound(request.count === 'none' ? { ...page, matched: null } : page, storedItem);
    },
    async statistics(collections, visibility) {
      const wanted = [...content.items].filter(
        ([id]) => isVisible(id, visibility) && (collections === null || collections.includes(id)),
      );
      return wanted.map(([collection, home]) => ({
        collection,
        items: home.size,
        properties: mergeStatistics([...home.values()].map(propertiesOf).map(statisticsOf)),
      }));
    },
    version: async () => String(content.version),
  };
}

const propertiesOf = ({ document }: Item): JsonObject => document['properties'] as JsonObject;

const storedItem = ({ collection, id, bytes, etag }: Item): StoredItem => ({ collection, id, bytes, etag });
const storedCollection = ({ id, bytes, etag }: Collection): StoredCollection => ({ id, bytes, etag });

const withFound = <T, S>(page: Found<T>, change: (record: T) => S): Found<S> => ({
  ...page,
  found: page.found.map(change),
});
