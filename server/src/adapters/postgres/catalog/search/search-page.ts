import type { Found, MatchedCount, StoredItem } from '../../../../catalog/ports.ts';
import { writePageToken } from '../../../../catalog/page-token.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import { idAlone, namedItem } from '../../../../catalog/shown/ids-alone.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { filterPlanner } from '../../../sql/search/filter-plan.ts';
import { prepareSearch } from '../../../sql/search/prepared-search.ts';
import { countOf, isUnconditional, mostCounted } from '../../../sql/search/matched-count.ts';
import { countItems } from '../counting/count-items.ts';
import { postgresDialect } from './dialect.ts';
import { findInOrder } from './find-in-order.ts';
import { planText } from './plan-text.ts';
import type { Query } from '../database/query.ts';
import type { Hit, Reading } from './reading.ts';
import { postgisShapes } from './shapes.ts';
import { slotColumnOf } from '../known/slot-column.ts';
import { type Snapshots, itemsIn, knowCollections } from '../known/snapshot.ts';
import { type Tuning, usualTuning } from './tuning.ts';

/** One search within one read transaction; a page of more than so many bytes ends before, and its next goes on there. */
export async function searchPage(
  query: Query,
  snapshots: Snapshots,
  request: SearchRequest,
  visibility: Visibility,
  tuning?: Tuning,
  mostBytes = Infinity,
): Promise<Found<StoredItem>> {
  const reading = await startReading(query, snapshots, request, visibility, tuning);
  const { limit, skip, position } = request;
  if (reading === null) return { found: [], next: null, prev: null, matched: countOf(request, 0, true) };
  if (limit === 0) return { found: [], next: null, prev: null, matched: await matchedOf(reading, request, 0, false) };
  const isBackward = position?.isBackward ?? false;
  const hits = await findInOrder(reading, { position: position?.values ?? null, isBackward, want: skip + limit + 1 });
  const cut = hits.slice(skip, skip + limit);
  const page = isBackward ? cut.toReversed() : cut;
  const isMore = hits.length > skip + limit;
  const isNamed = request.fields === idAlone;
  const found = isNamed ? page.map(namedBy(request.sort)) : await readDocuments(query, page, mostBytes);
  if (found.length < page.length) {
    const less = { ...request, limit: found.length };
    return searchPage(query, snapshots, less, visibility, tuning, mostBytes);
  }
  // What was passed over was found too.
  const isWhole = position === null && !isMore;
  return {
    found,
    ...(await tokens(reading, request, page, isMore)),
    matched: await matchedOf(reading, request, hits.length, isWhole),
  };
}

/** Null where nothing can be found. */
export async function startReading(
  query: Query,
  snapshots: Snapshots,
  request: SearchRequest,
  visibility: Visibility,
  tuning: Tuning = usualTuning,
): Promise<Reading | null> {
  const snapshot = await snapshots(query);
  const slotColumn = slotColumnOf(snapshot.declared);
  const dialect = postgresDialect(slotColumn, postgisShapes(snapshot.areShapesComplete));
  const text = request.text && planText(request.text, snapshot.areTextsReady);
  const search = prepareSearch(request, visibility, filterPlanner(snapshot.declared, dialect), text, dialect);
  if (search.collections?.length === 0 || search.ids?.length === 0) return null;
  return { query, snapshot, slotColumn, search, tuning, documents: 0, gathered: null };
}

async function tokens(
  reading: Reading,
  { sort, position, skip }: SearchRequest,
  page: readonly Hit[],
  isMore: boolean,
): Promise<Pick<Found<StoredItem>, 'next' | 'prev'>> {
  if (page.length === 0) return { next: null, prev: null };
  const isBackward = position?.isBackward ?? false;
  const beyond = async ({ values }: Hit, isBack: boolean, isThere: boolean | null) => {
    const way = { position: values, isBackward: isBack, want: 1 };
    const isFound = isThere ?? (await findInOrder(reading, way)).length > 0;
    return isFound ? writePageToken({ isBackward: isBack, values }, sort) : null;
  };
  // What was skipped lies before; after a token it is asked, for items may have come or gone meanwhile.
  const isBefore = isBackward ? isMore : position === null ? skip > 0 : null;
  const isAfter = isBackward ? null : isMore;
  return {
    next: isAfter === false ? null : await beyond(page.at(-1)!, false, isAfter),
    prev: isBefore === false ? null : await beyond(page[0]!, true, isBefore),
  };
}

/** `seen`: what the page has shown, at least. */
async function matchedOf(
  reading: Reading,
  request: SearchRequest,
  seen: number,
  isWhole: boolean,
): Promise<MatchedCount | null> {
  const { search, snapshot, query, gathered } = reading;
  if (request.count === 'none') return null;
  if (isWhole) return countOf(request, seen, true);
  if (search.collections !== null) await knowCollections(query, snapshot, search.collections);
  const items = itemsIn(snapshot, search.collections);
  if (isUnconditional(request)) return countOf(request, items, true);
  if (gathered !== null) return countOf(request, gathered.length, true);
  return request.count === 'exact' || items <= mostCounted(request)
    ? countOf(request, await countItems(reading), true)
    : countOf(request, seen, false);
}

const documents = 'SELECT pk, collection, id, etag, document FROM catalog_items WHERE pk = ANY(?::bigint[])';

type Row = readonly [pk: number, collection: string, id: string, etag: string, document: string];

/** By the order itself, which ends in what tells items apart. */
function namedBy(sort: Sort): (hit: Hit) => StoredItem {
  const [id, collection] = ['id', 'collection'].map((name) => sort.findIndex(({ field }) => field === name));
  return ({ values }) => namedItem(values[collection!] as string, values[id!] as string);
}

/** Read some at a time: ten thousand may have a megabyte each. */
const chunk = 256;

/** The first ones where all are too much. */
async function readDocuments(query: Query, hits: readonly Hit[], mostBytes: number): Promise<readonly StoredItem[]> {
  const found: StoredItem[] = [];
  let bytes = 0;
  for (let from = 0; from < hits.length && bytes < mostBytes; from += chunk) {
    const some = hits.slice(from, from + chunk).map(({ pk }) => pk);
    const rows = new Map((await query<Row>(documents, [some])).map((row) => [row[0], row]));
    for (const pk of some) {
      if (bytes >= mostBytes) break;
      const [, collection, id, etag, document] = rows.get(pk)!;
      const item = { collection, id, etag, bytes: Buffer.from(document) };
      bytes += item.bytes.length;
      found.push(item);
    }
  }
  return found;
}
