import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import type { Source } from '../known/choose-source.ts';
import { costOfEntry } from '../search/fewest-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { alive } from '../reading/alive.ts';
import { allOf, everyRow, isOneOf } from '../../../sql/search/row-conditions.ts';

const aliveInList = { sql: 'p.pk & 1023 OR alive()', params: [] };

/** Counts in the list of the rarest word needed; null where rows cannot tell all, or the streams are the shorter way. */
export function countByWords(reading: Reading, source: Source): number | null {
  const { search, prepare, tuning } = reading;
  const [rarest] = search.text?.needed ?? [];
  if (rarest === undefined || search.isMatch !== null || search.isInArea !== null) return null;
  const inList = [isOneOf(sqliteDialect, 'p.word', rarest.words), search.text!.conditionInList];
  const what = rarest.words.length === 1 ? '*' : 'DISTINCT p.pk';
  const count = (from: string, { sql, params }: ReturnType<typeof allOf>): number =>
    (prepare(`SELECT count(${what}) FROM ${from} WHERE ${sql}`).get(...params) as [number])[0];
  if (search.rowsBesideText.sql === everyRow) return count('words p', allOf([...inList, aliveInList]));
  if (rarest.items * tuning.lookUpCost > source.rows * costOfEntry(reading)) return null;
  return count('words p CROSS JOIN items r ON r.pk = p.pk', allOf([...inList, alive, search.rowsBesideText]));
}
