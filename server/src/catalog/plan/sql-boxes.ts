import type { Box } from '../../geometry/box.ts';
import { flatBbox, plainBoxes } from '../../geometry/box.ts';
import type { Filter } from '../filter.ts';
import { isBoundAsItIs } from './bound-value.ts';
import { isEnvelope } from './implied-boxes.ts';
import type { Rows } from './sql-operands.ts';
import { type SqlCondition, anyOf, bound, raw, sql } from './sql-fragment.ts';

/** A row's box with w > e crosses the antimeridian: it holds what lies east of the one or west of the other. */
export function touchesSql([west, south, east, north]: Box, { alias }: Rows): SqlCondition {
  const [w, s, e, n] = ['w', 's', 'e', 'n'].map((name) => raw(`${alias}.${name}`)) as [
    SqlCondition,
    SqlCondition,
    SqlCondition,
    SqlCondition,
  ];
  const [isWest, isEast] = [sql`${w} <= ${bound(east)}`, sql`${e} >= ${bound(west)}`];
  return sql`(${s} <= ${bound(north)} AND ${n} >= ${bound(south)} AND CASE WHEN ${w} <= ${e} THEN ${isWest} AND ${isEast} ELSE ${isWest} OR ${isEast} END)`;
}

/** `envelope(geometry)` meets a box, or does not: rows keep the envelope, so that no document is needed. */
export function envelopeSql(
  { op, left, right }: Extract<Filter, { kind: 'spatial' }>,
  isTrue: boolean,
  rows: Rows,
): SqlCondition | null {
  if (op !== 'intersects' && op !== 'disjoint') return null;
  const other = isEnvelope(left) ? right : isEnvelope(right) ? left : null;
  const bbox = other?.kind === 'bbox' ? flatBbox(other.value) : null;
  if (bbox === null || !isPlain(bbox)) return null;
  const touches = anyOf(plainBoxes(bbox).map((box) => touchesSql(box, rows)));
  return isTrue === (op === 'intersects') ? touches : sql`NOT ${touches}`;
}

/** Longitudes beyond 180 are cut first, and the evaluator does that. */
const isPlain = ([west, south, east, north]: readonly [number, number, number, number]): boolean =>
  Math.abs(west) <= 180 && Math.abs(east) <= 180 && south <= north && [west, south, east, north].every(isBoundAsItIs);
