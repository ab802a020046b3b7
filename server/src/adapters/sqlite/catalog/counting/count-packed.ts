import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { MatchingRows } from './matching-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { createSeenItems } from './seen-items.ts';
import { createTest } from '../reading/test-candidate.ts';

/**
 * How many items of cells have which text. SQL hands over the rows of each stream as two lists, and an item that
 * stands in several is known again here: to have SQL count what is distinct takes more than twice as long.
 */
export function countPacked(
  { search, prepare, effort }: Reading,
  { statements }: Pick<MatchingRows, 'statements'>,
  column: string,
): ReadonlyMap<string, number> {
  const isFirst = createSeenItems();
  const test = createTest(search, prepare, effort);
  const counts = new Map<string, number>();
  const { sql, params } = search.area === null ? decided : search.surelyInside;
  for (const { from, condition } of statements) {
    // No group is sorted: the rows of a stream stand together.
    const groups = prepare(
      `SELECT json_group_array(CASE WHEN ${sql} THEN r.pk ELSE -r.pk END), json_group_array(${column})
         FROM ${from} WHERE ${condition.sql} GROUP BY r.stream`,
    );
    for (const [pks, texts] of groups.iterate(...params, ...condition.params) as Iterable<readonly [string, string]>) {
      const keys = JSON.parse(texts) as readonly (string | null)[];
      for (const [at, signed] of (JSON.parse(pks) as readonly number[]).entries()) {
        const pk = Math.abs(signed);
        if (!isFirst(pk) || (signed < 0 && !test([pk, 0]))) continue;
        const key = keys[at] ?? '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

const decided: SqlCondition = { sql: '1', params: [] };
