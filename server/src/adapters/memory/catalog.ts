import { factsReader } from '../../catalog/aggregate/item-facts.ts';
import { takeItems } from '../../catalog/aggregate/take-items.ts';
import { compareCodePoints } from '../../catalog/evaluate/scalars.ts';
import type { Item } from '../../catalog/item.ts';
import { compileRequest } from '../../catalog/match-request.ts';
import type { Catalog, ItemWrite, StoredItem, WriteMode, WriteReport } from '../../catalog/ports.ts';
import { mergeStatistics, mostValues, statisticsOf } from '../../catalog/property-statistics.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { sortValuesReader } from '../../catalog/sort-value.ts';
import { loadFeatures } from '../../catalog/read-features.ts';
import { showingBy } from '../../catalog/shown/show-items.ts';
import { isVisible } from '../../catalog/visibility.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../catalog/write-outcome.ts';
import { type ArrivalLog, createArrivalLog } from './arrivals.ts';
import { type CollectionShelf, collectionVerbs, growExtent, withFound } from './collections.ts';
import { cutPage } from './cut-page.ts';

type Content = CollectionShelf & {
  readonly arrivals: ArrivalLog;
};

/** A catalogue in arrays that asks the reference evaluator of every item: slow, plain, and what stores are held to. */
export function createMemoryCatalog({ summarised = [] }: { readonly summarised?: readonly string[] } = {}): Catalog {
  const items: Content['items'] = new Map();
  const arrivals = createArrivalLog(() => [...items.values()].flatMap((home) => [...home.values()]));
  const content: Content = { collections: new Map(), items, extents: new Map(), summarised, version: 0, arrivals };
  const asked = queries(content);
  const showItems = showingBy(asked.search);
  return { ...itemVerbs(content), ...collectionVerbs(content), ...asked, showItems, ...arrivals.verbs };
}

function itemVerbs(content: Content): Pick<Catalog, 'putItems' | 'load' | 'getItem' | 'deleteItem' | 'deleteItems'> {
  const find = (collection: string, id: string) => content.items.get(collection)?.get(id);
  const remove = (collection: string, id: string) => {
    const home = content.items.get(collection);
    home?.delete(id);
    if (home?.size === 0) content.extents.delete(collection);
    content.version++;
  };
  const putItems: Catalog['putItems'] = async (writes, mode) => writes.map((write) => putItem(content, write, mode));
  return {
    putItems,
    // Read to the end before the first is stored: there is no transaction to undo.
    load: (body, collection, mode, validation) =>
      loadFeatures({ putItems: (writes) => putItems([...writes], mode) }, body, collection, mode, validation),
    async getItem(collection, id, visibility) {
      const item = isVisible(collection, visibility) ? find(collection, id) : undefined;
      return item === undefined ? null : storedItem(item);
    },
    async deleteItem(collection, id, ifMatch) {
      const outcome = outcomeOfDelete(find(collection, id), ifMatch);
      if (outcome === 'deleted') remove(collection, id);
      return outcome;
    },
    async deleteItems(keys, conditions) {
      const isMatch = conditions === undefined ? () => true : compileRequest(conditions, 'all');
      const present = keys.filter(({ collection, id }) => {
        const item = find(collection, id);
        const isThere = item !== undefined && isMatch(item);
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
  if (outcome === 'created') content.arrivals.note(item);
  const keep = () => {
    home.set(id, item);
    growExtent(content, item);
  };
  return { id, outcome, etag: stored(content, outcome, keep) ? etag : null };
}

/** Whether the document is now in the store, written by this call or before it. */
function stored(content: Content, outcome: WriteReport['outcome'], write: () => unknown): boolean {
  if (outcome === 'unchanged') return true;
  if (outcome !== 'created' && outcome !== 'replaced') return false;
  write();
  content.version++;
  return true;
}

function queries(content: Content): Pick<Catalog, 'aggregate' | 'search' | 'statistics' | 'overview' | 'version'> {
  return {
    async search(request, visibility, { signal } = {}) {
      if (signal?.aborted) throw signal.reason;
      const isMatch = compileRequest(request, visibility);
      const matching = [...content.items.values()].flatMap((home) => [...home.values()].filter(isMatch));
      const page = cutPage(matching, sortValuesReader(request.sort), request.sort, request);
      return withFound(request.count === 'none' ? { ...page, matched: null } : page, storedItem);
    },
    async aggregate({ search, measures }, visibility, { signal } = {}) {
      if (signal?.aborted) throw signal.reason;
      const isMatch = compileRequest(search, visibility);
      const { properties, take, results } = takeItems(measures);
      const factsOf = factsReader(properties);
      for (const home of content.items.values())
        for (const item of home.values()) if (isMatch(item)) take(factsOf(item));
      return results();
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
    async overview(visibility) {
      const visible = [...content.items].filter(([id]) => isVisible(id, visibility));
      const all = visible.flatMap(([, home]) => [...home.values()]);
      const ids = visible.map(([id]) => id).toSorted(compareCodePoints);
      return {
        collections: ids.length > mostValues ? null : ids,
        properties: mergeStatistics(all.map(propertiesOf).map(statisticsOf)),
      };
    },
    version: async () => String(content.version),
  };
}

const propertiesOf = ({ document }: Item): JsonObject => document['properties'] as JsonObject;

const storedItem = ({ collection, id, bytes, etag }: Item): StoredItem => ({ collection, id, bytes, etag });
