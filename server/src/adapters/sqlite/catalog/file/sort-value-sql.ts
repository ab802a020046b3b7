import { sortValueOf } from '../../../../catalog/sort-value.ts';
import type { Connection } from '../../driver.ts';

/** `sortValueOf` a slot's value; only texts that may be timestamps leave SQLite for it. */
export const sortValueSql = (column: string): string => `CASE typeof(${column})
  WHEN 'blob' THEN CASE ${column} WHEN x'00' THEN 0 WHEN x'01' THEN 1 END
  WHEN 'text' THEN CASE WHEN ${column} LIKE '____-_____T%' THEN sort_value(${column}) ELSE ${column} END
  ELSE ${column} END`;

/** The expression needs it. */
export function registerSortValue(connection: Connection): void {
  connection.function('sort_value', { deterministic: true }, (text) => sortValueOf(text));
}
