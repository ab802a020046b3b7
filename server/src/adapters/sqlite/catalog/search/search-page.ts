import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import type { Found, MatchedCount, StoredItem } from '../../../../catalog/ports.ts';
import { writePageToken } from '../../../../catalog/page-token.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { countItems, knownCount } from '../counting/count-items.ts';
import type { Effort } from '../reading/effort.ts';
import { findInOrder } from './find-in-order.ts';
import { planText } from './plan-text.ts';
import { prepareSearch } from '../../../sql/search/prepared-search.ts';
import { countOf, isUnconditional, mostCounted } from '../../../sql/search/matched-count.ts';
import type { ShownPage } from '../threads/reader-protocol.ts';
import type { Reading } from '../reading/reading.ts';
import type { Prepare } from '../file/statements.ts';
import { type Snapshot, itemsIn } from '../known/snapshot.ts';
import { createSortValues } from '../reading/sort-values.ts';
import type { Tuning } from '../reading/tuning.ts';
import { writeShown } from './write-shown.ts';

export type SearchNeeds = {
  readonly prepare: Prepare;
  readonly effort: Effort;
  readonly snapshot: () => Snapshot;
  readonly tuning: Tuning;
};

/** One search within one read transaction. */
export function searchPage(needs: SearchNeeds, request: SearchRequest, visibility: Visibility): Found<StoredItem> {
  const { found, next, prev, matched } = findPage(needs, request, visibility);
  return { found: readDocuments(needs.prepare, found), next, prev, matched };
}

/** The same, written as it is sent. */
export function showPage(
  needs: SearchNeeds,
  request: SearchRequest,
  visibility: Visibility,
  baseUrl: string,
  slab: Buffer | null,
): ShownPage {
  const { found, next, prev, matched } = findPage(needs, request, visibility);
  const showing = { baseUrl, fields: request.fields, mostBytes: needs.tuning.mostPageBytes };
  const { bytes, start, end, count, collections } = writeShown(needs.prepare, found, showing, slab);
  // What is too much for one answer is for the page after it.
  if (count < found.length) return showPage(needs, { ...request, limit: count }, visibility, baseUrl, slab);
  const own = bytes === slab ? null : (bytes as Uint8Array<ArrayBuffer>);
  // Written out here and below: objects that are spread into others are copied member by member, for every search.
  return { next, prev, matched, start, end, count, collections, own };
}

/** The keys of a page's items. */
function findPage(needs: SearchNeeds, request: SearchRequest, visibility: Visibility): Found<number> {
  const reading = startReading(needs, request, visibility);
  const { limit, skip, position } = request;
  if (reading === null) return { found: [], next: null, prev: null, matched: countOf(request, 0, true) };
  if (limit === 0) return { found: [], next: null, prev: null, matched: matchedOf(reading, request, 0, false) };
  const isBackward = position?.isBackward ?? false;
  const hits = findInOrder(reading, { position, isBackward, want: skip + limit + 1 });
  const page = hits.slice(skip, skip + limit);
  const isMore = hits.length > skip + limit;
  if (isBackward) page.reverse();
  // What was passed over was found too.
  const isWhole = position === null && !isMore;
  const { next, prev } = tokens(reading, request, page, isMore);
  return { found: page, next, prev, matched: matchedOf(reading, request, hits.length, isWhole) };
}

/** Null where nothing can be found. */
export function startReading(needs: SearchNeeds, request: SearchRequest, visibility: Visibility): Reading | null {
  const snapshot = needs.snapshot();
  const text = request.text && planText(request.text, snapshot, needs.prepare);
  const search = prepareSearch(request, visibility, snapshot.planFilter, text, sqliteDialect);
  const isImpossible = search.collections?.length === 0 || search.ids?.length === 0 || text?.isImpossible;
  const { prepare, effort, tuning } = needs;
  return isImpossible ? null : { prepare, effort, tuning, snapshot, search, gathered: null };
}

function tokens(
  reading: Reading,
  { sort, position, skip }: SearchRequest,
  page: readonly number[],
  isMore: boolean,
): Pick<Found<StoredItem>, 'next' | 'prev'> {
  if (page.length === 0) return { next: null, prev: null };
  const isBackward = position?.isBackward ?? false;
  const valuesOf = createSortValues(sort, reading.snapshot, reading.prepare, reading.effort);
  const beyond = (pk: number, isBack: boolean, isThere: boolean | null) => {
    const place = { isBackward: isBack, values: valuesOf(pk) };
    const found = isThere ?? findInOrder(reading, { position: place, isBackward: isBack, want: 1 }).length > 0;
    return found ? writePageToken(place, sort) : null;
  };
  // What was skipped lies before; after a token it is asked, for items may have come or gone meanwhile.
  const isBefore = isBackward ? isMore : position === null ? skip > 0 : null;
  const isAfter = isBackward ? null : isMore;
  return {
    next: isAfter === false ? null : beyond(page.at(-1)!, false, isAfter),
    prev: isBefore === false ? null : beyond(page[0]!, true, isBefore),
  };
}

/** `seen`: what the page has shown, at least. */
function matchedOf(reading: Reading, request: SearchRequest, seen: number, isWhole: boolean): MatchedCount | null {
  if (request.count === 'none') return null;
  if (isWhole) return countOf(request, seen, true);
  const known = knownCount(reading, isUnconditional(request));
  if (known !== null) return known;
  if (reading.gathered !== null) return countOf(request, reading.gathered.length, true);
  return request.count === 'exact' || isSmall(reading, request) ? countItems(reading) : countOf(request, seen, false);
}

const isSmall = ({ search, snapshot }: Reading, request: SearchRequest): boolean =>
  itemsIn(snapshot, search.collections) <= mostCounted(request);

type DocumentRow = readonly [collection: string, id: string, etag: string, document: Uint8Array];

export function readDocuments(prepare: Prepare, pks: readonly number[]): readonly StoredItem[] {
  const row = prepare('SELECT collection, id, etag, document FROM documents WHERE pk = ?');
  return pks.map((pk) => {
    const [collection, id, etag, bytes] = row.get(pk) as DocumentRow;
    return { collection, id, etag, bytes };
  });
}
