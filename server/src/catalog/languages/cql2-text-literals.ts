import { flatBbox } from '../../geometry/box.ts';
import { WktError, readWktAt } from '../../geometry/read-wkt.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { bboxProblem, offEarth } from '../bbox.ts';
import type { Call, Expression, InstantLiteral, IntervalEnd } from '../filter.ts';
import { canonicalDate, canonicalTimestamp } from '../instant.ts';
import { intervalEndOf } from './interval-end.ts';
import { type Cursor, advance, expect, fail, failHere, isAt, jump, take } from './cql2-text-cursor.ts';
import { operatorWords } from './words.ts';

/** `DATE('...')` or `TIMESTAMP('...')`; the cursor stands on the opening parenthesis. */
export function readInstant(cursor: Cursor, kind: 'date' | 'timestamp'): InstantLiteral {
  expect(cursor, '(');
  const { type, text, offset } = cursor.token;
  if (type !== 'text') failHere(cursor, kind === 'date' ? "expected a date as '2020-12-31'" : timestampWanted);
  const value = kind === 'date' ? canonicalDate(text) : canonicalTimestamp(text);
  if (value === null)
    return fail(
      cursor,
      kind === 'date'
        ? `'${text}' is not a date as 2020-12-31`
        : `'${text}' is not a timestamp as 2020-12-31T23:59:59Z`,
      offset,
    );
  advance(cursor);
  expect(cursor, ')');
  return { kind, value };
}

const timestampWanted = "expected a timestamp as '2020-12-31T23:59:59Z'";

export function readInterval(cursor: Cursor, readCall: () => Call): Expression {
  expect(cursor, '(');
  const start = readIntervalEnd(cursor, readCall);
  expect(cursor, ',');
  const end = readIntervalEnd(cursor, readCall);
  expect(cursor, ')');
  return { kind: 'interval', start, end };
}

function readIntervalEnd(cursor: Cursor, readCall: () => Call): IntervalEnd {
  const { type, key, text, offset } = cursor.token;
  if (type === 'quotedName') return { kind: 'property', name: readQuotedName(cursor) };
  if (type === 'word' && !operatorWords.has(key)) return readNamedEnd(cursor, readCall);
  if (type !== 'text') failHere(cursor, `expected a date, a timestamp, '..' or a property`);
  const end = intervalEndOf(text);
  if (end === null) return fail(cursor, `'${text}' is not a date, a timestamp or '..'`, offset);
  advance(cursor);
  return end;
}

/** `DATE('...')` is no interval end in the grammar, but what else could be meant. */
function readNamedEnd(cursor: Cursor, readCall: () => Call): IntervalEnd {
  const word = advance(cursor);
  if (!isAt(cursor, '(')) return { kind: 'property', name: word.text };
  if (word.key === 'date' || word.key === 'timestamp') return readInstant(cursor, word.key);
  jump(cursor, word.offset);
  return readCall();
}

/** Well-known text that starts at the offset. */
export function readGeometry(cursor: Cursor, offset: number): Expression {
  try {
    const { geometry, end } = readWktAt(cursor.source, offset, cursor.bounds.maxVertices);
    const problem = cursor.options.mustBeValid ? geometryProblem(geometry) : null;
    if (problem !== null) fail(cursor, problem.reason, offset);
    jump(cursor, end);
    return { kind: 'geometry', value: geometry };
  } catch (error) {
    if (error instanceof WktError) return fail(cursor, error.message, error.offset);
    throw error;
  }
}

/** The same in longitude and latitude, as CQL2 has it: ECQL may mean other coordinates. */
export function readLonLat(cursor: Cursor, offset: number): Expression {
  const node = readGeometry(cursor, offset);
  const reason = cursor.options.mustBeValid && node.kind === 'geometry' ? offEarth(node.value) : null;
  return reason === null ? node : fail(cursor, `a geometry ${reason}`, offset);
}

export function readBbox(cursor: Cursor, offset: number): Expression {
  expect(cursor, '(');
  const value: number[] = [];
  do value.push(readSignedNumber(cursor));
  while (value.length < 7 && take(cursor, ','));
  if (flatBbox(value) === null) fail(cursor, `BBOX takes four or six numbers, not ${value.length}`, offset);
  const problem = cursor.options.mustBeValid ? bboxProblem(value) : null;
  if (problem !== null) fail(cursor, `BBOX ${problem}`, offset);
  expect(cursor, ')');
  return { kind: 'bbox', value };
}

export function readQuotedName(cursor: Cursor): string {
  if (cursor.token.text === '') failHere(cursor, 'a property name may not be empty');
  return advance(cursor).text;
}

export function readSignedNumber(cursor: Cursor): number {
  const isNegative = isAt(cursor, '-');
  if (isNegative || isAt(cursor, '+')) advance(cursor);
  if (cursor.token.type !== 'number') failHere(cursor, 'expected a number');
  return numberOf(cursor, isNegative);
}

/** The number at the cursor; never -0, which JSON writes as 0. */
export function numberOf(cursor: Cursor, isNegative: boolean): number {
  const value = Number(cursor.token.text);
  if (!Number.isFinite(value)) failHere(cursor, 'the number is too large');
  advance(cursor);
  return isNegative ? 0 - value : value;
}
