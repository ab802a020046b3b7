import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { aliveIn } from '../reading/alive.ts';
import { allOf, everyRow } from '../../../sql/search/row-conditions.ts';
import type { Prepare } from '../file/statements.ts';
import { insideColumn } from '../reading/test-candidate.ts';
import { type OrderKey, comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import type { Snapshot } from '../known/snapshot.ts';
import type { Tuning } from '../reading/tuning.ts';
import type { Candidate } from './walk-time.ts';

type Value = string | number;

export type ValueWalk = {
  readonly search: PreparedSearch;
  readonly snapshot: Snapshot;
  readonly prepare: Prepare;
  readonly slot: number;
  /** The direction of the walk through the values. */
  readonly isDescending: boolean;
  /** The order among items of one value, in the direction of the walk. */
  readonly keys: readonly OrderKey[];
  /** The value and the place among its items where the walk starts. */
  readonly after: readonly Value[] | null;
  readonly wanted: number;
  readonly tuning: Tuning;
};

/** Candidates in the order of a declared property, a slab of its values after the other; items without it are not here. */
export function* walkValues(walk: ValueWalk): Generator<readonly Candidate[]> {
  const { mostInSlab } = walk.tuning;
  let length = firstLength(walk);
  let cursor: { readonly value: Value; readonly isIn: boolean } | null =
    walk.after === null ? null : { value: walk.after[0]!, isIn: true };
  let after = walk.after;
  for (;;) {
    const end = valueAhead(walk, cursor, length);
    if (end !== null && cursor !== null && cursor.isIn && end === cursor.value) {
      // One value fills the slab: its items are walked by time, as the index has them.
      yield* walkOneValue(walk, end, after && after.slice(1));
      cursor = { value: end, isIn: false };
    } else {
      const found = readValues(walk, cursor, end, after);
      yield found;
      if (end === null) return;
      cursor = { value: end, isIn: true };
      if (found.length < walk.wanted) length = Math.min(Math.max(mostInSlab, walk.wanted), length * 2);
    }
    after = null;
  }
}

/** Where the index tells all, each of its rows is found. */
const isOfIndexAlone = ({ rowsAnywhere, area }: PreparedSearch): boolean =>
  rowsAnywhere.sql === everyRow && area === null;

const firstLength = ({ search, wanted, tuning }: ValueWalk): number =>
  isOfIndexAlone(search) && search.isMatch === null ? wanted : Math.max(tuning.fewestInSlab, wanted);

/** The value that lies so many rows ahead; null where there are fewer. */
function valueAhead({ snapshot, prepare, slot, isDescending }: ValueWalk, cursor: Cursor, rows: number): Value | null {
  const from = fromCursor(cursor, isDescending);
  const sql = `SELECT p.value FROM ${snapshot.tables.props} p WHERE p.slot = ? ${from.sql} ORDER BY p.value ${isDescending ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`;
  const row = prepare(sql).get(slot, ...from.params, rows) as [Value] | undefined;
  return row === undefined ? null : row[0];
}

type Cursor = { readonly value: Value; readonly isIn: boolean } | null;

function fromCursor(cursor: Cursor, isDescending: boolean): SqlCondition {
  if (cursor === null) return { sql: '', params: [] };
  return { sql: `AND p.value ${isDescending ? '<' : '>'}${cursor.isIn ? '=' : ''} ?`, params: [cursor.value] };
}

function readValues(
  walk: ValueWalk,
  cursor: Cursor,
  end: Value | null,
  after: ValueWalk['after'],
): readonly Candidate[] {
  const { isDescending, keys } = walk;
  const from = fromCursor(cursor, isDescending);
  const all = [{ column: 'value', isDescending }, ...keys];
  const condition = allOf([
    { sql: `p.slot = ? ${from.sql}`, params: [walk.slot, ...from.params] },
    end === null ? null : { sql: `p.value ${isDescending ? '>' : '<'} ?`, params: [end] },
    after && comesAfter(all, after, 'p.'),
  ]);
  return readRows(walk, condition, all);
}

/** In pieces, so that a value that nearly all items have does not keep a statement busy for long. */
function* walkOneValue(walk: ValueWalk, value: Value, start: readonly Value[] | null): Generator<readonly Candidate[]> {
  const { snapshot, prepare, slot, keys, tuning } = walk;
  let length = firstLength(walk);
  const columns = keys.map(({ column }) => `p.${column}`).join(', ');
  for (let after = start; ; length = Math.min(Math.max(tuning.mostInSlab, walk.wanted), 2 * length)) {
    const from = allOf([
      { sql: 'p.slot = ? AND p.value = ?', params: [slot, value] },
      after && fromTime(keys, after),
      after && comesAfter(keys, after, 'p.'),
    ]);
    const end = prepare(
      `SELECT ${columns} FROM ${snapshot.tables.props} p WHERE ${from.sql} ORDER BY ${orderBy(keys, 'p.')} LIMIT 1 OFFSET ?`,
    ).get(...from.params, length) as Value[] | undefined;
    const until = end && { sql: `p.dt ${keys[0]!.isDescending ? '>=' : '<='} ?`, params: [end[0]!] };
    const found = readRows(walk, allOf([from, until ?? null, end ? notAfter(keys, end) : null]), keys);
    yield found;
    if (end === undefined) return;
    after = end;
  }
}

/** Up to the place, and the place itself. */
function notAfter(keys: readonly OrderKey[], place: readonly Value[]): SqlCondition {
  const { sql, params } = comesAfter(keys, place, 'p.');
  return { sql: `NOT (${sql})`, params };
}

/** So that the index starts at the place and does not pass over what lies before it. */
const fromTime = ([key]: readonly OrderKey[], [dt]: readonly Value[]): SqlCondition => ({
  sql: `p.dt ${key!.isDescending ? '<=' : '>='} ?`,
  params: [dt!],
});

function readRows(
  { search, snapshot, prepare }: ValueWalk,
  condition: SqlCondition,
  keys: readonly OrderKey[],
): readonly Candidate[] {
  const { surelyInside, rowsAnywhere } = search;
  // Else the row of each item would be looked up for nothing.
  const row = isOfIndexAlone(search) ? 'p' : 'r';
  const items = row === 'p' ? '' : 'CROSS JOIN items r ON r.pk = p.pk';
  const all = allOf([aliveIn(row), condition, rowsAnywhere]);
  const sql = `SELECT ${row}.pk, ${insideColumn(search)} FROM ${snapshot.tables.props} p ${items} WHERE ${all.sql} ORDER BY ${orderBy(keys, 'p.')}`;
  return prepare(sql).all(...surelyInside.params, ...all.params) as unknown as Candidate[];
}
