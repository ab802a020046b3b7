import type { ArithmeticOp, Expression } from '../filter.ts';
import { tooDeep } from '../filter-bounds.ts';
import { type Cursor, advance, as, counted, failHere, isAt } from './cql2-text-cursor.ts';
import { numberOf, readSignedNumber } from './cql2-text-literals.ts';

type Reader = (cursor: Cursor) => Expression;

/** Sums, products and powers over the operands that the reader gives. */
export function readSum(cursor: Cursor, readOperand: Reader): Expression {
  const readFactor = (at: Cursor) => readSigned(at, readOperand);
  const readProduct = (at: Cursor) => readLeftToRight(at, ['*', '/', '%', 'div'], (one) => readPower(one, readFactor));
  return readLeftToRight(cursor, ['+', '-'], readProduct);
}

function readLeftToRight(cursor: Cursor, ops: readonly string[], readOne: Reader): Expression {
  const { offset } = cursor.token;
  let left = readOne(cursor);
  for (let levels = 0; ops.some((op) => isAt(cursor, op)); levels++) {
    if (levels >= cursor.bounds.maxDepth) failHere(cursor, tooDeep(cursor.bounds));
    left = readOperation(cursor, left, offset, readOne);
  }
  return left;
}

function readPower(cursor: Cursor, readFactor: Reader): Expression {
  const { offset } = cursor.token;
  const base = readFactor(cursor);
  if (!isAt(cursor, '^')) return base;
  const power = readOperation(cursor, base, offset, readFactor);
  if (isAt(cursor, '^')) failHere(cursor, 'powers of powers need parentheses');
  return power;
}

function readOperation(cursor: Cursor, first: Expression, offset: number, readOne: Reader): Expression {
  const left = as(cursor, 'number', first, offset);
  const op = advance(cursor).key as ArithmeticOp;
  const at = cursor.token.offset;
  return counted(cursor, { kind: 'arithmetic', op, left, right: as(cursor, 'number', readOne(cursor), at) });
}

/** A minus before anything but a number is a product with -1, as in the standard's own examples. */
function readSigned(cursor: Cursor, readOperand: Reader): Expression {
  const isNegative = isAt(cursor, '-');
  if (!isNegative && !isAt(cursor, '+')) return readOperand(cursor);
  advance(cursor);
  const { type, offset } = cursor.token;
  if (type === 'number') return counted(cursor, { kind: 'literal', value: numberOf(cursor, isNegative) });
  if (!isNegative) failHere(cursor, 'expected a number');
  // The number may have a sign of its own.
  const isSigned = isAt(cursor, '-') || isAt(cursor, '+');
  const right = isSigned
    ? counted(cursor, { kind: 'literal', value: readSignedNumber(cursor) } as const)
    : as(cursor, 'number', readOperand(cursor), offset);
  return counted(cursor, { kind: 'arithmetic', op: '*', left: { kind: 'literal', value: -1 }, right });
}
