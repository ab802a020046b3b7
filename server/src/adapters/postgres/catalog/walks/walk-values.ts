import { allOf } from '../../../sql/search/row-conditions.ts';
import { comesAfter } from '../../../sql/search/sort-order.ts';
import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { Param } from '../database/query.ts';
import { nextBatch } from '../../../sql/search/next-batch.ts';
import { type OrderedCandidate, type RowsWalk, readRows } from './walk-rows.ts';

/** A value, and the columns after it of the last row that was seen; null before the first row of the value. */
type Place = { readonly value: Param; readonly rest: readonly Param[] | null };

/**
 * Candidates by a declared property: the rest of a value by time, then what lies beyond it. Values may be few and have a
 * million items each, so that no statement starts anew at the first row of a value, or sorts all of its rows.
 */
export async function* walkValues(walk: RowsWalk): AsyncGenerator<readonly OrderedCandidate[]> {
  const { keys, from, also, reading } = walk;
  // The index has values upwards and times downwards: it gives this order and its reverse.
  const isInIndex = keys[0]!.isDescending !== keys[1]!.isDescending;
  let place = from && placeOf(from);
  for (let { wanted } = walk; ; wanted = nextBatch(wanted, reading.tuning)) {
    if (place !== null) yield* restOfValue(walk, place);
    const beyond = place && isBeyond(walk, place.value);
    const edge = isInIndex ? null : await edgeOf(walk, beyond, wanted);
    const before = edge === null ? null : isBefore(walk, edge);
    const found = await readRows({ ...walk, also: allOf([also, beyond, before]) }, null, wanted);
    yield found;
    if (edge === null && found.length < wanted) return;
    place = edge === null ? placeOf(found.at(-1)!.place) : { value: edge, rest: null };
  }
}

const placeOf = ([value, ...rest]: readonly Param[]): Place => ({ value: value!, rest });

const column = ({ keys }: RowsWalk): string => `r.${keys[0]!.column}`;
const isBeyond = (walk: RowsWalk, value: Param): SqlCondition =>
  condition(`${column(walk)} ${walk.keys[0]!.isDescending ? '<' : '>'} ?`, value);
const isBefore = (walk: RowsWalk, value: Param): SqlCondition =>
  condition(`${column(walk)} ${walk.keys[0]!.isDescending ? '>' : '<'} ?`, value);
const condition = (sql: string, ...params: readonly Param[]) => ({ sql, params }) as SqlCondition;

/** The value that so many rows reach to: what lies before it has fewer. Null where there are no such many. */
async function edgeOf(walk: RowsWalk, beyond: SqlCondition | null, wanted: number): Promise<Param | null> {
  const { sql, params } = allOf([walk.also, beyond]);
  const order = walk.keys[0]!.isDescending ? 'DESC' : 'ASC';
  const rows = await walk.reading.query<[Param]>(
    `SELECT ${column(walk)} FROM catalog_items r WHERE ${sql} ORDER BY ${column(walk)} ${order} OFFSET ? LIMIT 1`,
    [...params, wanted - 1],
  );
  return rows[0]?.[0] ?? null;
}

/** Of one value, in the order of time. */
async function* restOfValue(walk: RowsWalk, { value, rest }: Place): AsyncGenerator<readonly OrderedCandidate[]> {
  const [, ...keys] = walk.keys;
  const also = allOf([walk.also, condition(`${column(walk)} = ?`, value)]);
  for (let place = rest, { wanted } = walk; ; wanted = nextBatch(wanted, walk.reading.tuning)) {
    const bound = place && condition(`r.dt ${keys[0]!.isDescending ? '<=' : '>='} ?`, place[0]!);
    const after = place && comesAfter(keys, place as readonly string[], 'r.');
    const found = await readRows({ ...walk, also: allOf([also, bound]) }, after, wanted);
    yield found;
    if (found.length < wanted) return;
    place = found.at(-1)!.place.slice(1);
  }
}
