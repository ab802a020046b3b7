import type { DeclaredProperty } from '../../../catalog/plan/slots.ts';
import type { Connection } from '../driver.ts';
import { indexEntriesLater, itemsAtOnce } from './index-entries-later.ts';
import { indexWordsLater } from './index-words.ts';
import type { Prepare } from './snapshot.ts';
import { registerSortValue, sortValueSql } from './sort-value-sql.ts';

const addProps = (column: string): string => `INSERT OR IGNORE INTO props (slot, value, dt, id, collection, pk)
  SELECT ?1, value, dt, id, collection, pk
  FROM (SELECT ${sortValueSql(column)} AS value, dt, id, collection, pk FROM items WHERE pk >= ?2 AND pk < ?3)
  WHERE value IS NOT NULL ORDER BY value, dt DESC, id, collection`;

/** Indexes some of the items from one on, in the order of the index; where to go on, or null when all are indexed. */
export function indexLater(
  connection: Connection,
  prepare: Prepare,
  pk: number,
  declared: readonly DeclaredProperty[],
): number | null {
  const end = pk + itemsAtOnce;
  registerSortValue(connection);
  indexEntriesLater(prepare, pk);
  for (const { slot } of declared) prepare(addProps(`v${slot}`)).run(slot, pk, end);
  indexWordsLater(prepare, pk, end);
  return prepare('SELECT 1 FROM items WHERE pk >= ? LIMIT 1').get(end) === undefined ? null : end;
}
