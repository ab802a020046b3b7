import { allOf } from './row-conditions.ts';
import { type OrderKey, comesAfter, orderBy } from './sort-order.ts';
import { type Candidate, type Walk, placeOf } from './walk-time.ts';

type IdWalk = Pick<Walk, 'search' | 'prepare' | 'keys' | 'after' | 'wanted'>;

/** Candidates in the order of their ids, whatever the collection. */
export function* walkIds(walk: IdWalk): Generator<readonly Candidate[]> {
  const { search, prepare, keys, wanted } = walk;
  const { surelyInside } = search;
  for (let after = walk.after; ;) {
    const condition = allOf([
      after && { sql: `r.id ${keys[0]!.isDescending ? '<=' : '>='} ?`, params: [after[0]!] },
      after && comesAfter(keys, after, 'r.'),
      search.ofCollections,
      search.rows,
    ]);
    const sql = `SELECT r.pk, ${surelyInside.sql} FROM items r WHERE ${condition.sql} ORDER BY ${orderBy(keys, 'r.')} LIMIT ?`;
    const found = prepare(sql).all(...surelyInside.params, ...condition.params, wanted) as unknown as Candidate[];
    if (found.length > 0) yield found;
    if (found.length < wanted) return;
    after = placeOf(walk, found.at(-1)![0]);
  }
}

export const isOrderOfIds = (keys: readonly OrderKey[]): boolean => keys[0]!.column === 'id';
