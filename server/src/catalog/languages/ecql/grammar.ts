import type { ArithmeticOp, Filter } from '../../filter.ts';
import { tooDeep, tooLong } from '../../filter-bounds.ts';
import { findAttribute } from '../attributes.ts';
import { advance, counted, deeper, expect, fail, failHere, isAt, isCalled, take } from '../cql2-text-cursor.ts';
import { among, between, calculated, compare, constantly, isNull, like, not } from '../typed/conditions.ts';
import { callFunction } from '../typed/functions.ts';
import { type Operand, attributeOperand } from '../typed/operand.ts';
import {
  type EcqlCursor,
  type Part,
  asCondition,
  asOperand,
  condition,
  failingAt,
  found,
  nextToken,
  value,
} from './cursor.ts';
import { isAtIds, readIds } from './ids.ts';
import { isAtGeometry, readGeometryLiteral, readLiteral } from './literals.ts';
import { readTemporal, temporalWords } from './periods.ts';
import { isAtSpatial, readSpatial } from './spatial.ts';
import { comparisonWords, reservedWords } from './words.ts';

/** Conditions joined by OR, or one value: the caller knows which of them it takes. */
export function readCondition(cursor: EcqlCursor): Part {
  return readChain(cursor, 'or', ['or'], (at) => readChain(at, 'and', ['and', '&&'], readFactor));
}

function readChain(
  cursor: EcqlCursor,
  kind: 'and' | 'or',
  words: readonly string[],
  readOne: (cursor: EcqlCursor) => Part,
): Part {
  const first = readOne(cursor);
  const isGoingOn = () => words.some((word) => isAt(cursor, word));
  if (!isGoingOn()) return first;
  const args = [asCondition(first)];
  while (isGoingOn()) {
    advance(cursor);
    args.push(asCondition(readOne(cursor)));
  }
  return condition(counted(cursor, { kind, args }), first.offset);
}

function readFactor(cursor: EcqlCursor): Part {
  const { offset } = cursor.token;
  let nots = 0;
  while (isAt(cursor, 'not') || isAt(cursor, '!')) {
    advance(cursor);
    if (++nots > cursor.bounds.maxDepth) fail(cursor, tooDeep(cursor.bounds), offset);
  }
  const part = readPrimary(cursor);
  if (nots === 0) return part;
  let filter = asCondition(part);
  for (; nots > 0; nots--) filter = counted(cursor, not(filter));
  return condition(filter, offset);
}

function readPrimary(cursor: EcqlCursor): Part {
  const { offset } = cursor.token;
  if (take(cursor, 'include')) return condition(constantly(true), offset);
  if (take(cursor, 'exclude')) return condition(constantly(false), offset);
  if (isAtIds(cursor)) return condition(counted(cursor, readIds(cursor)), offset);
  if (isAtSpatial(cursor)) return condition(counted(cursor, readSpatial(cursor, readOperand)), offset);
  const existence = readExistence(cursor);
  if (existence !== null) return condition(existence, offset);
  const left = readSum(cursor);
  const test = left.kind === 'operand' ? readTest(cursor, left.operand) : null;
  return test === null ? left : condition(counted(cursor, test), offset);
}

/** Asks the feature type, not the feature: the one place where an attribute need not be there. */
function readExistence(cursor: EcqlCursor): Filter | null {
  const { type, text } = cursor.token;
  if (type !== 'word' && type !== 'quotedName') return null;
  if (!/^[ \t\r\n\f]+(?:exists|does-not-exist)\b/i.test(cursor.source.slice(cursor.token.end, cursor.token.end + 200)))
    return null;
  const { key } = nextToken(cursor);
  advance(cursor);
  advance(cursor);
  return constantly((findAttribute(cursor.reading, text) !== null) === (key === 'exists'));
}

/** What is asked of a value; null when nothing is. */
function readTest(cursor: EcqlCursor, left: Operand): Filter | null {
  const { type, key } = cursor.token;
  const op = type === 'word' || type === 'sign' ? comparisonWords.get(key) : undefined;
  if (op !== undefined) {
    advance(cursor);
    return compare(op, left, readOperand(cursor));
  }
  if (type !== 'word') return null;
  if (temporalWords.has(key)) return readTemporal(cursor, left, () => readOperand(cursor));
  if (take(cursor, 'is')) return readIsNull(cursor, left);
  const isNegated = take(cursor, 'not');
  const test = readPattern(cursor, left) ?? readBetween(cursor, left) ?? readIn(cursor, left);
  if (test === null && isNegated) failHere(cursor, `expected LIKE, BETWEEN or IN but found ${found(cursor)}`);
  return test !== null && isNegated ? counted(cursor, not(test)) : test;
}

function readIsNull(cursor: EcqlCursor, left: Operand): Filter {
  const isNegated = take(cursor, 'not');
  expect(cursor, 'null');
  return isNegated ? counted(cursor, not(isNull(left))) : isNull(left);
}

function readPattern(cursor: EcqlCursor, left: Operand): Filter | null {
  const isCaseless = isAt(cursor, 'ilike');
  if (!isCaseless && !isAt(cursor, 'like')) return null;
  advance(cursor);
  if (cursor.token.type !== 'text') failHere(cursor, `expected a text as pattern but found ${found(cursor)}`);
  return like(left, advance(cursor).text, isCaseless);
}

function readBetween(cursor: EcqlCursor, left: Operand): Filter | null {
  if (!take(cursor, 'between')) return null;
  const low = readOperand(cursor);
  expect(cursor, 'and');
  return between(left, low, readOperand(cursor));
}

function readIn(cursor: EcqlCursor, left: Operand): Filter | null {
  return take(cursor, 'in') ? among(left, readList(cursor)) : null;
}

function readList(cursor: EcqlCursor): readonly Operand[] {
  const { offset } = cursor.token;
  expect(cursor, '(');
  const list: Operand[] = [];
  if (take(cursor, ')')) return list;
  do {
    if (list.length >= cursor.bounds.maxListLength) fail(cursor, tooLong(cursor.bounds), offset);
    list.push(readOperand(cursor));
  } while (take(cursor, ','));
  expect(cursor, ')', "',' or ')'");
  return list;
}

const readOperand = (cursor: EcqlCursor): Operand => asOperand(cursor, readSum(cursor));

function readSum(cursor: EcqlCursor): Part {
  return readCalculation(cursor, ['+', '-'], (at) => readCalculation(at, ['*', '/'], readUnary));
}

function readCalculation(cursor: EcqlCursor, ops: readonly string[], readOne: (cursor: EcqlCursor) => Part): Part {
  let left = readOne(cursor);
  while (ops.some((op) => isAt(cursor, op))) {
    const first = asOperand(cursor, left);
    const op = advance(cursor).key as ArithmeticOp;
    const result = calculated(op, first, asOperand(cursor, readOne(cursor)));
    if (result.cases === undefined) counted(cursor, result.node);
    left = value(result, left.offset);
  }
  return left;
}

function readUnary(cursor: EcqlCursor): Part {
  const { offset, type } = cursor.token;
  const closing = isAt(cursor, '(') ? ')' : isAt(cursor, '[') ? ']' : null;
  if (closing !== null)
    return deeper(cursor, offset, () => {
      advance(cursor);
      const inner = readCondition(cursor);
      expect(cursor, closing);
      return inner;
    });
  if (isAtGeometry(cursor)) return value(readGeometryLiteral(cursor), offset);
  const literal = readLiteral(cursor);
  if (literal !== null) return value(literal, offset);
  if (type === 'word' && isCalled(cursor)) return value(readCall(cursor), offset);
  if (type === 'word' || type === 'quotedName') return value(readAttribute(cursor), offset);
  return failHere(cursor, `expected a value or a condition but found ${found(cursor)}`);
}

function readCall(cursor: EcqlCursor): Operand {
  const { text, offset } = advance(cursor);
  const args = deeper(cursor, offset, () => readList(cursor));
  const operand = callFunction(text, args, cursor.reading, failingAt(cursor, offset));
  if (operand.cases === undefined) counted(cursor, operand.node);
  return operand;
}

function readAttribute(cursor: EcqlCursor): Operand {
  const { type, text, key, offset } = cursor.token;
  const failing = failingAt(cursor, offset);
  if (type === 'word' && reservedWords.has(key))
    failing(
      `'${text}' is a word of the language and cannot stand here; an attribute of that name is written "${text}"`,
    );
  advance(cursor);
  const attribute = findAttribute(cursor.reading, text);
  if (attribute === null)
    return failing(`there is no attribute '${text}'; a text is written in single quotes`, 'unknownName');
  counted(cursor, attribute.expression);
  return attributeOperand(attribute, failing);
}
