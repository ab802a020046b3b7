import { packTime } from '../../../../catalog/plan/packed-time.ts';
import type { SortValue } from '../../../../catalog/sort-value.ts';
import { type Source, padded } from '../known/choose-source.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { alive } from '../reading/alive.ts';
import { insideColumn } from '../reading/test-candidate.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type OrderKey, comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import { sortValueSql } from '../file/sort-value-sql.ts';
import type { Candidate } from './walk-time.ts';
import { type Prepare, atMost } from '../file/statements.ts';

export type SortedWalk = {
  readonly search: PreparedSearch;
  readonly prepare: Prepare;
  readonly source: Source;
  readonly slot: number;
  readonly isDescending: boolean;
  readonly isBackward: boolean;
  /** The order among items of one value, in the direction of the walk. */
  readonly keys: readonly OrderKey[];
  readonly after: readonly SortValue[] | null;
  readonly wanted: number;
};

const mostAtOnce = 131_072;

type Row = readonly [pk: number, isInside: number, ...place: (string | number)[]];

/** Candidates in the order of a declared property out of the streams themselves: for areas that hold few of them. */
export function* walkSorted(walk: SortedWalk): Generator<readonly Candidate[]> {
  const { search, source, slot } = walk;
  const { marks, params } = padded(source.streams);
  const value = sortValueSql(`r.v${slot}`);
  const condition = allOf([
    { sql: `r.stream IN (${marks})`, params },
    alive,
    source.of === 'collections' ? search.rows : search.rowsAnywhere,
  ]);
  const rows = `SELECT r.pk AS pk, ${insideColumn(search)} AS inside, ${value} IS NULL AS missing,
    ifnull(${value}, 0) AS value, r.dt AS dt, r.id AS id, r.collection AS collection FROM entries r WHERE ${condition.sql}`;
  const keys: readonly OrderKey[] = [
    { column: 'missing', isDescending: walk.isBackward },
    { column: 'value', isDescending: walk.isDescending },
    ...walk.keys,
  ];
  const columns = keys.map(({ column }) => column).join(', ');
  // Each statement goes through all rows again, so that each brings more than the last.
  let wanted = Math.min(mostAtOnce, walk.wanted);
  for (let after = walk.after && placeOf(walk.after, walk.keys); ; wanted = Math.min(mostAtOnce, wanted * 4)) {
    const position = after === null ? { sql: '1', params: [] } : comesAfter(keys, after, '');
    const sql = `SELECT pk, inside, ${columns} FROM (${rows}) WHERE ${position.sql} ORDER BY ${orderBy(keys, '')} ${atMost}`;
    const all = [...search.surelyInside.params, ...condition.params, ...position.params, wanted];
    const found = walk.prepare(sql).all(...all) as unknown as Row[];
    yield found.map(([pk, isInside]) => [pk, isInside]);
    if (found.length < wanted) return;
    after = found.at(-1)!.slice(2);
  }
}

/** What has no value comes last, whatever stands in its place. */
const placeOf = ([value, ...rest]: readonly SortValue[], keys: readonly OrderKey[]): readonly (string | number)[] => [
  Number(value === null),
  value ?? 0,
  ...rest.map((each, i) => (keys[i]!.column === 'dt' ? packTime(String(each ?? '')) : (each ?? ''))),
];
