import type { Box } from '../../../geometry/box.ts';
import type { Area } from '../../../catalog/area.ts';
import type { TimeInterval } from '../../../catalog/datetime-interval.ts';
import { boundNumber } from '../../../catalog/plan/bound-value.ts';
import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import type { SqlDialect } from '../../../catalog/plan/sql-dialect.ts';
import { plainBoxes } from '../../../geometry/box.ts';

/** What conditions are where there is none. */
export const everyRow = 'TRUE';

/** Everything is written over a row `r` of a table of entries or of items: their columns have the same names. */
export const allOf = (parts: readonly (SqlCondition | null)[]): SqlCondition => {
  const all: Param[] = [];
  let text = '';
  // Loops, as every statement of every search is written here: `flatMap` takes several times as long.
  for (const part of parts) {
    if (part === null) continue;
    text = text === '' ? `(${part.sql})` : `${text} AND (${part.sql})`;
    for (const param of part.params) all.push(param);
  }
  return { sql: text || everyRow, params: all };
};

type Param = SqlCondition['params'][number];

export function isOneOf({ names }: SqlDialect, column: string, values: readonly string[]): SqlCondition {
  const { sql, params } = names.list(values);
  return { sql: `${column} IN ${sql}`, params };
}

/** A `start` or `finish` that is null is `dt`, which is '' where there is no time. */
export function overlapsInterval({ start, end }: TimeInterval): SqlCondition {
  return allOf([
    end === null ? null : { sql: 'coalesce(r.start, r.dt) <= ?', params: [end] },
    start === null ? null : { sql: 'coalesce(r.finish, r.dt) >= ?', params: [start] },
    { sql: "r.dt <> ''", params: [] },
  ]);
}

/** A row's box with w > e crosses the antimeridian and touches what lies west of its east or east of its west. */
export const touchesBoxes = (boxes: readonly Box[]): SqlCondition =>
  anyOf(boxes, touches, ([west, south, east, north]) => [north, south, east, west, east, west]);

const touches = '(r.s <= ? AND r.n >= ? AND ((r.w <= ? AND r.e >= ?) OR (r.w > r.e AND (r.w <= ? OR r.e >= ?))))';

/**
 * True where the footprint surely touches the area, so that it needs no look. It reaches every side of the row's box:
 * where one of the sides lies inside as a whole, so does a point of the footprint.
 */
export function isSurelyInside(area: Area | null): SqlCondition {
  if (area === null) return everywhere;
  if (!area.isBox) return nowhere;
  return anyOf(plainBoxes(area.bbox), surelyTouches, ([west, south, east, north]) => [
    south,
    north,
    west,
    east,
    east,
    west,
    west,
    east,
    south,
    north,
    north,
    south,
  ]);
}

const everywhere: SqlCondition = { sql: 'TRUE', params: [] };
const nowhere: SqlCondition = { sql: 'FALSE', params: [] };

/** The same asked of each box; nearly every area is one. */
function anyOf(boxes: readonly Box[], sql: string, numbersOf: (box: Box) => readonly number[]): SqlCondition {
  const params: Param[] = [];
  for (const box of boxes) for (const number of numbersOf(box)) params.push(boundNumber(number));
  return { sql: boxes.length === 1 ? sql : boxes.map(() => sql).join(' OR '), params };
}

const surelyTouches = `(r.w <= r.e AND (
  (r.s >= ? AND r.n <= ? AND r.e >= ? AND r.w <= ? AND (r.e <= ? OR r.w >= ?)) OR
  (r.w >= ? AND r.e <= ? AND r.n >= ? AND r.s <= ? AND (r.n <= ? OR r.s >= ?))))`;
