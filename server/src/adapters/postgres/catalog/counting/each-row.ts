import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type Rows, stillToAsk } from '../search/gather.ts';
import type { Reading } from '../search/reading.ts';
import type { Candidate } from '../search/test-candidates.ts';

const atOnce = 2_000;

/** Every row that SQL lets through, some at a time: there may be millions. An item may come several times. */
export async function* eachRow(
  { search, query }: Reading,
  rows: Rows,
  columns: readonly string[],
  also: SqlCondition | null = null,
): AsyncGenerator<readonly (Candidate & { readonly columns: readonly unknown[] })[]> {
  const { surelyInside } = search;
  const { from, fromParams, condition } = rows;
  const { sql, params } = allOf([condition, stillToAsk(rows, search), also]);
  const wanted = ['r.pk', surelyInside.sql, ...columns].join(', ');
  await query(`DECLARE each_row NO SCROLL CURSOR FOR SELECT ${wanted} FROM ${from} WHERE ${sql}`, [
    ...surelyInside.params,
    ...fromParams,
    ...params,
  ]);
  for (;;) {
    const some = await query<[number, boolean | null, ...unknown[]]>(`FETCH ${atOnce} FROM each_row`);
    yield some.map(([pk, isInside, ...values]) => ({ pk, isInside: isInside === true, columns: values }));
    if (some.length < atOnce) break;
  }
  await query('CLOSE each_row');
}
