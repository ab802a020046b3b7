import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { IndexableCondition, SortRange } from '../../../../catalog/plan/implied.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { compareBySort } from '../../../../catalog/sort-value.ts';
import type { NeededWords } from '../../../../catalog/text/implied-words.ts';
import { type Source, padded } from '../known/choose-source.ts';
import { noIndex } from '../../../sql/search/search-limits.ts';
import type { Ordered, Reading } from '../reading/reading.ts';
import { alive } from '../reading/alive.ts';
import { allOf, isOneOf } from '../../../sql/search/row-conditions.ts';
import { storedValue } from '../../../sql/search/stored-values.ts';
import { createSortValues, sortColumns, sortValuesOf } from '../reading/sort-values.ts';
import { createTest, insideColumn } from '../reading/test-candidate.ts';
import type { Way } from '../walks/walk-in-order.ts';
import type { IndexTables } from '../file/fresh-rows.ts';
import { atMost } from '../file/statements.ts';

/** Rows in no order: a FROM clause whose rows are `r`, and which of them. */
export type Rows = { readonly from: string; readonly condition: SqlCondition; readonly isOfCollections: boolean };

export const rowsOfIds = (ids: readonly string[]): Rows => ({
  from: 'items r',
  condition: isOneOf(sqliteDialect, 'r.id', ids),
  isOfCollections: false,
});

export function rowsOfStreams({ streams, of }: Source): Rows {
  const { marks, params } = padded(streams);
  return {
    from: 'entries r',
    condition: { sql: `r.stream IN (${marks})`, params },
    isOfCollections: of === 'collections',
  };
}

/** What an index of values or of words has: rows `p`, and which of them. */
export type Lookup = {
  readonly table: IndexTables['props' | 'words'];
  readonly condition: SqlCondition;
  /** An item may stand several times in it. */
  readonly isRepeating: boolean;
};

export const lookUpProperty = (condition: IndexableCondition, { props }: IndexTables): Lookup => ({
  table: props,
  condition: withinRanges(condition),
  isRepeating: false,
});

export function lookUpWords({ words }: NeededWords, tables: IndexTables): Lookup {
  const { marks, params } = padded(words);
  return { table: tables.words, condition: { sql: `p.word IN (${marks})`, params }, isRepeating: words.length > 1 };
}

/** Each item once. */
export const rowsOfLookup = ({ table, condition, isRepeating }: Lookup): Rows =>
  isRepeating
    ? {
        from: 'items r',
        condition: { sql: `r.pk IN (SELECT p.pk FROM ${table} p WHERE ${condition.sql})`, params: condition.params },
        isOfCollections: false,
      }
    : { from: `${table} p CROSS JOIN items r ON r.pk = p.pk`, condition, isOfCollections: false };

/** Over a row `p` of the index. */
function withinRanges({ slot, ranges }: IndexableCondition): SqlCondition {
  const points = ranges.filter(isPoint).map(({ low }) => storedValue(low!));
  const ofSlot: SqlCondition = { sql: 'p.slot = ?', params: [slot] };
  const parts: SqlCondition[] = [];
  if (points.length > 0) {
    const { marks, params } = padded(points);
    parts.push(allOf([ofSlot, { sql: `p.value IN (${marks})`, params }]));
  }
  for (const { low, isLowIn, high, isHighIn } of ranges.filter((range) => !isPoint(range)))
    parts.push(
      allOf([
        ofSlot,
        low === null ? null : { sql: `p.value ${isLowIn ? '>=' : '>'} ?`, params: [low] },
        high === null ? null : { sql: `p.value ${isHighIn ? '<=' : '<'} ?`, params: [high] },
      ]),
    );
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' OR ') || '0', params: parts.flatMap(({ params }) => params) };
}

const isPoint = ({ low, high }: SortRange): boolean => low !== null && low === high;

/** Finds everything first and orders it then: right where little can be found, or where no index has the order. */
export function gather(reading: Reading, rows: Rows): readonly Ordered[] {
  const { search, snapshot, prepare, effort } = reading;
  const columns = sortColumns(search.sort, snapshot);
  const valuesOf = createSortValues(search.sort, snapshot, prepare, effort);
  return readAll(reading, rows, columns ?? [])
    .map(([pk, , ...row]) => ({ pk, values: columns === null ? valuesOf(pk) : sortValuesOf(columns, row) }))
    .sort((a, b) => compareBySort(a.values, b.values, search.sort));
}

/** The first ones beyond the position, in the direction of the walk. */
export function cutOut(ordered: readonly Ordered[], sort: Sort, { position, isBackward, want }: Way): number[] {
  const isBeyond = ({ values }: Ordered): boolean => {
    if (position === null) return true;
    const order = compareBySort(values, position.values, sort);
    return isBackward ? order < 0 : order > 0;
  };
  const beyond = ordered.filter(isBeyond);
  return (isBackward ? beyond.toReversed() : beyond).slice(0, want).map(({ pk }) => pk);
}

type Gathered = readonly [pk: number, isInside: number, ...columns: SlotValue[]];

/** Every item that passes, each once, with some of its columns. */
export function readAll(
  { search, prepare, effort, tuning }: Reading,
  rows: Rows,
  columns: readonly string[] = [],
): readonly Gathered[] {
  const { surelyInside } = search;
  const wanted = ['r.pk', insideColumn(search), ...columns.map((column) => `r.${column}`)].join(', ');
  const condition = allOf([rows.condition, alive, rows.isOfCollections ? search.rows : search.rowsAnywhere]);
  const found = prepare(`SELECT ${wanted} FROM ${rows.from} WHERE ${condition.sql} ${atMost}`).all(
    ...surelyInside.params,
    ...condition.params,
    tuning.mostGathered + 1,
  ) as unknown as Gathered[];
  if (found.length > tuning.mostGathered) throw noIndex();
  const test = createTest(search, prepare, effort);
  const unique = [...new Map(found.map((row) => [row[0], row])).values()];
  return unique.filter(([pk, isInside]) => test([pk, isInside]));
}
