import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type OrderKey, comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import type { Param } from '../database/query.ts';
import type { Reading } from '../search/reading.ts';
import type { Candidate } from '../search/test-candidates.ts';
import { nextBatch } from '../../../sql/search/next-batch.ts';

/** A candidate with the columns of the order. */
export type OrderedCandidate = Candidate & { readonly place: readonly Param[]; readonly columns: readonly unknown[] };

export type RowsWalk = {
  readonly reading: Reading;
  /** Directions are those of the walk; the first one has an index. */
  readonly keys: readonly OrderKey[];
  readonly from: readonly Param[] | null;
  /** What to tell of each row besides. */
  readonly columns: readonly string[];
  /** Rows that the first statement should bring. */
  readonly wanted: number;
  readonly also: SqlCondition | null;
};

/** Candidates straight out of the table of items, in the order of columns. */
export async function* walkRows(walk: RowsWalk): AsyncGenerator<readonly OrderedCandidate[]> {
  for (let { from: place, wanted } = walk; ; wanted = nextBatch(wanted, walk.reading.tuning)) {
    const found = await readRows(walk, place && isAfter(walk, place), wanted);
    yield found;
    if (found.length < wanted) return;
    place = found.at(-1)!.place;
  }
}

function isAfter({ keys }: RowsWalk, from: readonly Param[]): SqlCondition {
  const [first] = keys;
  const start = { sql: `r.${first!.column} ${first!.isDescending ? '<=' : '>='} ?`, params: [from[0]] };
  return allOf([start as SqlCondition, comesAfter(keys, from as readonly string[], 'r.')]);
}

/** The first rows of those that are after the place. */
export async function readRows(
  { reading, keys, columns, also }: Omit<RowsWalk, 'from' | 'wanted'>,
  after: SqlCondition | null,
  wanted: number,
): Promise<readonly OrderedCandidate[]> {
  const { search, query } = reading;
  const { surelyInside } = search;
  const { sql, params } = allOf([also, after, search.rowsAnywhere]);
  const told = [...keys.map(({ column }) => column), ...columns].map((column) => `r.${column}`).join(', ');
  const rows = await query<[number, boolean | null, ...Param[]]>(
    `SELECT r.pk, ${surelyInside.sql}, ${told} FROM catalog_items r WHERE ${sql} ORDER BY ${orderBy(keys, 'r.')} LIMIT ?`,
    [...surelyInside.params, ...params, wanted],
  );
  return rows.map(([pk, isInside, ...values]): OrderedCandidate => ({
    pk,
    isInside: isInside === true,
    place: values.slice(0, keys.length),
    columns: values.slice(keys.length),
  }));
}
