import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { IndexableCondition, SortRange } from '../../../../catalog/plan/implied.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, compareBySort, sortValuesReader } from '../../../../catalog/sort-value.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { noIndex } from '../../../sql/search/search-limits.ts';
import type { NeededWords } from '../../../../catalog/text/implied-words.ts';
import type { Source } from '../known/choose-source.ts';
import { partOf } from '../partitions/partitions.ts';
import { type Param, withBitmaps } from '../database/query.ts';
import { readDocuments } from './read-documents.ts';
import type { Hit, Reading } from './reading.ts';
import { cutSortBytes, slotBytes } from '../database/slot-bytes.ts';
import { sortColumnsOf, sortValuesIn } from '../known/sort-columns.ts';
import { around, common, isEmpty, reachOf, stretchOfSearch, withUntimed } from '../known/time-bounds.ts';
import { type Candidate, testCandidates } from './test-candidates.ts';

/** Rows in no order: a FROM clause whose rows are `r`, and which of them. */
export type Rows = {
  readonly from: string;
  readonly fromParams: readonly Param[];
  readonly condition: SqlCondition | null;
  readonly isOfCollections: boolean;
  /** The clause asks all that rows can tell. */
  readonly isAsked: boolean;
  /** The index of words is read as a bitmap or not at all. */
  readonly isBitmap: boolean;
};

const plain = { isOfCollections: false, isAsked: false, isBitmap: false, condition: null, fromParams: [] };

/** What rows can tell and were not asked yet. */
export const stillToAsk = (
  { isOfCollections, isAsked }: Pick<Rows, 'isOfCollections' | 'isAsked'>,
  search: PreparedSearch,
): SqlCondition | null => (isAsked ? null : isOfCollections ? search.rows : search.rowsAnywhere);

export const rowsOfIds = (ids: readonly string[]): Rows => ({
  ...plain,
  from: `(SELECT DISTINCT unnest(?::text[]) AS id) k
    CROSS JOIN LATERAL (SELECT * FROM catalog_items i WHERE i.id = k.id OFFSET 0) r`,
  fromParams: [ids],
});

/**
 * All of them that the interval and the filter let lie there. Where these are few the plan is kept, and so made that
 * streams come first: one from the day when the tables were empty would else read them whole.
 */
export function rowsOfStreams({ streams, spans, rows, of }: Source, { search, snapshot, tuning }: Reading): Rows {
  const times = { ...stretchOfSearch(search), ...(search.times === null ? { low: '' } : {}) };
  const each = streams
    .map((stream, at) => ({ stream, ...common(common(times, reachOf(search, stream)), withUntimed(spans[at]!)) }))
    .filter((one) => !isEmpty(one));
  const { table, within } = partOf(snapshot, around(each));
  const isInside = `r.stream = t.stream AND r.dt >= t.low AND r.dt < t.high AND ${within.sql}`;
  const isOfCollections = of === 'collections';
  // Within the clause the index is asked; what stands after its fence is asked of every row.
  const asked = rows > tuning.manyRows ? null : stillToAsk({ isOfCollections, isAsked: false }, search);
  const entries =
    asked === null
      ? `JOIN ${table} r ON ${isInside}`
      : `CROSS JOIN LATERAL (SELECT r.* FROM ${table} r WHERE ${isInside} AND ${asked.sql} OFFSET 0) r`;
  return {
    ...plain,
    from: `unnest(?::bigint[], ?::text[], ?::text[]) AS t (stream, low, high) ${entries}`,
    fromParams: [
      each.map(({ stream }) => stream),
      each.map(({ low }) => low),
      each.map(({ high }) => high),
      ...within.params,
      ...(asked?.params ?? []),
    ],
    isOfCollections,
    isAsked: asked !== null,
  };
}

/** One statement for each stretch of the index: the database would look at every item for several at once. */
export function rowsOfProperty(condition: IndexableCondition): Rows {
  const parts = withinRanges(condition);
  if (parts.length === 1) return { ...plain, from: 'catalog_items r', condition: parts[0]! };
  const arms = parts.map(({ sql }) => `SELECT r.* FROM catalog_items r WHERE ${sql}`);
  return { ...plain, from: `(${arms.join(' UNION ALL ')}) r`, fromParams: parts.flatMap(({ params }) => params) };
}

/** Items that have at least one of the words. */
export const rowsOfWords = ({ words }: NeededWords): Rows => ({
  ...plain,
  from: "(SELECT i.* FROM catalog_items i WHERE string_to_array(i.text, ' ') && ?::text[]) r",
  fromParams: [words],
  isBitmap: true,
});

/** Long values were cut: their start is not beyond the start of an end that they are not beyond. */
function withinRanges({ slot, ranges }: IndexableCondition): readonly SqlCondition[] {
  const column = `r.s${slot}`;
  const points = ranges.filter(isPoint).map(({ low }) => bytesOf(low!));
  const isOneOf = { sql: `${column} IN (${points.map(() => '?').join(', ')})`, params: points };
  const stretches = ranges
    .filter((range) => !isPoint(range))
    .map(({ low, high }) =>
      allOf([
        { sql: `${column} IS NOT NULL`, params: [] },
        low === null ? null : { sql: `${column} >= ?`, params: [bytesOf(low)] },
        high === null ? null : { sql: `${column} <= ?`, params: [bytesOf(high)] },
      ]),
    );
  const parts = points.length === 0 ? stretches : [isOneOf, ...stretches];
  return parts.length === 0 ? [{ sql: 'FALSE', params: [] }] : parts;
}

const bytesOf = (value: string | number): Uint8Array => cutSortBytes(slotBytes(value))!;

const isPoint = ({ low, high }: Pick<SortRange, 'low' | 'high'>): boolean => low !== null && low === high;

type Gathered = Candidate & { readonly columns: readonly unknown[] };

/** Finds everything first and orders it then: right where little can be found, or where no index has the order. */
export async function gather(reading: Reading, rows: Rows): Promise<readonly Hit[]> {
  const { search, snapshot } = reading;
  const columns = sortColumnsOf(search.sort, snapshot);
  const found = await readAll(reading, rows, columns ?? ['id', 'collection', 'dt']);
  const hits =
    columns === null
      ? await byDocuments(reading, found)
      : found.map(({ pk, columns: row }) => ({ pk, values: sortValuesIn(columns, row) }));
  return hits.toSorted((a, b) => compareBySort(a.values, b.values, search.sort));
}

const chunk = 256;

async function byDocuments(reading: Reading, found: readonly Gathered[]): Promise<readonly Hit[]> {
  const read = sortValuesReader(reading.search.sort);
  const hits: Hit[] = [];
  for (let from = 0; from < found.length; from += chunk) {
    const some = found.slice(from, from + chunk);
    const documents = await readDocuments(reading, some);
    for (const { pk, columns } of some) {
      const [id, collection, dt] = columns as [string, string, string];
      hits.push({ pk, values: read({ id, collection, dt: dt === '' ? null : dt, document: documents.get(pk)! }) });
    }
  }
  return hits;
}

/** The first ones beyond the position, in the direction of the walk. */
export function cutOut(ordered: readonly Hit[], sort: Sort, { position, isBackward, want }: Way): readonly Hit[] {
  const isBeyond = ({ values }: Hit): boolean => {
    if (position === null) return true;
    const order = compareBySort(values, position, sort);
    return isBackward ? order < 0 : order > 0;
  };
  const beyond = ordered.filter(isBeyond);
  return (isBackward ? beyond.toReversed() : beyond).slice(0, want);
}

/** Which part of the order is asked for: from a place on, or from an end. */
export type Way = {
  readonly position: readonly SortValue[] | null;
  readonly isBackward: boolean;
  readonly want: number;
};

const columnOf = ({ slotColumn }: Reading, column: string): string =>
  /^v\d/.test(column) ? slotColumn(Number(column.slice(1))) : `r.${column}`;

/** Every item that passes, each once, with some of its columns. */
export async function readAll(
  reading: Reading,
  rows: Rows,
  columns: readonly string[] = [],
): Promise<readonly Gathered[]> {
  const { search, query, tuning } = reading;
  const { from, fromParams, condition, isBitmap } = rows;
  const { surelyInside } = search;
  const wanted = ['r.pk', surelyInside.sql, ...columns.map((column) => columnOf(reading, column))].join(', ');
  const { sql, params } = allOf([condition, stillToAsk(rows, search)]);
  const found = await withBitmaps(query, isBitmap, () =>
    query<[number, boolean | null, ...unknown[]]>(`SELECT ${wanted} FROM ${from} WHERE ${sql} LIMIT ?`, [
      ...surelyInside.params,
      ...fromParams,
      ...params,
      tuning.mostGathered + 1,
    ]),
  );
  if (found.length > tuning.mostGathered) throw noIndex();
  const unique = new Map(
    found.map(([pk, isInside, ...values]) => [pk, { pk, isInside: isInside === true, columns: values }]),
  );
  return testCandidates(reading, [...unique.values()]);
}
