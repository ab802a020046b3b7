import { blank, wktType } from '../../geometry/read-wkt.ts';
import {
  type Call,
  type ComparisonOp,
  type Expression,
  type Filter,
  type TemporalOp,
  comparisonOps,
  instantOps,
  isInstantLiteral,
} from '../filter.ts';
import { tooDeep, tooLong } from '../filter-bounds.ts';
import { readSum } from './cql2-text-arithmetic.ts';
import {
  type Cursor,
  advance,
  as,
  counted,
  deeper,
  expect,
  fail,
  failHere,
  isAt,
  isCalled,
  must,
  take,
  tokenWords,
  ungrouped,
} from './cql2-text-cursor.ts';
import { numberOf, readBbox, readInstant, readInterval, readLonLat, readQuotedName } from './cql2-text-literals.ts';
import type { Role } from './operand-rules.ts';
import { arrayWords, operatorWords, reservedWords, spatialWords, temporalWords } from './words.ts';

/** The whole text as a condition. */
export function readFilter(cursor: Cursor): Filter {
  const { offset } = cursor.token;
  const filter = asCondition(cursor, readOr(cursor), offset);
  if (cursor.token.type !== 'end')
    failHere(cursor, `expected the end of the filter but found ${tokenWords(cursor.token)}`);
  return filter;
}

const asCondition = (cursor: Cursor, node: Expression, offset: number): Filter =>
  as(cursor, 'condition', node, offset) as Filter;

function readOr(cursor: Cursor): Expression {
  return readChain(cursor, 'or', readAnd);
}

function readAnd(cursor: Cursor): Expression {
  return readChain(cursor, 'and', readNot);
}

function readChain(cursor: Cursor, kind: 'and' | 'or', readOne: (cursor: Cursor) => Expression): Expression {
  const { offset } = cursor.token;
  const first = readOne(cursor);
  if (!isAt(cursor, kind)) return first;
  const args = [asCondition(cursor, first, offset)];
  while (take(cursor, kind)) {
    const at = cursor.token.offset;
    args.push(asCondition(cursor, readOne(cursor), at));
  }
  return counted(cursor, { kind, args });
}

function readNot(cursor: Cursor): Expression {
  const { offset } = cursor.token;
  let nots = 0;
  while (isAt(cursor, 'not')) {
    advance(cursor);
    if (++nots > cursor.bounds.maxDepth) fail(cursor, tooDeep(cursor.bounds), offset);
  }
  const at = cursor.token.offset;
  let node = readPredicate(cursor);
  for (; nots > 0; nots--) node = counted(cursor, { kind: 'not', arg: asCondition(cursor, node, at) });
  return node;
}

function readPredicate(cursor: Cursor): Expression {
  const { offset } = cursor.token;
  const left = readSum(cursor, readOperand);
  const { key } = cursor.token;
  if (cursor.token.type === 'sign' && (comparisonOps as readonly string[]).includes(key)) {
    const value = as(cursor, 'scalar', left, offset);
    advance(cursor);
    return counted(cursor, { kind: 'compare', op: key as ComparisonOp, left: value, right: readAs(cursor, 'scalar') });
  }
  if (take(cursor, 'is')) return readIsNull(cursor, ungrouped(left), offset);
  const isNegated = take(cursor, 'not');
  const test = readTest(cursor, left, offset);
  if (test === null && isNegated)
    failHere(cursor, `expected LIKE, BETWEEN or IN but found ${tokenWords(cursor.token)}`);
  if (test === null) return left;
  return isNegated ? counted(cursor, { kind: 'not', arg: test }) : test;
}

function readIsNull(cursor: Cursor, value: Expression, offset: number): Filter {
  must(cursor, 'operand', value, offset);
  const isNegated = take(cursor, 'not');
  expect(cursor, 'null');
  const test: Filter = counted(cursor, { kind: 'isNull', value });
  return isNegated ? counted(cursor, { kind: 'not', arg: test }) : test;
}

function readTest(cursor: Cursor, left: Expression, offset: number): Filter | null {
  if (take(cursor, 'like'))
    return counted(cursor, {
      kind: 'like',
      value: as(cursor, 'text', left, offset),
      pattern: readAs(cursor, 'pattern'),
    });
  if (take(cursor, 'between')) {
    const value = as(cursor, 'scalar', left, offset);
    const low = readAs(cursor, 'scalar');
    expect(cursor, 'and');
    return counted(cursor, { kind: 'between', value, low, high: readAs(cursor, 'scalar') });
  }
  if (!take(cursor, 'in')) return null;
  const value = as(cursor, 'scalar', left, offset);
  if (!isAt(cursor, '(')) failHere(cursor, `expected '(' but found ${tokenWords(cursor.token)}`);
  return counted(cursor, { kind: 'in', value, list: readList(cursor, 'scalar') });
}

function readAs(cursor: Cursor, role: Role): Expression {
  const { offset } = cursor.token;
  return as(cursor, role, readSum(cursor, readOperand), offset);
}

function readOperand(cursor: Cursor): Expression {
  const { type, key, text, offset } = cursor.token;
  if (type === 'number') return counted(cursor, { kind: 'literal', value: numberOf(cursor, false) });
  if (type === 'text') return counted(cursor, { kind: 'literal', value: advance(cursor).text });
  if (type === 'quotedName') return counted(cursor, { kind: 'property', name: readQuotedName(cursor) });
  if (isAt(cursor, '(')) return counted(cursor, { kind: 'list', items: readList(cursor, 'value') });
  if (type !== 'word') failHere(cursor, `expected a value or a condition but found ${tokenWords(cursor.token)}`);
  if (key === 'true' || key === 'false') {
    advance(cursor);
    return counted(cursor, { kind: 'literal', value: key === 'true' });
  }
  if (operatorWords.has(key)) failHere(cursor, `expected a value or a condition but found '${text}'`);
  if (wktType(text) !== undefined && startsGeometry(cursor)) return counted(cursor, readLonLat(cursor, offset));
  if (isCalled(cursor)) return readCalled(cursor);
  return counted(cursor, { kind: 'property', name: advance(cursor).text });
}

const geometryBody = new RegExp(String.raw`${blank}*(?:z${blank}*)?(?:\(|empty\b)`, 'iy');

/** Whether coordinates follow: a property may be named like a geometry type. */
function startsGeometry({ source, token }: Cursor): boolean {
  geometryBody.lastIndex = token.end;
  return geometryBody.test(source);
}

function readList(cursor: Cursor, role: Role): readonly Expression[] {
  const { offset } = cursor.token;
  return deeper(cursor, offset, () => {
    expect(cursor, '(');
    const items: Expression[] = [];
    if (take(cursor, ')')) return items;
    do {
      if (items.length >= cursor.bounds.maxListLength) failHere(cursor, tooLong(cursor.bounds));
      const at = cursor.token.offset;
      items.push(as(cursor, role, readOr(cursor), at));
    } while (take(cursor, ','));
    expect(cursor, ')', items.length === 1 ? "')'" : "',' or ')'");
    return items;
  });
}

/** Whatever is a word with parentheses: a relation, a literal or a function. */
function readCalled(cursor: Cursor): Expression {
  const { key, offset } = cursor.token;
  const spatial = spatialWords.get(key);
  const temporal = temporalWords.get(key);
  const arrays = arrayWords.get(key);
  if (spatial !== undefined) return counted(cursor, { kind: 'spatial', op: spatial, ...readPair(cursor, 'geometry') });
  if (temporal !== undefined) return readTemporal(cursor, temporal);
  if (arrays !== undefined) return counted(cursor, { kind: 'arrays', op: arrays, ...readPair(cursor, 'array') });
  if (key === 'casei' || key === 'accenti') return readFolding(cursor, key);
  if (key === 'date' || key === 'timestamp' || key === 'interval' || key === 'bbox') {
    advance(cursor);
    if (key === 'bbox') return counted(cursor, readBbox(cursor, offset));
    return counted(
      cursor,
      key === 'interval' ? readInterval(cursor, () => readCall(cursor)) : readInstant(cursor, key),
    );
  }
  return readCall(cursor);
}

function readCall(cursor: Cursor): Call {
  const { text, key, offset } = advance(cursor);
  if (reservedWords.has(key)) fail(cursor, `${text.toUpperCase()} cannot stand here`, offset);
  if (cursor.options.functions?.has(key) === false) fail(cursor, `there is no function '${text}'`, offset);
  return counted(cursor, { kind: 'call', name: text, args: readList(cursor, 'value') });
}

function readFolding(cursor: Cursor, kind: 'casei' | 'accenti'): Expression {
  const { offset } = advance(cursor);
  return deeper(cursor, offset, () => {
    expect(cursor, '(');
    const arg = readAs(cursor, 'text');
    expect(cursor, ')');
    return counted(cursor, { kind, arg });
  });
}

function readPair(cursor: Cursor, role: Role): { left: Expression; right: Expression } {
  const { offset } = advance(cursor);
  return deeper(cursor, offset, () => {
    expect(cursor, '(');
    const left = readAs(cursor, role);
    expect(cursor, ',');
    const right = readAs(cursor, role);
    expect(cursor, ')');
    return { left, right };
  });
}

function readTemporal(cursor: Cursor, op: TemporalOp): Filter {
  const word = cursor.token;
  const pair = readPair(cursor, 'time');
  if (!instantOps.has(op) && (isInstantLiteral(pair.left) || isInstantLiteral(pair.right)))
    fail(cursor, `${word.text.toUpperCase()} compares intervals, not a date or timestamp`, word.offset);
  return counted(cursor, { kind: 'temporal', op, ...pair });
}
