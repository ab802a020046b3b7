import type { Filter } from '../../filter.ts';
import { type Corners, boxOfCorners, orderOf } from '../box-of-corners.ts';
import { advance, expect, fail, failHere, isAt, isCalled, jump, take } from '../cql2-text-cursor.ts';
import { readSignedNumber } from '../cql2-text-literals.ts';
import { type Crs, readCrs } from '../crs-names.ts';
import { outsideItsCrs } from '../ordered-geometry.ts';
import type { Operand } from '../typed/operand.ts';
import { asGeometry, isRelatePattern, meetsBox, relates, spatial, withinDistance } from '../typed/relations.ts';
import { metresOfUnit, unitNames } from '../typed/units.ts';
import { type EcqlCursor, failingAt, found } from './cursor.ts';
import { nextNumber } from './literals.ts';
import { relationWords } from './words.ts';

type ReadOperand = (cursor: EcqlCursor) => Operand;

export const isAtSpatial = (cursor: EcqlCursor): boolean =>
  cursor.token.type === 'word' &&
  (relationWords.has(cursor.token.key) || ['relate', 'bbox', 'dwithin', 'beyond'].includes(cursor.token.key)) &&
  isCalled(cursor);

export function readSpatial(cursor: EcqlCursor, readOperand: ReadOperand): Filter {
  const { key } = advance(cursor);
  expect(cursor, '(');
  const filter = readArguments(cursor, key, readOperand);
  expect(cursor, ')');
  return filter;
}

function readArguments(cursor: EcqlCursor, key: string, readOperand: ReadOperand): Filter {
  const left = readOperand(cursor);
  if (key === 'bbox') return readBox(cursor, left);
  expect(cursor, ',');
  const right = readOperand(cursor);
  if (key === 'relate') return relates(left, right, readPattern(cursor));
  const relation = relationWords.get(key);
  if (relation !== undefined) return spatial(relation, left, right);
  return withinDistance(left, right, readMetres(cursor), key === 'beyond');
}

/** Without a CRS in the order of the request, with one in its own. */
function readBox(cursor: EcqlCursor, geometry: Operand): Filter {
  const node = asGeometry(geometry);
  const corners: Corners = [nextNumber(cursor), nextNumber(cursor), nextNumber(cursor), nextNumber(cursor)];
  const [a, b, c, d] = corners;
  const crs = take(cursor, ',') ? readCrsName(cursor) : orderOf(cursor.reading.isLatLon, [a, c], [b, d]);
  const box = boxOfCorners(corners, crs);
  return box.every(Number.isFinite) ? meetsBox(node, box) : failHere(cursor, outsideItsCrs);
}

function readCrsName(cursor: EcqlCursor): Crs {
  const { type, text, offset } = cursor.token;
  if (type !== 'text') failHere(cursor, `expected a CRS as 'EPSG:4326' but found ${found(cursor)}`);
  advance(cursor);
  return readCrs(text) ?? failingAt(cursor, offset)(`there is no CRS '${text}' here`, 'unknownName');
}

/** Nine signs, in quotes or not: they are no tokens of the language, so that they are read as they stand. */
function readPattern(cursor: EcqlCursor): string {
  if (!isAt(cursor, ',')) failHere(cursor, `expected ',' but found ${found(cursor)}`);
  const { source } = cursor;
  let from = cursor.token.end;
  while (/[ \t\r\n\f]/.test(source[from] ?? '')) from++;
  const isQuoted = source[from] === "'";
  const pattern = source.slice(from + Number(isQuoted), from + Number(isQuoted) + 9);
  if (!isRelatePattern(pattern)) fail(cursor, 'expected nine of T, F, *, 0, 1 and 2', from);
  const end = from + 9 + Number(isQuoted);
  if (isQuoted && source[end] !== "'") fail(cursor, 'expected nine of T, F, *, 0, 1 and 2', from);
  jump(cursor, end + Number(isQuoted));
  return pattern;
}

function readMetres(cursor: EcqlCursor): number {
  expect(cursor, ',');
  const { offset } = cursor.token;
  const length = readSignedNumber(cursor);
  if (length < 0) fail(cursor, 'a distance is not below 0', offset);
  expect(cursor, ',');
  const at = cursor.token.offset;
  const words: string[] = [];
  while (words.length < 2 && (cursor.token.type === 'word' || cursor.token.type === 'text'))
    words.push(advance(cursor).text);
  const metres = metresOfUnit(words.join(' '));
  return metres === null ? fail(cursor, `expected ${unitNames}`, at) : length * metres;
}
