import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import type { Sort } from '../../../catalog/sort.ts';
import type { SortValue } from '../../../catalog/sort-value.ts';

/** A column that rows are ordered by, in the direction of the walk. */
export type OrderKey = { readonly column: string; readonly isDescending: boolean };

const columns: ReadonlyMap<string, string> = new Map([
  ['datetime', 'dt'],
  ['id', 'id'],
  ['collection', 'collection'],
]);

/** The order as columns of a row, turned around for a walk backwards; only for datetime, id and collection. */
export const orderKeys = (sort: Sort, isBackward: boolean): readonly OrderKey[] =>
  sort.map(({ field, isDescending }) => ({ column: columns.get(field)!, isDescending: isDescending !== isBackward }));

export const isOrderOfRows = (sort: Sort): boolean => sort.every(({ field }) => columns.has(field));

export const isOrderOfTime = (sort: Sort): boolean => sort[0]!.field === 'datetime' && isOrderOfRows(sort);

export const orderBy = (keys: readonly OrderKey[], prefix: string): string =>
  keys.map(({ column, isDescending }) => `${prefix}${column}${isDescending ? ' DESC' : ''}`).join(', ');

/** Rows that come after the values in the order; no value is null here: a missing time is ''. */
export function comesAfter(
  keys: readonly OrderKey[],
  values: readonly (string | number)[],
  prefix: string,
): SqlCondition {
  const [key, ...rest] = keys;
  const [value, ...others] = values;
  if (key === undefined || value === undefined) return { sql: 'FALSE', params: [] };
  const column = `${prefix}${key.column}`;
  const beyond = `${column} ${key.isDescending ? '<' : '>'} ?`;
  if (rest.length === 0) return { sql: beyond, params: [value] };
  const tie = comesAfter(rest, others, prefix);
  return { sql: `${beyond} OR (${column} = ? AND (${tie.sql}))`, params: [value, value, ...tie.params] };
}

/** A token's values as columns have them. */
export const rowValues = (values: readonly SortValue[]): readonly (string | number)[] =>
  values.map((value) => value ?? '');
