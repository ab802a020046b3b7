import type { DeclaredProperty } from '../../../../catalog/plan/slots.ts';
import { indexEntriesLater } from './index-entries-later.ts';
import { indexWordsLater } from './index-words-later.ts';
import { forgetRanks, itemsAtOnce, rankItems } from './rank-items.ts';
import type { Prepare } from '../file/statements.ts';
import { sortValueSql } from '../file/sort-value-sql.ts';

const addProps = (column: string): string => `INSERT OR IGNORE INTO prop_rows (slot, value, dt, id, collection, pk)
  SELECT ?, value, dt, id, collection, pk
  FROM (SELECT ${sortValueSql(column)} AS value, rank, dt, id, collection, pk FROM ranked)
  WHERE value IS NOT NULL ORDER BY value, rank`;

/** Indexes some of the items from one on, in the order of the index; where to go on, or null when all are indexed. */
export function indexLater(prepare: Prepare, pk: number, declared: readonly DeclaredProperty[]): number | null {
  const end = pk + itemsAtOnce;
  const ranked = rankItems(prepare, pk, end);
  indexEntriesLater(prepare, ranked);
  for (const { slot } of declared) prepare(addProps(`v${slot}`)).run(slot);
  indexWordsLater(prepare, ranked);
  forgetRanks(prepare);
  return prepare('SELECT 1 FROM items WHERE pk >= ? LIMIT 1').get(end) === undefined ? null : end;
}
