import { instantOf } from '../evaluate/scalars.ts';
import type { ComparisonOp } from '../filter.ts';
import type { Side } from './atoms.ts';
import { mirrored } from './mirror-comparison.ts';
import { type KeySpan, daysAround, keySpanOf } from './moment-keys.ts';
import type { HeldValues } from './sql-dialect.ts';
import { type Operand, type Rows, operandOf } from './sql-operands.ts';
import { type SqlCondition, allOf, always, anyOf, bound, constantly, isColumn, never, sql } from './sql-fragment.ts';

/** An instant in SQL: the keys of its first and last moment, null where it is none. */
export type Moment = { readonly kind: 'constant'; readonly span: KeySpan } | { readonly kind: 'never' } | MomentOfRows;

type MomentOfRows = {
  readonly kind: 'rows';
  readonly low: SqlCondition;
  readonly high: SqlCondition;
  readonly isKnown: SqlCondition;
  /** What to ask besides a comparison of the keys. */
  readonly guard: SqlCondition;
  /** The text that must be read for the keys, where it is a column. */
  readonly text: SqlCondition | null;
  /** How its keys are held. */
  readonly held: HeldValues;
};

/** Null when SQL cannot read the text as a time. */
export function momentOf(operand: Operand): Moment | null {
  if (operand.kind === 'moment')
    return {
      kind: 'rows',
      low: operand.key,
      high: operand.key,
      isKnown: operand.isKnown,
      guard: operand.isKnown,
      text: null,
      held: operand.held,
    };
  if (operand.kind === 'constant') {
    const instant = instantOf(operand.value);
    return instant === null ? { kind: 'never' } : { kind: 'constant', span: keySpanOf(instant) };
  }
  if (operand.type === 'number') return { kind: 'never' };
  if (!operand.held.hasFunctions) return null;
  const low = sql`swath_first_moment(${operand.sql})`;
  return {
    kind: 'rows',
    low,
    high: sql`swath_last_moment(${operand.sql})`,
    isKnown: sql`${low} IS NOT NULL`,
    guard: always,
    text: isColumn(operand.sql) ? operand.sql : null,
    held: operand.held,
  };
}

export function momentOfSide(side: Side, rows: Rows): Moment | null {
  if (side.kind === 'instant') return { kind: 'constant', span: keySpanOf(side.value) };
  const operand = operandOf(side, rows);
  return operand === null ? null : momentOf(operand);
}

/** 1 where both are instants in that order. */
export function orderSql(op: ComparisonOp, a: Moment, b: Moment): SqlCondition {
  if (a.kind === 'never' || b.kind === 'never') return never;
  if (a.kind === 'constant') {
    if (b.kind === 'constant') return constantly(spansOrder(op, a.span, b.span));
    return allOf([b.guard, ...nearby(mirrored[op], b, a.span), keysSql(op, keysOf(a.span, b.held), b)]);
  }
  if (b.kind === 'constant') return allOf([a.guard, ...nearby(op, a, b.span), keysSql(op, a, keysOf(b.span, a.held))]);
  return allOf([a.guard, b.guard, keysSql(op, a, b)]);
}

/** What the first ten characters of a text tell, so that most texts need not be read as times. */
function nearby(op: ComparisonOp, { text }: MomentOfRows, span: KeySpan): readonly SqlCondition[] {
  const days = text && daysAround(span);
  if (!text || !days || op === '<>') return [];
  return [
    op === '>' || op === '>=' || op === '=' ? sql`${text} >= ${bound(days.before)}` : sql`${text} >= ''`,
    op === '<' || op === '<=' || op === '=' ? sql`${text} < ${bound(days.after)}` : sql`${text} < x''`,
  ];
}

type Keys = Pick<MomentOfRows, 'low' | 'high'>;

function keysOf({ low, high }: KeySpan, held: HeldValues): Keys {
  const first = bound(held.moment(low));
  return { low: first, high: low === high ? first : bound(held.moment(high)) };
}

function keysSql(op: ComparisonOp, a: Keys, b: Keys): SqlCondition {
  const isBefore = sql`${a.high} < ${b.low}`;
  const isAfter = sql`${a.low} > ${b.high}`;
  const isNotBefore = sql`${a.high} >= ${b.low}`;
  const isNotAfter = sql`${a.low} <= ${b.high}`;
  switch (op) {
    case '<':
      return isBefore;
    case '>':
      return isAfter;
    case '<=':
      return isNotAfter;
    case '>=':
      return isNotBefore;
    case '=':
      return a.low === a.high && b.low === b.high ? sql`${a.low} = ${b.low}` : allOf([isNotBefore, isNotAfter]);
    case '<>':
      return anyOf([isBefore, isAfter]);
  }
}

function spansOrder(op: ComparisonOp, a: KeySpan, b: KeySpan): boolean {
  if (op === '<') return a.high < b.low;
  if (op === '>') return a.low > b.high;
  if (op === '<=') return a.low <= b.high;
  if (op === '>=') return a.high >= b.low;
  const isSame = a.high >= b.low && a.low <= b.high;
  return (op === '=') === isSame;
}

export function isKnownSql(moment: Moment): SqlCondition {
  if (moment.kind === 'rows') return moment.isKnown;
  return moment.kind === 'never' ? never : always;
}
