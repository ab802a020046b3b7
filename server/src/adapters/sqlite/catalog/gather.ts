import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import type { IndexableCondition, SortRange } from '../../../catalog/plan/implied.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import { compareBySort } from '../../../catalog/sort-value.ts';
import { type Source, padded } from './choose-source.ts';
import { noIndex } from './effort.ts';
import type { Reading } from './reading.ts';
import { allOf, isOneOf } from './row-conditions.ts';
import { createSortValues } from './sort-values.ts';
import { createTest } from './test-candidate.ts';
import type { Candidate } from './walk-time.ts';

/** Rows in no order: a FROM clause whose rows are `r`, and which of them. */
type Rows = { readonly from: string; readonly condition: SqlCondition; readonly isOfCollections: boolean };

export const rowsOfIds = (ids: readonly string[]): Rows => ({
  from: 'items r',
  condition: isOneOf('r.id', ids),
  isOfCollections: false,
});

export function rowsOfStreams({ streams, isOfCollections }: Source): Rows {
  const { marks, params } = padded(streams);
  return { from: 'entries r', condition: { sql: `r.stream IN (${marks})`, params }, isOfCollections };
}

/** The rows that the index of declared properties has for a condition. */
export const rowsOfProperty = (condition: IndexableCondition): Rows => ({
  from: 'props p CROSS JOIN items r ON r.pk = p.pk',
  condition: withinRanges(condition),
  isOfCollections: false,
});

/** Over a row `p` of the index. */
export function withinRanges({ slot, ranges }: IndexableCondition): SqlCondition {
  const points = ranges.filter(isPoint).map(({ low }) => low!);
  const ofSlot: SqlCondition = { sql: 'p.slot = ?', params: [slot] };
  const parts: SqlCondition[] = [];
  if (points.length === 1) parts.push(allOf([ofSlot, { sql: 'p.value = ?', params: [points[0]!] }]));
  if (points.length > 1)
    parts.push(
      allOf([ofSlot, { sql: 'p.value IN (SELECT value FROM json_each(?))', params: [JSON.stringify(points)] }]),
    );
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
export function gather(reading: Reading, rows: Rows, position: PagePosition | null, isBackward: boolean): number[] {
  const { search, snapshot, prepare, effort } = reading;
  const valuesOf = createSortValues(search.sort, snapshot, prepare, effort);
  const ordered = readAll(reading, rows)
    .map((pk) => ({ pk, values: valuesOf(pk) }))
    .filter(
      ({ values }) => position === null || isBeyond(compareBySort(values, position.values, search.sort), isBackward),
    )
    .sort((a, b) => compareBySort(a.values, b.values, search.sort));
  if (isBackward) ordered.reverse();
  return ordered.map(({ pk }) => pk);
}

const isBeyond = (order: number, isBackward: boolean): boolean => (isBackward ? order < 0 : order > 0);

/** About a second, and as much memory as one search may take. */
const mostGathered = 100_000;

/** Every item that passes, each once. */
export function readAll({ search, prepare, effort }: Reading, rows: Rows): readonly number[] {
  const { surelyInside } = search;
  const condition = allOf([rows.condition, rows.isOfCollections ? null : search.ofCollections, search.rows]);
  const test = createTest(search, prepare, effort);
  const found = prepare(`SELECT r.pk, ${surelyInside.sql} FROM ${rows.from} WHERE ${condition.sql} LIMIT ?`).all(
    ...surelyInside.params,
    ...condition.params,
    mostGathered + 1,
  ) as unknown as Candidate[];
  if (found.length > mostGathered) throw noIndex();
  return found.filter(test).map(([pk]) => pk);
}
