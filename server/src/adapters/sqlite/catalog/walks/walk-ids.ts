import { alive } from '../reading/alive.ts';
import { insideColumn } from '../reading/test-candidate.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import type { Tuning } from '../reading/tuning.ts';
import type { Candidate, Walk } from './walk-time.ts';

type IdWalk = Pick<Walk, 'search' | 'prepare' | 'keys' | 'after' | 'wanted'> & { readonly tuning: Tuning };

/** Candidates in the order of their ids, whatever the collection, a slab of ids after the other. */
export function* walkIds(walk: IdWalk): Generator<readonly Candidate[]> {
  const { search, prepare, keys, wanted, tuning } = walk;
  const { surelyInside } = search;
  const [forward, backward] = keys[0]!.isDescending ? ['<', '>'] : ['>', '<'];
  let rows = Math.max(tuning.fewestInSlab, wanted);
  let start = walk.after && { sql: `r.id ${forward}= ?`, params: [walk.after[0]!] };
  let place = walk.after && comesAfter(keys, walk.after, 'r.');
  for (;;) {
    const end = idAhead(walk, start, rows);
    const until = end === null ? null : { sql: `r.id ${backward}= ?`, params: [end] };
    const condition = allOf([start, until, alive, place, search.rowsAnywhere]);
    const sql = `SELECT r.pk, ${insideColumn(search)} FROM items r WHERE ${condition.sql} ORDER BY ${orderBy(keys, 'r.')}`;
    const found = prepare(sql).all(...surelyInside.params, ...condition.params) as unknown as Candidate[];
    yield found;
    if (end === null) return;
    start = { sql: `r.id ${forward} ?`, params: [end] };
    place = null;
    if (found.length < wanted) rows = Math.min(Math.max(tuning.mostInSlab, wanted), rows * 2);
  }
}

/** The id that lies so many rows ahead; null where there are fewer. */
function idAhead(
  { prepare, keys: [key] }: IdWalk,
  start: { readonly sql: string; readonly params: readonly (string | number)[] } | null,
  rows: number,
): string | null {
  const from = allOf([start]);
  const sql = `SELECT r.id FROM items r WHERE ${from.sql} ORDER BY r.id ${key!.isDescending ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`;
  const row = prepare(sql).get(...from.params, rows) as [string] | undefined;
  return row === undefined ? null : row[0];
}
