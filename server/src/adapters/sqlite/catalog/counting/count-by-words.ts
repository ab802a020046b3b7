import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import type { Source } from '../known/choose-source.ts';
import { costOfEntry } from '../search/fewest-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { alive } from '../reading/alive.ts';
import { partsOf } from '../file/fresh-rows.ts';
import { allOf, everyRow, isOneOf } from '../../../sql/search/row-conditions.ts';

const aliveInList = { sql: 'p.pk & 1023 OR alive()', params: [] };

/** Counts in the list of the rarest word needed; null where rows cannot tell all, or the streams are the shorter way. */
export function countByWords(reading: Reading, source: Source): number | null {
  const { search, snapshot, prepare, tuning } = reading;
  const [rarest] = search.text?.needed ?? [];
  if (rarest === undefined || search.isMatch !== null || search.isInArea !== null) return null;
  const inList = [isOneOf(sqliteDialect, 'p.word', rarest.words), search.text!.conditionInList];
  const isOneWord = rarest.words.length === 1;
  // Each row is in one table: both together take four times as long as one after the other.
  const tables = isOneWord ? partsOf(snapshot.tables.words) : [snapshot.tables.words];
  const what = isOneWord ? '*' : 'DISTINCT p.pk';
  const count = (beside: string, { sql, params }: ReturnType<typeof allOf>): number =>
    tables
      .map((table) => prepare(`SELECT count(${what}) FROM ${table} p${beside} WHERE ${sql}`).get(...params) as [number])
      .reduce((sum, [items]) => sum + items, 0);
  if (search.rowsBesideText.sql === everyRow) return count('', allOf([...inList, aliveInList]));
  if (rarest.items * tuning.lookUpCost > source.rows * costOfEntry(reading)) return null;
  return count(' CROSS JOIN items r ON r.pk = p.pk', allOf([...inList, alive, search.rowsBesideText]));
}
