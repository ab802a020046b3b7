import type { Expression, Filter } from '../filter.ts';
import type { Atom, Reading, Side } from './atoms.ts';
import { comparedSpan, constantScalar, orderedSpan } from './constant-spans.ts';
import { boxesOfAtom } from './implied-boxes.ts';
import { impliedTimes } from './implied-times.ts';
import { knownProperty } from './known-property.ts';
import { mirrored } from './mirror-comparison.ts';
import { atomSql } from './sql-atoms.ts';
import { touchesSql } from './sql-boxes.ts';
import type { Rows } from './sql-operands.ts';
import { shapeTestOf } from './sql-shapes.ts';
import { type SqlCondition, allOf, always, anyOf, bound, raw, sql } from './sql-fragment.ts';

/** Reads what must be 1 wherever the filter is true, though it may be 1 elsewhere too. */
export const necessary = (rows: Rows): Reading<SqlCondition> => ({
  atom: (atom) => atomSql(atom, rows) ?? widened(atom, rows),
  all: (parts) => {
    const given = parts.filter((part) => part !== null);
    return given.length === 0 ? null : allOf(given);
  },
  any: (parts) => (parts.some((part) => part === null) ? null : anyOf(parts as readonly SqlCondition[])),
});

function widened(atom: Atom, rows: Rows): SqlCondition | null {
  if (atom.kind === 'isInstant') return null;
  const boxes = boxesOfAtom(atom);
  const touches = boxes && anyOf(boxes.map((box) => touchesSql(box, rows)));
  const allowed = allowedByShape(atom, rows);
  if (touches !== null || allowed !== null) return allOf([touches ?? always, allowed ?? always]);
  if (atom.kind !== 'verdict') return coveredTime(atom, rows) ?? impliedTime(atom, rows);
  const { of, isTrue } = atom;
  if (of.kind === 'arrays') return isArray(of, rows);
  const isGeometryNull = of.kind === 'isNull' && of.value.kind === 'property' && of.value.name === 'geometry' && isTrue;
  // An empty geometry has no box either, so that the opposite is not told by the box.
  return isGeometryNull ? raw(`${rows.alias}.w IS NULL`) : null;
}

function allowedByShape(atom: Exclude<Atom, { kind: 'isInstant' }>, { dialect }: Rows): SqlCondition | null {
  if (dialect.shapes === null || atom.kind !== 'verdict' || atom.of.kind !== 'spatial') return null;
  const test = shapeTestOf(atom.of);
  return test && dialect.shapes.allows(test, atom.isTrue);
}

/** `start_datetime` and `end_datetime` lie between a row's `start` and `finish`, whatever they are compared with. */
function coveredTime(atom: Extract<Atom, { kind: 'compare' | 'order' }>, rows: Rows): SqlCondition | null {
  const { alias } = rows;
  const spanOf = (side: Side) =>
    atom.kind === 'compare' ? comparedSpan(constantScalar(side as Expression)) : orderedSpan(side);
  const isLeft = isCovered(atom.left);
  const span = isLeft ? spanOf(atom.right) : isCovered(atom.right) ? spanOf(atom.left) : null;
  if (span === null) return null;
  const op = isLeft ? atom.op : mirrored[atom.op];
  const [low, high] = [boundMoment(span.low, rows), boundMoment(span.high, rows)];
  const [start, finish] = ['start', 'finish'].map((end) => raw(`coalesce(${alias}.${end}, ${alias}.dt)`)) as [
    SqlCondition,
    SqlCondition,
  ];
  if (op === '=') return allOf([sql`${start} <= ${high}`, sql`${finish} >= ${low}`]);
  if (op === '<') return sql`${start} < ${low}`;
  if (op === '<=') return sql`${start} <= ${high}`;
  if (op === '>') return sql`${finish} > ${high}`;
  return op === '>=' ? sql`${finish} >= ${low}` : raw(`${alias}.dt <> ''`);
}

/** A text that is no timestamp leaves `datetime` a day of play on either side. */
function impliedTime(atom: Extract<Atom, { kind: 'compare' | 'order' }>, rows: Rows): SqlCondition | null {
  const times = atom.kind === 'compare' ? impliedTimes(atom) : null;
  if (times === null) return null;
  const dt = raw(`${rows.alias}.dt`);
  return allOf([
    times.from === null ? raw(`${rows.alias}.timed = 1`) : sql`${dt} >= ${boundMoment(times.from, rows)}`,
    times.to === null ? always : sql`${dt} <= ${boundMoment(times.to, rows)}`,
  ]);
}

const boundMoment = (key: string, { dialect }: Rows): SqlCondition => bound(dialect.names.moment(key));

const isCovered = (side: Side): boolean =>
  side.kind === 'property' && (side.name === 'start_datetime' || side.name === 'end_datetime');

/** Relations of arrays are unknown for all else; slots hold arrays and objects as one byte. */
function isArray(
  { left, right }: Extract<Filter, { kind: 'arrays' }>,
  { alias, slots, dialect }: Rows,
): SqlCondition | null {
  const known = [left, right].flatMap((side) => {
    const property = side.kind === 'property' ? knownProperty(side.name, slots) : null;
    return typeof property === 'number' ? [raw(`${dialect.column(property, alias)} = ${dialect.slots.other}`)] : [];
  });
  return known.length === 0 ? null : allOf(known);
}
