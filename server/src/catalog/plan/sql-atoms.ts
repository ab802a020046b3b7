import { constantOf } from '../evaluate/compile-scalar.ts';
import { filterFunctions } from '../evaluate/functions.ts';
import type { Expression, Filter } from '../filter.ts';
import type { Atom } from './atoms.ts';
import { boxesOfAtom } from './implied-boxes.ts';
import { envelopeSql, touchesSql } from './sql-boxes.ts';
import { compareSql } from './sql-compare.ts';
import { likeSql } from './sql-like.ts';
import { inSql } from './sql-lists.ts';
import { isKnownSql, momentOfSide, orderSql } from './sql-moments.ts';
import { type Operand, type Rows, operandOf } from './sql-operands.ts';
import { type SqlCondition, allOf, always, anyOf, constantly, never, raw, sql } from './sql-fragment.ts';
import { shapeTestOf } from './sql-shapes.ts';
import { endsToKnow } from './temporal-atoms.ts';

/** SQL that is 1 exactly where the atom is true; null when the row alone cannot tell. */
export function atomSql(atom: Atom, rows: Rows): SqlCondition | null {
  switch (atom.kind) {
    case 'compare': {
      const [left, right] = [operandOf(atom.left, rows), operandOf(atom.right, rows)];
      return left === null || right === null ? null : compareSql(atom.op, left, right);
    }
    case 'order': {
      const [left, right] = [momentOfSide(atom.left, rows), momentOfSide(atom.right, rows)];
      return left === null || right === null ? null : orderSql(atom.op, left, right);
    }
    case 'isInstant': {
      const moment = momentOfSide(atom.side, rows);
      return moment === null ? null : isKnownSql(moment);
    }
    case 'verdict':
      return verdictSql(atom.of, atom.isTrue, rows);
  }
}

type Verdict = Extract<Atom, { kind: 'verdict' }>['of'];

function verdictSql(filter: Verdict, isTrue: boolean, rows: Rows): SqlCondition | null {
  switch (filter.kind) {
    case 'in':
      return membership(filter, isTrue, rows);
    case 'like': {
      const value = operandOf(filter.value, rows);
      const pattern = constantOf(filter.pattern, filterFunctions);
      if (typeof pattern !== 'string') return never;
      return value === null ? null : likeSql(value, pattern, isTrue);
    }
    case 'isNull':
      return nullSql(filter.value, isTrue, rows);
    case 'literal':
      return constantly(filter.value === isTrue);
    case 'call':
      return booleanSql(operandOf(filter, rows), isTrue);
    case 'spatial':
      return envelopeSql(filter, isTrue, rows) ?? shapeSql(filter, isTrue, rows);
    default:
      return null;
  }
}

/** Boxes first: they cost less, and most rows are told by them. */
function shapeSql(filter: Extract<Verdict, { kind: 'spatial' }>, isTrue: boolean, rows: Rows): SqlCondition | null {
  const { shapes } = rows.dialect;
  const test = shapes?.isComplete ? shapeTestOf(filter) : null;
  if (test === null) return null;
  const boxes = boxesOfAtom({ kind: 'verdict', of: filter, isTrue });
  const touches = boxes === null ? always : anyOf(boxes.map((box) => touchesSql(box, rows)));
  return allOf([touches, shapes!.decides(test, isTrue)]);
}

function membership(
  { value, list }: Extract<Filter, { kind: 'in' }>,
  isTrue: boolean,
  rows: Rows,
): SqlCondition | null {
  const wanted = operandOf(value, rows);
  const operands = list.map((each) => operandOf(each, rows));
  return wanted === null || operands.some((each) => each === null)
    ? null
    : inSql(wanted, operands as readonly Operand[], isTrue);
}

function booleanSql(operand: Operand | null, isTrue: boolean): SqlCondition | null {
  if (operand === null) return null;
  if (operand.kind === 'constant') return constantly(operand.value === isTrue);
  return operand.kind === 'moment' ? never : sql`${operand.sql} = ${operand.held.literal(isTrue)!}`;
}

function nullSql(value: Expression, isTrue: boolean, rows: Rows): SqlCondition | null {
  switch (value.kind) {
    case 'geometry':
    case 'bbox':
    case 'list':
      return constantly(!isTrue);
    case 'interval':
      return intervalNullSql(value, isTrue, rows);
    case 'property':
    case 'literal':
    case 'date':
    case 'timestamp':
    case 'casei':
    case 'accenti':
    case 'arithmetic':
    case 'call':
      return operandNullSql(operandOf(value, rows), isTrue);
    default:
      // A condition is null where it is neither true nor false: both would have to be written out.
      return null;
  }
}

function operandNullSql(operand: Operand | null, isTrue: boolean): SqlCondition | null {
  if (operand === null) return null;
  if (operand.kind === 'constant') return constantly((operand.value === null) === isTrue);
  if (operand.kind === 'value') return sql`${operand.sql} ${raw(isTrue ? 'IS NULL' : 'IS NOT NULL')}`;
  return isTrue ? sql`NOT ${operand.isKnown}` : operand.isKnown;
}

/** An interval is null as soon as one end is no instant. */
function intervalNullSql(value: Expression, isTrue: boolean, rows: Rows): SqlCondition | null {
  const known = endsToKnow(value).map((end) => atomSql({ kind: 'isInstant', side: end }, rows));
  if (known.some((part) => part === null)) return null;
  const parts = known as SqlCondition[];
  return isTrue ? anyOf(parts.map((part) => sql`NOT (${part})`)) : allOf(parts);
}
