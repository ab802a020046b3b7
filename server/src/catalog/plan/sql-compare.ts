import { compareScalars, holdsFor } from '../evaluate/scalars.ts';
import type { ComparisonOp } from '../filter.ts';
import { mirrored } from './mirror-comparison.ts';
import { daysAround, timestampKey } from './moment-keys.ts';
import { momentOf, orderSql } from './sql-moments.ts';
import type { HeldValues, PlainType } from './sql-dialect.ts';
import type { Operand } from './sql-operands.ts';
import {
  type SqlCondition,
  allOf,
  always,
  anyOf,
  bound,
  constantly,
  isColumn,
  never,
  raw,
  sql,
} from './sql-fragment.ts';

type Constant = Extract<Operand, { kind: 'constant' }>;
type Value = Extract<Operand, { kind: 'value' }>;
type Datetime = Extract<Operand, { kind: 'moment' }>;

/** 1 where the comparison is true; null when SQL cannot tell. */
export function compareSql(op: ComparisonOp, left: Operand, right: Operand): SqlCondition | null {
  if (left.kind === 'constant') {
    if (right.kind !== 'constant') return compareSql(mirrored[op], right, left);
    const order = compareScalars(left.value, right.value);
    return constantly(order !== null && holdsFor[op](order));
  }
  if (left.kind === 'value') {
    if (right.kind === 'constant') return valueToConstant(op, left, right);
    return right.kind === 'value' ? valueToValue(op, left, right) : compareSql(mirrored[op], right, left);
  }
  if (right.kind === 'constant') return datetimeToConstant(op, left, right);
  if (right.kind === 'moment') return holdsFor[op](0) ? left.isKnown : never;
  // Texts that are no timestamps are compared with the document's own spelling.
  return right.type === 'number' ? never : null;
}

function valueToValue(op: ComparisonOp, left: Value, right: Value): SqlCondition | null {
  if (left.type !== right.type && left.type !== 'any' && right.type !== 'any') return never;
  if (!left.held.hasFunctions) return null;
  return sql`swath_compare(${left.sql}, ${right.sql}) ${raw(op)} 0`;
}

function valueToConstant(op: ComparisonOp, operand: Value, { value: wanted }: Constant): SqlCondition | null {
  const { sql: value, type, held } = operand;
  if (wanted === null) return never;
  if (typeof wanted === 'object') return momentsSql(op, operand, { kind: 'constant', value: wanted });
  const isOfType = type === 'any' || type === (typeof wanted === 'string' ? 'text' : typeof wanted);
  if (!isOfType) return never;
  const literal = held.literal(wanted);
  if (literal === null) return null;
  const key = typeof wanted === 'string' ? timestampKey(wanted) : null;
  if (key !== null) return held.hasFunctions ? timestampSql(op, held, value, literal, key) : null;
  const plain = sql`${value} ${raw(op)} ${literal}`;
  return type === 'any' ? allOf([plain, ...typeGuards(op, held, value, typeof wanted as PlainType)]) : plain;
}

function momentsSql(op: ComparisonOp, left: Operand, right: Operand): SqlCondition | null {
  const [first, second] = [momentOf(left), momentOf(right)];
  return first === null || second === null ? null : orderSql(op, first, second);
}

/** Timestamps by time, other texts by code point; a call is spared where the first ten characters tell both. */
function timestampSql(
  op: ComparisonOp,
  held: HeldValues,
  value: SqlCondition,
  literal: SqlCondition,
  key: string,
): SqlCondition {
  const compared = sql`swath_compare(${value}, ${literal}) ${raw(op)} 0`;
  const days = isColumn(value) ? daysAround({ low: key, high: key }) : null;
  if (days === null) return compared;
  const [before, after] = [held.text(days.before), held.text(days.after)];
  const guards = typeGuards(op, held, value, 'string');
  if (op === '=') return allOf([sql`${value} >= ${before}`, sql`${value} < ${after}`, compared]);
  if (op === '<>') return allOf([...guards, anyOf([sql`${value} < ${before}`, sql`${value} >= ${after}`, compared])]);
  return op === '<' || op === '<='
    ? allOf([...guards, sql`${value} < ${after}`, anyOf([sql`${value} < ${before}`, compared])])
    : allOf([...guards, sql`${value} >= ${before}`, anyOf([sql`${value} >= ${after}`, compared])]);
}

/** What a comparison within one type must ask besides, because columns of all types compare across them. */
export function typeGuards(
  op: ComparisonOp,
  { lowest, highest }: HeldValues,
  value: SqlCondition,
  type: PlainType,
): readonly SqlCondition[] {
  const isOpenBelow = op === '<' || op === '<=' || op === '<>';
  const isOpenAbove = op === '>' || op === '>=' || op === '<>';
  return [
    isOpenBelow && lowest[type] !== '' ? sql`${value}${raw(lowest[type])}` : always,
    isOpenAbove && highest[type] !== '' ? sql`${value}${raw(highest[type])}` : always,
  ];
}

function datetimeToConstant(op: ComparisonOp, datetime: Datetime, { value }: Constant): SqlCondition | null {
  const { key, isKnown, held } = datetime;
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return never;
  if (typeof value === 'object') return momentsSql(op, datetime, { kind: 'constant', value });
  const wanted = timestampKey(value);
  if (wanted !== null) return allOf([isKnown, sql`${key} ${raw(op)} ${bound(held.moment(wanted))}`]);
  // Every datetime is a timestamp, so that it differs from a text that is none.
  if (op === '=') return never;
  return op === '<>' ? isKnown : null;
}
